@testable import HistoryJudging

extension PlainModel {
  /// One for each model that is searched for an order, by its name.
  static let objects: [PlainModel] = [
    register, register.keyed, multiRegister, multiRegisterOfMaps, text, queue, queue.keyed, stack, bag, mutex, mutex.keyed, ownedMutex,
    semaphore, set("set"), set("set-full").keyed, counter, counter.keyed, bank,
  ]

  static let register = PlainModel(
    name: "cas-register",
    draw: { random, _ in
      let (value, other) = (number(0...2, &random), number(0...2, &random))
      switch choice(0...4, &random) {
      case 0...1: return ("read", .null, choice(0...5, &random) == 0 ? .null : value)
      case 2...3: return ("write", value, value)
      default: return ("cas", .list([value, other]), .list([value, other]))
      }
    },
    effect: { state, call in
      switch call.function {
      case "read": return call.answer ?? state == state ? [state] : []
      case "write": return [call.argument]
      default:
        let pair = call.argument.elements ?? []
        if call.isRefused { return state == pair[0] ? [] : [state] }
        return state == pair[0] ? [pair[1]] : []
      }
    }, refusal: ("cas", nil))

  /// Transactions of reads and writes.
  static let multiRegister = PlainModel(
    name: "multi-register", firsts: [.map([:])],
    draw: { random, _ in
      var (asked, answered): ([HistoryValue], [HistoryValue]) = ([], [])
      for _ in 0...Int.random(in: 0...1, using: &random) {
        let (key, value) = (number(0...1, &random), number(0...1, &random))
        let writes = Bool.random(using: &random)
        asked.append(.list([.name(writes ? "w" : "r"), key, writes ? value : .null]))
        answered.append(.list([.name(writes ? "w" : "r"), key, value]))
      }
      return ("txn", .list(asked), .list(answered))
    },
    effect: { state, call in
      guard case .map(var registers) = state else { return [] }
      for part in (call.answer ?? call.argument).elements ?? [] {
        let fields = part.elements ?? []
        if fields[0] == .name("w") {
          registers[fields[1]] = fields[2]
        } else if call.answer != nil, registers[fields[1]] ?? .null != fields[2] {
          return []
        }
      }
      return [.map(registers)]
    })

  /// Whole reads and writes of some keys.
  static let multiRegisterOfMaps = PlainModel(
    name: "multi-register", firsts: [.map([:])],
    draw: { random, _ in
      var entries: [HistoryValue: HistoryValue] = [:]
      for _ in 0...1 { entries[number(0...1, &random)] = number(0...1, &random) }
      return Bool.random(using: &random) ? ("read", .null, .map(entries)) : ("write", .map(entries), .map(entries))
    },
    effect: { state, call in
      guard case .map(let registers) = state, case .map(let entries) = call.answer ?? call.argument else { return [state] }
      if call.function == "write" { return [.map(registers.merging(entries) { $1 })] }
      return entries.allSatisfy { registers[$0.key] ?? .null == $0.value } ? [state] : []
    })

  static let text = PlainModel(
    name: "append/get/put by key", firsts: [.text("")],
    draw: { random, _ in
      let text = HistoryValue.text(["", "a", "b", "ab", "ba"].randomElement(using: &random) ?? "")
      switch choice(0...4, &random) {
      case 0...1: return ("get", .null, text)
      case 2: return ("put", text, text)
      default: return ("append", text, text)
      }
    },
    effect: { state, call in
      switch call.function {
      case "get": return call.answer ?? state == state ? [state] : []
      case "put": return [call.argument]
      default: return [.text((state.word ?? "") + (call.argument.word ?? ""))]
      }
    }
  ).keyed

  static let queue = container("queue", put: "enqueue", take: "dequeue") { values in [0..<min(1, values.count)] }
  static let stack = container("stack", put: "push", take: "pop") { values in [max(0, values.count - 1)..<values.count] }
  static let bag = container("unordered-queue", put: "enqueue", take: "dequeue") { values in values.indices.map { $0..<$0 + 1 } }

  /// - Parameter open: the places of the values that may be taken out next.
  private static func container(
    _ name: String, put: String, take: String, open: @escaping @Sendable ([HistoryValue]) -> [Range<Int>]
  ) -> PlainModel {
    PlainModel(
      name: name, firsts: [.list([])],
      draw: { random, _ in
        let value = number(0...2, &random)
        if Bool.random(using: &random) { return (put, value, value) }
        return (take, .null, choice(0...3, &random) == 0 ? .null : value)
      },
      effect: { state, call in
        let values = state.elements ?? []
        if call.function == put { return [.list(values + [call.argument])] }
        let isTold = call.isRefused || call.answer != nil
        if values.isEmpty { return !isTold || call.isRefused || call.answer == .null ? [state] : [] }
        return open(values).joined().filter { !isTold || values[$0] == call.answer }.map { place in
          .list(Array(values[..<place] + values[(place + 1)...]))
        }
      }, refusal: (take, .name("empty")))
  }

  static let mutex = lock("mutex", permits: 1) { _ in .null }
  static let ownedMutex = lock("owned-mutex", permits: 1) { .text("\($0.process)") }
  static let semaphore = lock("semaphore", permits: 2) { _ in .null }

  /// The state is the list of who holds a permit.
  private static func lock(
    _ name: String, permits: Int, holder: @escaping @Sendable (Operation) -> HistoryValue
  ) -> PlainModel {
    PlainModel(
      name: name, firsts: [.list([])], prelude: permits > 1 ? ("init", .int(permits)) : nil,
      draw: { random, _ in
        let argument: HistoryValue = permits > 1 ? number(1...2, &random) : .null
        return (Bool.random(using: &random) ? "acquire" : "release", argument, argument)
      },
      effect: { state, call in
        var held = state.elements ?? []
        let (count, who) = (call.argument.int ?? 1, holder(call))
        switch call.function {
        case "init": return [state]
        case "acquire": return held.count + count > permits ? [] : [.list(held + Array(repeating: who, count: count))]
        default:
          for _ in 0..<count {
            guard let place = held.firstIndex(of: who) else { return [] }
            held.remove(at: place)
          }
          return [.list(held)]
        }
      })
  }

  static func set(_ name: String) -> PlainModel {
    PlainModel(
      name: name, firsts: [.set([])],
      draw: { random, _ in
        let value = number(0...2, &random)
        let whole = (0...2).filter { _ in Bool.random(using: &random) }.map(HistoryValue.int)
        switch choice(0...5, &random) {
        case 0...1: return ("add", value, value)
        case 2: return ("remove", value, value)
        case 3: return ("contains", value, .bool(Bool.random(using: &random)))
        default: return ("read", .null, .list(whole))
        }
      },
      effect: { state, call in
        let values = Set(state.members ?? [])
        switch call.function {
        case "add": return [.set(values.union([call.argument]))]
        case "remove": return [.set(values.subtracting([call.argument]))]
        case "contains": return call.answer.map { $0 == .bool(values.contains(call.argument)) } ?? true ? [state] : []
        default: return call.answer.map { Set($0.members ?? []) == values } ?? true ? [state] : []
        }
      })
  }

  static let counter = PlainModel(
    name: "counter", firsts: [.int(0)],
    draw: { random, _ in
      let amount = number(-1...2, &random)
      switch choice(0...4, &random) {
      case 0...1: return ("add", amount, amount)
      case 2: return ("add-and-get", amount, number(0...3, &random))
      default: return ("read", .null, number(0...3, &random))
      }
    },
    effect: { state, call in
      let sum = (state.int ?? 0) + (call.function == "read" ? 0 : call.argument.int ?? 0)
      if call.function != "add", let answer = call.answer, answer != .int(sum) { return [] }
      return [.int(sum)]
    })

  /// Two accounts. Reads find three or four in all; without a read, there was enough.
  static let bank = PlainModel(
    name: "bank", firsts: ([(16, 16)] + (3...4).flatMap { whole in (0...whole).map { ($0, whole - $0) } }).map { one, other in
      .map([.int(0): .int(one), .int(1): .int(other)])
    },
    draw: { random, _ in
      let from = Int.random(in: 0...1, using: &random)
      let whole = Int.random(in: 0...9, using: &random) == 0 ? 3 : 4
      let balance = Int.random(in: 0...whole, using: &random)
      let transfer = HistoryValue.map([.name("from"): .int(from), .name("to"): .int(1 - from), .name("amount"): number(1...2, &random)])
      if Bool.random(using: &random) { return ("transfer", transfer, transfer) }
      return ("read", .null, .map([.int(0): .int(balance), .int(1): .int(whole - balance)]))
    },
    effect: { state, call in
      guard case .map(var balances) = state else { return [] }
      if call.function == "read" { return call.answer ?? state == state ? [state] : [] }
      guard let from = call.argument["from"], let to = call.argument["to"], let amount = call.argument["amount"]?.int else { return [] }
      guard let source = balances[from]?.int, source >= amount else { return [] }
      balances[from] = .int(source - amount)
      balances[to] = .int((balances[to]?.int ?? 0) + amount)
      return [.map(balances)]
    })

  static func choice(_ range: ClosedRange<Int>, _ random: inout SplitMix) -> Int { Int.random(in: range, using: &random) }
  static func number(_ range: ClosedRange<Int>, _ random: inout SplitMix) -> HistoryValue { .int(Int.random(in: range, using: &random)) }
}
