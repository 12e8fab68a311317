/// The server, the user's cloud or a shared folder: records by name, and a feed of what changed. It merges nothing.
///
/// The calls are those of CloudKit, Firestore or a REST interface at their least: save some records, perhaps only if nobody else has
/// changed them, and ask what has changed since the last time. Peers exchange messages through it as records that nobody changes again.
public protocol SyncServer: Sendable {
  /// Saves changes. The answer has an outcome for each, in their order.
  /// - Throws: ``SyncError``. Some or all of the changes may have been saved nonetheless: see ``SyncError/timedOut``.
  func push(_ changes: [SyncChange]) async throws -> [PushOutcome]

  /// What has changed since `token`: the latest version of each record, in the order of their tags.
  /// - Parameters:
  ///   - token: ``SyncPage/token`` of the last page; nil: from the beginning.
  ///   - limit: the most records of the page. The server may give fewer.
  /// - Throws: ``SyncError``; ``SyncError/staleToken`` if the token is too old. The device then begins with nil. If the server may
  ///   forget deletions, what it lacks then was deleted.
  func pull(after token: String?, limit: Int) async throws -> SyncPage
}

/// A record to save.
public struct SyncChange: Sendable, Hashable {
  /// The record's name on the server.
  public var name: String
  /// What the record holds; the server does not look into it.
  public var body: String
  /// The tag of the version that this change replaces; 0: there must be no such record; nil: whatever is there.
  public var basedOn: Int64?
  /// Whether the record is only the trace of a deletion, which the server may forget when it is old.
  public var isTombstone: Bool

  /// A change from its parts, by default of a record that is no tombstone.
  public init(name: String, body: String, basedOn: Int64?, isTombstone: Bool = false) {
    self.name = name
    self.body = body
    self.basedOn = basedOn
    self.isTombstone = isTombstone
  }
}

/// A record on the server.
public struct SyncRecord: Sendable, Hashable {
  /// The record's name.
  public var name: String
  /// What the record holds.
  public var body: String
  /// The number of the save that made this version, of all saves of the server; from 1.
  public var tag: Int64

  /// A record from its parts.
  public init(name: String, body: String, tag: Int64) {
    self.name = name
    self.body = body
    self.tag = tag
  }
}

/// What became of one change.
public enum PushOutcome: Sendable, Hashable {
  /// It was saved as the version with this tag.
  case saved(tag: Int64)
  /// It was not saved: the server has this version, which the change is not based on.
  case conflict(SyncRecord)
  /// It was not saved, and will not be as long as the reason stands. Other changes of the push are not affected.
  case refused(reason: String)
}

/// The answer to a pull.
public struct SyncPage: Sendable, Hashable {
  /// Records that changed. They may be old news.
  public var records: [SyncRecord]
  /// The token that asks for what comes after this page.
  public var token: String
  /// Whether nothing comes after this page at the moment. A page that is not the last may hold fewer records than asked for, or none.
  public var isLast: Bool

  /// A page from its parts.
  public init(records: [SyncRecord], token: String, isLast: Bool) {
    self.records = records
    self.token = token
    self.isLast = isLast
  }
}

/// Why a call of a server failed, or a whole sync.
public enum SyncError: Error, Sendable, Hashable {
  /// The server was not reached: nothing was done.
  case offline
  /// No answer came: the server may have done it or not, or half of it.
  case timedOut
  /// Too many calls: nothing was done. Try again later.
  case rateLimited
  /// The token is too old: begin again without one.
  case staleToken
  /// Of a sync: the server refuses these records, and everything else was exchanged.
  case refused(names: [String])
}

/// The device ended here, as by a crash: thrown by a server or a disk of a law, never by a real one. Let it pass.
public struct DeviceEnded: Error, Sendable, Hashable {
  /// The end of a device.
  public init() {}
}
