/// The objects that come along, as models of histories.
enum ObjectModels {
  static let all: [any HistoryModel] = [casRegister, multiRegister, text, queue, bag, stack, mutex, ownedMutex, semaphore]

  /// Initial value nil, as in Jepsen.
  static let casRegister = ObjectModel<RegisterObject>(
    name: "cas-register", aliases: ["register"], summary: "read → v, write v, cas [old new]; nil at first; may have keys",
    object: { RegisterObject(initial: $0.number(of: .null), name: $0.names) },
    read: { call in
      switch call.function {
      case "read", "r": return call.isOK ? .read(call.number(call.result)) : nil
      case "write", "w": return call.isFailed ? nil : .write(call.number(call.argument))
      case "cas", "compare-and-set":
        let (old, new) = try call.pair(call.argument)
        if !call.isFailed { return .compareAndSet(call.number(old), call.number(new)) }
        // With an error it failed for another reason than its comparison.
        return call.operation.error == nil ? .compareFailed(call.number(old)) : nil
      default: throw call.unknownFunction("read, write and cas")
      }
    }, shortcut: { $0.decideByZones() },
    sessionView: { register, operation in
      func last(_ value: Int) -> SessionView.Reads { .last(value == register.initial ? nil : value) }
      switch operation {
      case .read(let value): return SessionView(reads: last(value))
      case .write(let value): return SessionView(writes: value, isAmbiguous: value == register.initial)
      case .compareAndSet(let old, let new): return SessionView(reads: last(old), writes: new, isAmbiguous: new == register.initial)
      case .compareFailed: return SessionView(reads: .unclear)
      }
    })

  static let multiRegister = ObjectModel<MultiRegisterObject>(
    name: "multi-register", summary: "txn [[r k v] [w k v] …], or read {k v} and write {k v}; all at once", keys: .never,
    object: { MultiRegisterObject(initialValue: $0.number(of: .null), keyName: $0.names, name: $0.names) },
    read: { call in
      // Whoever only asks and gets no answer says nothing.
      if call.isFailed || !call.isOK && call.argument.isNull { return nil }
      if case .map(let entries) = call.value {
        let writes = call.function == "write"
        if !writes && !call.isOK { return nil }
        return entries.map { MultiRegisterObject.Access(key: call.number($0.key), writes: writes, value: call.number($0.value)) }
          .sorted { $0.key < $1.key }
      }
      guard let accesses = call.value.elements else {
        throw call.error("\(call.function) of \(call.value)", hint: "its value is a list of [r key value] and [w key value], or a map")
      }
      return try accesses.compactMap { access -> MultiRegisterObject.Access? in
        guard let parts = access.elements, parts.count == 3, let what = parts[0].word, ["r", "w", "read", "write"].contains(what) else {
          throw call.error("\(access) in \(call.function)", hint: "each part is [r key value] or [w key value]")
        }
        let writes = what.hasPrefix("w")
        guard writes || call.isOK else { return nil }
        return MultiRegisterObject.Access(key: call.number(parts[1]), writes: writes, value: call.number(parts[2]))
      }
    })

  static let text = ObjectModel<TextObject>(
    name: "append/get/put by key", aliases: ["kv", "key-value", "append-get-put"],
    summary: "append s, get → s, put s on texts, each with a key (:key k, or the value [k s])", keys: .always,
    object: { _ in TextObject() },
    read: { call in
      func string(_ value: HistoryValue) throws -> String {
        guard case .text(let text) = value.isNull ? .text("") : value else {
          throw call.error("\(call.function) with \(value)", hint: "values are texts")
        }
        return text
      }
      switch call.function {
      case "get": return call.isOK ? .get(try string(call.result)) : nil
      case "put": return call.isFailed ? nil : .put(try string(call.argument))
      case "append": return call.isFailed ? nil : .append(try string(call.argument))
      default: throw call.unknownFunction("append, get and put")
      }
    })

  static let queue = container(
    .queue, name: "queue", aliases: ["fifo-queue"], puts: ["enqueue", "put", "push"], takes: ["dequeue", "take", "pop"])
  static let bag = container(
    .bag, name: "unordered-queue", aliases: ["bag"], puts: ["enqueue", "put", "push"], takes: ["dequeue", "take", "pop"])
  static let stack = container(.stack, name: "stack", aliases: [], puts: ["push", "put"], takes: ["pop", "take"])

  private static func container(
    _ discipline: ContainerObject.Discipline, name: String, aliases: [String], puts: [String], takes: [String]
  ) -> ObjectModel<ContainerObject> {
    ObjectModel<ContainerObject>(
      name: name, aliases: aliases, summary: "\(puts[0]) v, \(takes[0]) → v, or → nil or fail if nothing is in; may have keys",
      object: { ContainerObject(discipline: discipline, name: $0.names) },
      read: { call in
        if puts.contains(call.function) { return call.isFailed ? nil : .put(call.number(call.argument)) }
        guard takes.contains(call.function) else { throw call.unknownFunction("\(puts[0]) and \(takes[0])") }
        if call.isFailed { return call.operation.error?.word == "empty" ? .takeNothing : nil }
        if !call.isOK { return .takeUnknown }
        return call.result.isNull ? .takeNothing : .take(call.number(call.result))
      }, shortcut: { $0.decideByPatterns() })
  }

  static let mutex = permits("mutex", aliases: ["lock"], summary: "acquire, release; may have keys", owned: false, permits: { _ in 1 })
  static let ownedMutex = permits(
    "owned-mutex", aliases: ["owner-mutex", "owner-lock"], summary: "acquire, release: only the process that holds it releases it",
    owned: true, permits: { _ in 1 })
  /// As many permits as the initial entry says, else one.
  static let semaphore = permits(
    "semaphore", aliases: [], summary: "acquire n, release n (1 without n); as many permits as a call init n says, else 1", owned: false,
    permits: { $0.permits })

  private static func permits(
    _ name: String, aliases: [String], summary: String, owned: Bool, permits: @escaping @Sendable (ValueNumbers) -> Int
  ) -> ObjectModel<PermitObject> {
    ObjectModel<PermitObject>(
      name: name, aliases: aliases, summary: summary,
      object: { PermitObject(permits: permits($0), name: $0.names) },
      read: { call in
        if name == "semaphore" && call.function == "init" {
          call.numbers.permits = try call.integer(call.argument)
          return nil
        }
        guard ["acquire", "release"].contains(call.function) else { throw call.unknownFunction("acquire and release") }
        if call.isFailed { return nil }
        var count = 1
        if name == "semaphore", let given = call.argument.int { count = given }
        guard count > 0 else { throw call.error("\(call.function) of \(count) permits", hint: "the count is at least 1") }
        return PermitObject.Operation(permits: count, acquires: call.function == "acquire", owner: owned ? call.process : nil)
      })
  }
}
