import ReplicaContract
import Synchronization

@testable import ReplicaConformance

/// Mistakes that were written down before the laws were, and that no law names: what the laws catch of what nobody told them.
struct HeldOutReplica: Sendable {
  let id: String
  let format: ReplicaFormat
  /// Between a device and its server; a new one each time a replica is opened.
  let between: @Sendable () -> ServerHooks
  /// Rules with a memory of their own; nil: those of the format.
  let session: (@Sendable () -> ReplicaFormat)?

  init(
    _ id: String, _ format: ReplicaFormat = .fields(), session: (@Sendable () -> ReplicaFormat)? = nil,
    between: @escaping @Sendable () -> ServerHooks = { ServerHooks() }
  ) {
    (self.id, self.format, self.session, self.between) = (id, format, session, between)
  }

  func open(_ place: ReplicaPlace) async throws -> any Replica {
    HookedReplica(try await MergingReplica(place, session?() ?? format), between())
  }

  private static func fields(_ id: String, _ change: (inout FieldRules) -> Void) -> HeldOutReplica {
    var rules = FieldRules()
    change(&rules)
    return HeldOutReplica(id, .fields(["title", "note"], rules))
  }

  private static func stamped(_ id: String, _ precedes: @escaping @Sendable (ClockStamp, ClockStamp) -> Bool) -> HeldOutReplica {
    fields(id) { rules in
      rules.merge = { here, there in
        var merged = here.merged(with: there)
        guard here.life == there.life else { return merged }
        merged.fields = here.fields.merging(there.fields) { precedes($0.stamp, $1.stamp) ? $1 : $0 }
        return merged
      }
    }
  }

  static let all: [HeldOutReplica] = rules + lists + servers

  static let rules: [HeldOutReplica] = [
    fields("insertsWithOldStamps") { rules in
      rules.insert = { before, fields, stamp in
        FieldRecord(
          life: (before?.life ?? 0) + 1, isDeleted: false,
          fields: fields.mapValues { StampedValue(value: $0, stamp: before?.newest ?? stamp) })
      }
    },
    stamped("comparesDevicesFirst") { ($0.device, $0.time, $0.count) < ($1.device, $1.time, $1.count) },
    stamped("comparesCountsAsText") { ($0.time, "\($0.count)", $0.device) < ($1.time, "\($1.count)", $1.device) },
    fields("ignoresStampsOfOthers") { rules in
      rules.stamp = { newest, context in .next(after: newest?.device == context.device ? newest : nil, context) }
    },
    fields("lettingTheServerDecideOnDeletions") { rules in
      rules.merge = { here, there in
        var merged = here.merged(with: there)
        if here.life == there.life { merged.isDeleted = there.isDeleted }
        return merged
      }
    },
    HeldOutReplica("forgetsTheClock", session: {
      let baseline = Mutex<ClockStamp??>(nil)
      var rules = FieldRules()
      rules.stamp = { newest, context in
        let before = baseline.withLock { known in
          if known == nil { known = .some(newest) }
          return known ?? nil
        }
        return .next(after: newest == before ? nil : newest, context)
      }
      return .fields(["title", "note"], rules)
    }),
    HeldOutReplica("dropsTombstonesOfTheUnsent", {
      var format = ReplicaFormat.fields()
      let change = format.change
      format.change = { edit, records, context in
        if case .delete(let id) = edit, records[id]?.tag == 0 { return [id: nil] }
        return try change(edit, records, context)
      }
      return format
    }()),
  ]

  static let lists: [HeldOutReplica] = [
    HeldOutReplica("numbersPerSession", .list, session: {
      let count = Mutex(0)
      var rules = ListRules()
      rules.next = { known, device in
        let others = known.filter { $0.device != device }.map(\.number).max() ?? 0
        return ElementID(number: max(others, count.withLock { $0 += 1; return $0 }), device: device)
      }
      return .list(rules)
    }),
    HeldOutReplica("movesOrphansToTheBeginning", {
      var rules = ListRules()
      let order = rules.order
      rules.order = { elements in
        let removed = Set(elements.filter(\.isRemoved).map(\.id))
        return order(elements.map { element in
          guard let parent = element.parent, removed.contains(parent) else { return element }
          return ListElement(id: element.id, value: element.value, parent: nil)
        })
      }
      return .list(rules)
    }()),
    HeldOutReplica("ordersByArrival", {
      var format = ReplicaFormat.list
      format.contents = { records in
        let tags = records.mapValues { $0.tag == 0 ? Int64.max : $0.tag }
        let elements = records.values.compactMap { ListElement($0.body) }
        let ordered = ListRules.walk(elements) { $0.sorted { (tags[$1.id.name] ?? 0, $1.id) < (tags[$0.id.name] ?? 0, $0.id) } }
        return ReplicaContents(list: ordered.filter { !$0.isRemoved }.map(\.value))
      }
      return format
    }()),
    HeldOutReplica("dropsElementsWithoutTheirParent", .list, between: {
      let known = Mutex<Set<String>>([])
      var hooks = ServerHooks()
      hooks.push = { changes, carryOut in
        known.withLock { $0.formUnion(changes.map(\.name)) }
        return try await carryOut(changes)
      }
      hooks.pulled = { page in
        page.records = page.records.filter { record in
          known.withLock { names in
            guard let parent = ListElement(record.body)?.parent else { return names.insert(record.name).inserted || true }
            if names.contains(parent.name) { names.insert(record.name) }
            return names.contains(parent.name)
          }
        }
      }
      return hooks
    }),
  ]

  static let servers: [HeldOutReplica] = [
    HeldOutReplica("sendsTheLastFieldAlone", between: {
      let sent = Mutex<[String: FieldRecord]>([:])
      var hooks = ServerHooks()
      hooks.push = { changes, carryOut in
        try await carryOut(changes.map { change in
          guard var record = FieldRecord(change.body), let newest = record.newest else { return change }
          sent.withLock { sent in
            if var before = sent[change.name], before.life == record.life, !record.isDeleted {
              for (name, value) in record.fields where value.stamp == newest { before.fields[name] = value }
              record = before
            }
            sent[change.name] = record
          }
          return SyncChange(name: change.name, body: record.body, basedOn: change.basedOn)
        })
      }
      return hooks
    }),
    HeldOutReplica("sendsAgainUnderAnotherName", between: {
      let again = Mutex(false)
      var hooks = ServerHooks()
      hooks.push = { changes, carryOut in
        let isAgain = again.withLock { $0 }
        do {
          let outcomes = try await carryOut(
            isAgain ? changes.map { SyncChange(name: $0.name + "2", body: $0.body, basedOn: nil) } : changes)
          again.withLock { $0 = false }
          return outcomes
        } catch SyncError.timedOut {
          again.withLock { $0 = true }
          throw SyncError.timedOut
        }
      }
      return hooks
    }),
    HeldOutReplica("neverTriesTheRefusedAgain", between: {
      let refused = Mutex<Set<String>>([])
      var hooks = ServerHooks()
      hooks.push = { changes, carryOut in
        let kept = refused.withLock { $0 }
        let asked = changes.filter { !kept.contains($0.name) }
        var outcomes = (asked.isEmpty ? [] : try await carryOut(asked))[...]
        return changes.map { change in
          if kept.contains(change.name) { return .refused(reason: "as before") }
          let outcome = outcomes.popFirst() ?? .refused(reason: "")
          if case .refused = outcome { refused.withLock { _ = $0.insert(change.name) } }
          return outcome
        }
      }
      return hooks
    }),
    HeldOutReplica("createsTheDeletedAlive", between: {
      let known = Mutex<Set<String>>([])
      var hooks = ServerHooks()
      hooks.push = { changes, carryOut in
        known.withLock { $0.formUnion(changes.map(\.name)) }
        return try await carryOut(changes)
      }
      hooks.pulled = { page in
        page.records = page.records.map { record in
          guard known.withLock({ $0.insert(record.name).inserted }), var body = FieldRecord(record.body) else { return record }
          body.isDeleted = false
          return SyncRecord(name: record.name, body: body.body, tag: record.tag)
        }
      }
      return hooks
    }),
    HeldOutReplica("reportsAFailedFetchAsDone", between: {
      var hooks = ServerHooks()
      hooks.swallowsPulls = true
      return hooks
    }),
    HeldOutReplica("clearsTheServer", between: {
      var hooks = ServerHooks()
      hooks.clears = true
      return hooks
    }),
  ]
}

/// What happens between a replica and its server.
struct ServerHooks: Sendable {
  typealias Push = @Sendable ([SyncChange]) async throws -> [PushOutcome]

  var push: @Sendable ([SyncChange], Push) async throws -> [PushOutcome] = { changes, carryOut in try await carryOut(changes) }
  var pulled: @Sendable (inout SyncPage) -> Void = { _ in }
  var swallowsPulls = false
  /// A push of deletions alone deletes everything that the server has.
  var clears = false
}

private struct HookedServer: SyncServer {
  let base: any SyncServer
  let hooks: ServerHooks

  func push(_ changes: [SyncChange]) async throws -> [PushOutcome] {
    let outcomes = try await hooks.push(changes) { try await base.push($0) }
    if hooks.clears, changes.allSatisfy({ FieldRecord($0.body)?.isDeleted == true }) {
      let all = try await base.pull(after: nil, limit: 100).records.filter { record in !changes.contains { $0.name == record.name } }
      let cleared = all.compactMap { record -> SyncChange? in
        guard var body = FieldRecord(record.body), !body.isDeleted else { return nil }
        body.isDeleted = true
        return SyncChange(name: record.name, body: body.body, basedOn: nil)
      }
      if !cleared.isEmpty { _ = try await base.push(cleared) }
    }
    return outcomes
  }

  func pull(after token: String?, limit: Int) async throws -> SyncPage {
    do {
      var page = try await base.pull(after: token, limit: limit)
      hooks.pulled(&page)
      return page
    } catch is SyncError where hooks.swallowsPulls {
      return SyncPage(records: [], token: token ?? "t0", isLast: true)
    }
  }
}

private actor HookedReplica: Replica {
  nonisolated let capabilities: ReplicaCapabilities
  private let base: MergingReplica
  private let hooks: ServerHooks

  init(_ base: MergingReplica, _ hooks: ServerHooks) {
    self.base = base
    self.hooks = hooks
    capabilities = base.capabilities
  }

  func perform(_ edit: ReplicaEdit) async throws { try await base.perform(edit) }
  func contents() async throws -> ReplicaContents { try await base.contents() }
  func sync(with server: any SyncServer) async throws { try await base.sync(with: HookedServer(base: server, hooks: hooks)) }
  func close() async throws { try await base.close() }
}
