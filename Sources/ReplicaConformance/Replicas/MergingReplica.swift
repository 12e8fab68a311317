import Foundation
import ReplicaContract
import Synchronization

/// A reference replica: records with names, each of which merges with any other version of itself.
///
/// The format says what is in a record; the replica keeps the records, sends those that changed and takes in what others sent. A sync
/// pushes, pulls, and pushes what came of merging. What it keeps is on the disk before a call returns.
public actor MergingReplica: Replica {
  public nonisolated let capabilities: ReplicaCapabilities
  private let place: ReplicaPlace
  private let format: ReplicaFormat
  private let habits: SyncHabits
  private var records: [String: KeptRecord] = [:] { didSet { shown = nil } }
  /// What the records show, once somebody has asked.
  private var shown: ReplicaContents?
  private var token: String?
  /// What the names on the disk begin with: each account has its own.
  private let prefix: String
  private let tokenName: String
  /// Whether something is being written, and who waits for that: an older state must not replace a newer one on the disk.
  private var isWriting = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  static let batchSize = 4
  static let pageSize = 5

  /// Opens the replica at `place`, with what an earlier one left there.
  /// - Throws: what the disk throws.
  public init(_ place: ReplicaPlace, _ format: ReplicaFormat) async throws {
    try await self.init(place, format, SyncHabits())
  }

  init(_ place: ReplicaPlace, _ format: ReplicaFormat, _ habits: SyncHabits) async throws {
    self.place = place
    self.format = place.isOldApp ? format.older?() ?? format : format
    self.habits = habits
    capabilities = format.capabilities
    let prefix = habits.accounts == .sharesRecords ? "" : place.account.map { $0 + "/" } ?? ""
    self.prefix = prefix
    tokenName = habits.accounts == .sharesToken ? "token" : prefix + "token"
    let kept = try await place.disk.read()
    for (name, text) in kept {
      if name == tokenName { token = text }
      guard name.hasPrefix(prefix + "r/"), var record = BodyText.value(KeptRecord.self, of: text) else { continue }
      if !habits.remembersPending { record.isPending = false }
      records[String(name.dropFirst(prefix.count + 2))] = record
    }
    if habits.accounts == .clearsOthers {
      try await place.disk.write(kept.filter { !$0.key.hasPrefix(prefix) }.mapValues { _ in nil })
    }
  }

  public func perform(_ edit: ReplicaEdit) async throws {
    let context = EditContext(device: place.device, clock: place.clock.milliseconds)
    guard try contents().after(edit) != nil else { throw Self.misfit(edit) }
    let bodies = try format.change(edit, records, context)
    // The server may have forgotten the tombstone that an insertion follows.
    var isNew = false
    if case .insert = edit { isNew = capabilities.expiresTombstones }
    for (name, body) in bodies {
      if let body {
        let tag = isNew ? 0 : records[name]?.tag ?? 0
        records[name] = KeptRecord(body: body, isPending: true, tag: tag, isNew: isNew || records[name]?.isNew == true)
      } else {
        records[name] = nil
      }
    }
    if habits.writesEditsAtOnce { try await save(Array(bodies.keys)) }
  }

  public func contents() throws -> ReplicaContents {
    if let shown { return shown }
    let contents = try format.contents(records)
    shown = contents
    return contents
  }

  public func close() async throws {}

  public func sync(with server: any SyncServer) async throws {
    if habits.sendsAllEachTime { for name in records.keys { records[name]?.isPending = true } }
    do {
      if habits.fetchesFirst { _ = try await pull(from: server) }
      let refused = try await push(to: server)
      let forgotten = try await pull(from: server)
      let rest = refused.subtracting(forgotten)
      let refusedNow = habits.sendsOneBatch ? rest : try await push(to: server, besides: rest)
      if habits.onRefusal != .drops, !refusedNow.isEmpty { throw SyncError.refused(names: refusedNow.sorted()) }
    } catch is SyncError where habits.swallowsErrors {
    }
  }

  /// Sends what is pending.
  /// - Parameter refused: what the server refuses, as this sync has learnt.
  /// - Returns: the same, with what it refused now.
  private func push(to server: any SyncServer, besides refused: Set<String> = []) async throws -> Set<String> {
    var refused = refused
    for _ in 0..<100 {
      let sent = nextBatch(besides: refused)
      if sent.isEmpty { return refused }
      if habits.settles == .beforeSending { for change in sent { records[change.name]?.isPending = false } }
      do {
        let outcomes = try await server.push(sent)
        for (change, outcome) in zip(sent, outcomes) { settle(change, outcome, &refused) }
      } catch SyncError.rateLimited where habits.dropsWhenRateLimited {
        for change in sent { records[change.name]?.isPending = false }
      }
      try await save(sent.map(\.name))
      if habits.settles == .afterWriting { for change in sent { records[change.name]?.isPending = false } }
      if habits.onRefusal == .stops, !refused.isEmpty { throw SyncError.refused(names: refused.sorted()) }
      if habits.sendsOneBatch { return refused }
    }
    throw SyncError.timedOut
  }

  /// In the order of names. Of what has to stay in order, one goes at a time.
  private func nextBatch(besides refused: Set<String>) -> [SyncChange] {
    var lanes = Set(refused.map { lane($0) })
    var batch: [SyncChange] = []
    for (name, record) in records.sorted(by: { $0.key < $1.key }) where record.isPending && !refused.contains(name) {
      guard lanes.insert(lane(name)).inserted else { continue }
      let based: Int64? = habits.onConflict == .overwrites ? nil : record.tag
      let isTombstone = capabilities.expiresTombstones && format.isTombstone(record.body)
      batch.append(SyncChange(name: name, body: record.body, basedOn: based, isTombstone: isTombstone))
      if batch.count == Self.batchSize { break }
    }
    return batch
  }

  private func lane(_ name: String) -> String { records[name].map { format.lane(name, $0.body) } ?? name }

  private func settle(_ change: SyncChange, _ outcome: PushOutcome, _ refused: inout Set<String>) {
    let name = change.name
    switch outcome {
    case .saved(let tag):
      records[name]?.tag = tag
      records[name]?.isNew = false
      // The user may have changed it meanwhile.
      if records[name]?.body == change.body || habits.settles == .whateverWasChanged { records[name]?.isPending = false }
    case .conflict(let remote):
      switch habits.onConflict {
      case .merges, .overwrites: take(remote)
      case .takesTheirs: records[name] = KeptRecord(body: remote.body, isPending: false, tag: remote.tag)
      case .keepsOurs: records[name]?.tag = remote.tag
      }
    case .refused:
      refused.insert(name)
      if habits.onRefusal == .drops { records[name]?.isPending = false }
    }
  }

  /// Fetches what is new. If deletions can be forgotten, a fetch from the beginning counts only as a whole.
  /// - Returns: the names of the records of which the server has forgotten that they were deleted.
  private func pull(from server: any SyncServer) async throws -> Set<String> {
    if habits.fetchesAllEachTime { token = nil }
    var place = token
    var all: Set<String>? = capabilities.expiresTombstones && place == nil ? [] : nil
    while true {
      let (page, snapshot): (SyncPage, [String: KeptRecord])
      do {
        snapshot = records
        page = try await server.pull(after: place, limit: Self.pageSize)
      } catch SyncError.staleToken where place != nil {
        switch habits.onStaleToken {
        case .beginsAgain: break
        case .givesUp: return []
        case .forgetsEverything:
          let names = Array(records.keys)
          (records, token) = ([:], nil)
          try await save(names)
        }
        (place, all) = (nil, capabilities.expiresTombstones ? [] : nil)
        continue
      }
      place = page.token
      if habits.mergesIntoSnapshot { records = snapshot }
      if all == nil { token = place }
      if habits.savesTokenFirst { try await save([]) }
      for record in page.records { take(record) }
      all?.formUnion(page.records.map(\.name))
      let isLast = page.isLast || !habits.goesOn(page)
      let forgotten = isLast ? all.map { forgetExpired(besides: $0) } ?? [] : []
      if isLast { token = place }
      try await save(page.records.map(\.name) + forgotten)
      if isLast { return forgotten }
    }
  }

  /// What this device has exchanged and the server does not have was deleted, which wins over edits that are not sent. A record that was
  /// inserted again since is another one.
  /// - Returns: the names of these records.
  private func forgetExpired(besides found: Set<String>) -> Set<String> {
    let missing = records.filter { !found.contains($0.key) }
    for (name, record) in missing where record.tag > 0 && habits.onExpiry != .keeps {
      let isSent = record.isNew || habits.onExpiry == .sendsAgain
      records[name] = isSent ? KeptRecord(body: record.body, isPending: true, tag: 0, isNew: true) : nil
    }
    return Set(missing.keys)
  }

  /// Merges a version from the server into what is here.
  private func take(_ remote: SyncRecord) {
    guard let kept = records[remote.name] else {
      records[remote.name] = KeptRecord(body: remote.body, isPending: false, tag: remote.tag)
      return
    }
    if habits.ignoresNewsOfPending, kept.isPending {
      records[remote.name]?.tag = max(kept.tag, remote.tag)
      return
    }
    let merged = format.merge(kept.body, remote.body)
    let isNews = remote.tag > kept.tag
    records[remote.name] = KeptRecord(
      body: merged, isPending: isNews ? merged != remote.body : kept.isPending || merged != kept.body,
      tag: max(kept.tag, remote.tag), isNew: kept.isNew && merged == kept.body)
  }

  private func save(_ names: [String]) async throws {
    if isWriting { await withCheckedContinuation { waiting.append($0) } } else { isWriting = true }
    defer { if waiting.isEmpty { isWriting = false } else { waiting.removeFirst().resume() } }
    var changes: [String: String?] = [tokenName: token]
    for name in names { changes[prefix + "r/" + name] = .some(records[name].map { BodyText.text(of: $0) }) }
    if !habits.writesEditsAtOnce { for (name, record) in records { changes[prefix + "r/" + name] = BodyText.text(of: record) } }
    try await place.disk.write(changes)
  }

  private static func misfit(_ edit: ReplicaEdit) -> ReplicaError {
    switch edit {
    case .insert(let id, _): .present(id)
    case .update(let id, _, _), .delete(let id): .missing(id)
    case .insertElement(_, let place), .removeElement(let place): .missing("element \(place)")
    }
  }
}

/// A record as a device keeps it.
struct KeptRecord: Sendable, Codable, Equatable {
  var body: String
  /// Whether the server may not have it.
  var isPending: Bool
  /// Of the last version of the server that is merged into it; 0: none.
  var tag: Int64
  /// Whether it was inserted here since the server last had it.
  var isNew = false
}

/// What the body of a record says.
protocol RecordBody: Sendable, Codable, Equatable {}

extension RecordBody {
  init?(_ body: String) {
    guard let value = BodyText.value(Self.self, of: body) else { return nil }
    self = value
  }

  var body: String { BodyText.text(of: self) }
}

/// Reads bodies, and keeps what it has read: a history has few bodies, and every edit and every merge reads them all.
final class BodyReader<Body: RecordBody>: Sendable {
  private static var limit: Int { 1_000 }
  private let known = Mutex<[String: Body]>([:])

  func callAsFunction(_ text: String) -> Body? {
    if let body = known.withLock({ $0[text] }) { return body }
    guard let body = Body(text) else { return nil }
    known.withLock { known in
      if known.count >= Self.limit { known = [:] }
      known[text] = body
    }
    return body
  }
}

/// Values as texts that are equal if the values are.
enum BodyText {
  static func text(of value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // What is encoded here are texts, numbers and truth values.
    guard let data = try? encoder.encode(value) else { return "" }
    return String(decoding: data, as: UTF8.self)
  }

  static func value<Value: Decodable>(_ type: Value.Type, of text: String) -> Value? {
    try? JSONDecoder().decode(type, from: Data(text.utf8))
  }
}
