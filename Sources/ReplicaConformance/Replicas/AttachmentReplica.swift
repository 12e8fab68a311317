import ReplicaContract

/// A reference replica whose records have attachments, which the server keeps as records of their own. An attachment goes before its record,
/// and one that no record needs any more goes after the record that replaced it. So each record that the server has can be read whole.
public actor AttachmentReplica: Replica {
  public nonisolated let capabilities: ReplicaCapabilities
  private let base: MergingReplica
  private let place: ReplicaPlace
  private let habits: AttachmentHabits
  private let names: AttachmentNames
  /// The attachments of the server, as far as it is known.
  private var attachments: [String: String]
  /// What each record of the server needs.
  private var needed: [String: AttachmentKey]

  /// Opens the replica at `place`, with what an earlier one left there.
  /// - Throws: what the disk throws.
  public init(_ place: ReplicaPlace) async throws { try await self.init(place, AttachmentHabits()) }

  init(_ place: ReplicaPlace, _ habits: AttachmentHabits) async throws {
    self.place = place
    self.habits = habits
    names = AttachmentNames(field: "photo")
    var sync = SyncHabits()
    // An answer with the record of another device can be read only if its attachment has come.
    sync.fetchesFirst = true
    base = try await MergingReplica(place, .attachments, sync)
    capabilities = base.capabilities
    (attachments, needed) = ([:], [:])
    for (name, text) in try await place.disk.read() {
      if name.hasPrefix("attachment/") { attachments[String(name.dropFirst(11))] = text }
      if name.hasPrefix("needed/") { needed[String(name.dropFirst(7))] = AttachmentKey(text) }
    }
  }

  public func perform(_ edit: ReplicaEdit) async throws { try await base.perform(edit) }
  public func contents() async throws -> ReplicaContents { try await base.contents() }
  public func close() async throws { try await base.close() }

  public func sync(with server: any SyncServer) async throws {
    try await base.sync(with: SplittingServer(replica: self, server: server))
    if habits.removesObsolete { try await removeObsolete(from: server) }
  }

  /// Empties the attachments that were replaced, or whose record was deleted.
  private func removeObsolete(from server: any SyncServer) async throws {
    let obsolete = attachments.keys.sorted().filter { name in
      guard let (record, key) = names.parts(of: name), let present = needed[record] else { return false }
      return key < present
    }
    if obsolete.isEmpty { return }
    let outcomes = try await server.push(obsolete.map { SyncChange(name: $0, body: "", basedOn: nil, isTombstone: true) })
    for case (let name, .saved) in zip(obsolete, outcomes) { attachments[name] = nil }
    try await save(obsolete, [])
  }

  fileprivate func push(_ changes: [SyncChange], to server: any SyncServer) async throws -> [PushOutcome] {
    var wanted: [String: AttachmentKey] = [:]
    var added: [String: (record: String, body: String)] = [:]
    for change in changes {
      guard let (key, content) = names.need(of: change.body) else { continue }
      wanted[change.name] = key
      let name = names.name(change.name, key)
      if let content, attachments[name] == nil { added[name] = (change.name, content) }
    }
    var refused: [String: String] = [:]
    if habits.sendsAttachmentsFirst { refused = try await pushAttachments(added, to: server) }
    let sent = changes.filter { refused[$0.name] == nil }
    let outcomes = sent.isEmpty ? [] : try await server.push(sent.map { names.alone($0) })
    if !habits.sendsAttachmentsFirst { _ = try await pushAttachments(added, to: server) }
    var answers = refused.mapValues { PushOutcome.refused(reason: $0) }
    for (change, outcome) in zip(sent, outcomes) {
      answers[change.name] = outcome
      if case .saved = outcome { needed[change.name] = wanted[change.name] }
      guard case .conflict(var remote) = outcome else { continue }
      guard let whole = names.whole(remote.body, of: remote.name, attachments) else { throw SyncError.timedOut }
      remote.body = whole
      answers[change.name] = .conflict(remote)
    }
    try await save([], sent.map(\.name))
    return changes.map { answers[$0.name] ?? .refused(reason: "its attachment was refused") }
  }

  /// - Parameter added: by names of attachments.
  /// - Returns: the records whose attachments the server refused, with its reasons.
  private func pushAttachments(
    _ added: [String: (record: String, body: String)], to server: any SyncServer
  ) async throws -> [String: String] {
    let new = added.sorted { $0.key < $1.key }
    if new.isEmpty { return [:] }
    var refused: [String: String] = [:]
    let outcomes = try await server.push(new.map { SyncChange(name: $0.key, body: $0.value.body, basedOn: nil) })
    for ((name, attachment), outcome) in zip(new, outcomes) {
      if case .refused(let reason) = outcome { refused[attachment.record] = reason } else { attachments[name] = attachment.body }
    }
    try await save(new.map(\.key), [])
    return refused
  }

  fileprivate func pull(after token: String?, limit: Int, from server: any SyncServer) async throws -> SyncPage {
    var page = try await server.pull(after: token, limit: limit)
    let (files, records) = (page.records.filter { names.parts(of: $0.name) != nil }, page.records.filter { names.parts(of: $0.name) == nil })
    let known = attachments
    // Of two versions the empty one is the later.
    for file in files.sorted(by: { $0.tag < $1.tag }) { attachments[file.name] = file.body.isEmpty ? nil : file.body }
    for record in records { needed[record.name] = [needed[record.name], names.need(of: record.body)?.key].compactMap { $0 }.max() }
    try await save(files.map(\.name), records.map(\.name))
    page.records = records.compactMap { record in
      var record = record
      // An older version may need what is gone. The present one comes too.
      let whole = names.whole(record.body, of: record.name, habits.waitsForAttachments ? attachments : known)
      guard let body = whole ?? (habits.waitsForAttachments ? nil : record.body) else { return nil }
      record.body = body
      return record
    }
    return page
  }

  private func save(_ files: [String], _ records: [String]) async throws {
    var changes: [String: String?] = [:]
    for name in files { changes["attachment/" + name] = .some(attachments[name]) }
    for name in records { changes["needed/" + name] = .some(needed[name]?.description) }
    try await place.disk.write(changes)
  }
}

/// A server whose records are whole, over one that keeps attachments apart.
private struct SplittingServer: SyncServer {
  let replica: AttachmentReplica
  let server: any SyncServer

  func push(_ changes: [SyncChange]) async throws -> [PushOutcome] { try await replica.push(changes, to: server) }
  func pull(after token: String?, limit: Int) async throws -> SyncPage {
    try await replica.pull(after: token, limit: limit, from: server)
  }
}

/// What an ``AttachmentReplica`` does. By default it does what is right; each alternative is a mistake that people make.
struct AttachmentHabits: Sendable {
  var sendsAttachmentsFirst = true
  /// Whether a record is read only with its attachment.
  var waitsForAttachments = true
  var removesObsolete = true
}
