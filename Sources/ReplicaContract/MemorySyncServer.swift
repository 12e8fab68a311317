import Synchronization

/// The kit's server: right, in memory, and shared by the devices of a case. It can be told what goes wrong during the next sync.
public final class MemorySyncServer: SyncServer {
  /// What one sync did.
  public struct Traffic: Sendable, Equatable {
    /// The calls that arrived or were lost on their way.
    public var calls = 0
    /// The changes that the device sent.
    public var pushed = 0
    /// The records that the device was sent.
    public var pulled = 0
    /// Whether ``SyncTrouble`` had an effect.
    public var met = false
    /// Whether the device's token was older than deletions that the server has forgotten.
    public var wasAwayForLong = false
  }

  fileprivate struct State {
    /// Every save, in order: the tag of a version is its place, from 1.
    var saves: [SyncRecord] = []
    /// The tag of each record's latest version.
    var latest: [String: Int64] = [:]
    /// The tags of the versions that are only traces of deletions.
    var tombstones: Set<Int64> = []
    /// How often tombstones were forgotten, and the highest tag of one.
    var expiries = 0
    var forgotten: Int64 = 0
    var trouble = SyncTrouble.none
    var traffic = Traffic()
    /// Whether the line is dead, as this error.
    var dead: (any Error)?
    /// How many changes were offered, and the names of those that are refused.
    var offered = 0
    var refused: Set<String> = []
    var meanwhile: (call: Int, work: @Sendable () async -> Void)?
  }

  private let state = Mutex(State())

  /// An empty server.
  public init() {}

  /// Prepares the next sync.
  /// - Parameters:
  ///   - trouble: what goes wrong.
  ///   - meanwhile: what happens while the call of this number is on its way.
  public func prepare(_ trouble: SyncTrouble = .none, meanwhile: (call: Int, work: @Sendable () async -> Void)? = nil) {
    state.withLock { state in
      state.trouble = trouble
      state.traffic = Traffic()
      state.dead = nil
      state.offered = 0
      state.refused = []
      state.meanwhile = meanwhile
    }
  }

  /// Forgets the deletions whose tombstones it has. Devices that have not fetched them have stale tokens from then on.
  /// - Returns: how many it has forgotten.
  public func expireTombstones() -> Int {
    state.withLock { state in
      let expired = state.latest.filter { state.tombstones.contains($0.value) }
      for (name, tag) in expired {
        state.latest[name] = nil
        state.forgotten = max(state.forgotten, tag)
      }
      if !expired.isEmpty { state.expiries += 1 }
      return expired.count
    }
  }

  /// What the sync since ``prepare(_:meanwhile:)`` did.
  public var traffic: Traffic { state.withLock { $0.traffic } }

  /// The names and bodies of the latest versions together, in bytes of UTF-8.
  public var sizeBytes: Int {
    state.withLock { state in
      state.latest.reduce(0) { $0 + $1.key.utf8.count + state.saves[Int($1.value) - 1].body.utf8.count }
    }
  }

  /// The latest versions, in the order of their tags.
  public var records: [SyncRecord] {
    state.withLock { state in state.latest.values.sorted().map { state.saves[Int($0) - 1] } }
  }

  public func push(_ changes: [SyncChange]) async throws -> [PushOutcome] {
    let call = try await arrives()
    return try state.withLock { state in
      state.traffic.pushed += changes.count
      var saved = changes[...]
      if case .halfBatch(let count) = state.trouble, changes.count > count {
        saved = changes.prefix(count)
        state.trouble = .none
        state.traffic.met = true
      }
      var outcomes = saved.map { state.save($0) }
      if state.trouble == .repeats, !changes.isEmpty {
        outcomes = saved.map { state.save($0) }
        state.traffic.met = true
      }
      if saved.count < changes.count { throw SyncError.timedOut }
      try state.answers(call)
      return outcomes
    }
  }

  public func pull(after token: String?, limit: Int) async throws -> SyncPage {
    let call = try await arrives()
    return try state.withLock { state in
      if state.trouble == .forgetsToken, token != nil {
        state.trouble = .none
        state.traffic.met = true
        throw SyncError.staleToken
      }
      let first = try state.place(of: token)
      var page = state.page(after: first, limit: limit)
      state.change(&page, after: token)
      state.traffic.pulled += page.records.count
      try state.answers(call)
      return page
    }
  }

  /// Counts the call, and lets happen what happens meanwhile.
  /// - Returns: its number.
  private func arrives() async throws -> Int {
    let (call, meanwhile) = try state.withLock { state in
      let call = state.traffic.calls
      state.traffic.calls += 1
      switch state.trouble {
      case .losesRequest(call): state.dead = SyncError.offline
      case .endsBefore(call): state.dead = DeviceEnded()
      case .limitsRate(let calls) where call >= calls: state.dead = SyncError.rateLimited
      default: break
      }
      if let dead = state.dead {
        state.traffic.met = true
        throw dead
      }
      return (call, state.meanwhile?.call == call ? state.meanwhile?.work : nil)
    }
    if let meanwhile {
      state.withLock { $0.traffic.met = true }
      await meanwhile()
    }
    return call
  }
}

extension MemorySyncServer.State {
  fileprivate mutating func save(_ change: SyncChange) -> PushOutcome {
    if case .refuses(let number) = trouble {
      if offered == number { refused.insert(change.name) }
      offered += 1
      if refused.contains(change.name) {
        traffic.met = true
        return .refused(reason: "the server does not accept this record")
      }
    }
    let tag = latest[change.name] ?? 0
    if let based = change.basedOn, based != tag {
      // A record that is based on a version which never was is new.
      return tag > 0 ? .conflict(saves[Int(tag) - 1]) : .refused(reason: "there is no version \(based) of the record")
    }
    let new = Int64(saves.count) + 1
    saves.append(SyncRecord(name: change.name, body: change.body, tag: new))
    latest[change.name] = new
    if change.isTombstone { tombstones.insert(new) }
    return .saved(tag: new)
  }

  /// A token has the tag of the last record that was fetched, and after the first expiry how many there were: t7-1.
  private func token(_ tag: Int64) -> String { expiries == 0 ? "t\(tag)" : "t\(tag)-\(expiries)" }

  /// The tag that a token stands for.
  /// - Throws: ``SyncError/staleToken`` if deletions were forgotten since that it does not cover.
  fileprivate mutating func place(of token: String?) throws -> Int64 {
    guard let parts = token?.dropFirst().split(separator: "-"), let tag = parts.first.flatMap({ Int64($0) }) else { return 0 }
    let seen = parts.dropFirst().first.flatMap { Int($0) } ?? 0
    guard seen < expiries, tag < forgotten else { return tag }
    traffic.wasAwayForLong = true
    throw SyncError.staleToken
  }

  fileprivate func page(after first: Int64, limit: Int) -> SyncPage {
    var size = max(1, limit)
    if case .shortPages(let short) = trouble { size = min(size, max(1, short)) }
    let tags = latest.values.filter { $0 > first }.sorted()
    let chosen = tags.prefix(size)
    return SyncPage(
      records: chosen.map { saves[Int($0) - 1] }, token: token(chosen.last ?? first), isLast: chosen.count == tags.count)
  }

  /// What goes wrong with an answer.
  fileprivate mutating func change(_ page: inout SyncPage, after token: String?) {
    switch trouble {
    case .emptyPage where !page.records.isEmpty:
      trouble = .none
      traffic.met = true
      page = SyncPage(records: [], token: token ?? self.token(0), isLast: false)
    case .repeats where !page.records.isEmpty:
      traffic.met = true
      page.records += page.records
    case .reorders where !page.records.isEmpty:
      traffic.met = true
      let older = page.records.compactMap { record in saves.last { $0.name == record.name && $0.tag < record.tag } }
      page.records = page.records.reversed() + older
    case .shortPages where !page.isLast: traffic.met = true
    default: break
    }
  }

  /// - Throws: where the answer does not arrive.
  fileprivate mutating func answers(_ call: Int) throws {
    switch trouble {
    case .losesAnswer(call):
      dead = SyncError.offline
      traffic.met = true
      throw SyncError.timedOut
    case .endsAfter(call):
      dead = DeviceEnded()
      traffic.met = true
      throw DeviceEnded()
    default: break
    }
  }
}
