import ReplicaContract

/// The answer to a call.
struct ReplicaAnswer: Sendable, Encodable {
  /// The contents of `ok`.
  struct Success: Sendable, Encodable {
    var outcomes: [Outcome]?
    var records: [Record]?
    var token: String?
    var isLast: Bool?
    var texts: [String: String]?
  }

  struct Record: Sendable, Encodable {
    let name: String
    let body: String
    let tag: Int64

    init(_ record: SyncRecord) { (name, body, tag) = (record.name, record.body, record.tag) }
  }

  /// One member is there.
  struct Outcome: Sendable, Encodable {
    var saved: Int64?
    var conflict: Record?
    var refused: String?

    init(_ outcome: PushOutcome) {
      switch outcome {
      case .saved(let tag): saved = tag
      case .conflict(let record): conflict = Record(record)
      case .refused(let reason): refused = reason
      }
    }
  }

  let call: Int
  var ok: Success?
  var err: WireError?
}

/// What went wrong, in either direction.
struct WireError: Error, Sendable, Codable {
  enum Code: String, Sendable, Codable, CaseIterable {
    case offline, timedOut, rateLimited, staleToken, refused, missing, present, undeclared, failed
  }

  let code: Code
  /// The records that the server refuses.
  var names: [String]?
  /// For people.
  var message: String?

  init(_ error: SyncError) {
    switch error {
    case .offline: code = .offline
    case .timedOut: code = .timedOut
    case .rateLimited: code = .rateLimited
    case .staleToken: code = .staleToken
    case .refused(let names):
      code = .refused
      self.names = names
    }
  }

  init(failed message: String) {
    code = .failed
    self.message = message
  }

  /// The error of the contract; nil: the adapter failed.
  var meaning: (any Error)? {
    switch code {
    case .offline: SyncError.offline
    case .timedOut: SyncError.timedOut
    case .rateLimited: SyncError.rateLimited
    case .staleToken: SyncError.staleToken
    case .refused: SyncError.refused(names: names ?? [])
    case .missing: ReplicaError.missing(message ?? "?")
    case .present: ReplicaError.present(message ?? "?")
    case .undeclared: ReplicaError.undeclared(message ?? "the edit")
    case .failed: nil
    }
  }
}
