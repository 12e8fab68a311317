import Foundation
import ProcessStorage
import ReplicaContract

/// The messages of docs/replica-protocol.md. Requests go to the adapter and calls come from it; each is answered by its number.
enum ReplicaWire {
  static let spokenProtocol = 1

  /// A message as a line without its end.
  static func line(_ message: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(message)
  }
}

/// What the kit asks an adapter. Members that do not apply are left out.
struct ReplicaRequest: Sendable, Encodable {
  enum Operation: String, Sendable, Encodable {
    case hello, open, contents, insert, update, delete, insertElement, removeElement, sync, close
  }

  var id = 0
  let op: Operation
  var speaks: Int?
  var device: String?
  var directory: String?
  /// Milliseconds since 1970.
  var clock: Int64?
  var record: String?
  var fields: [String: String]?
  var field: String?
  var value: String?
  var at: Int?
  /// Whether the app is an older version.
  var old: Bool?

  private enum CodingKeys: String, CodingKey {
    case old, id, op, device, directory, clock, record, fields, field, value, at
    case speaks = "protocol"
  }

  init(_ operation: Operation) { op = operation }

  init(_ edit: ReplicaEdit) {
    switch edit {
    case .insert(let id, let fields):
      op = .insert
      (record, self.fields) = (id, fields)
    case .update(let id, let field, let value):
      op = .update
      (record, self.field, self.value) = (id, field, value)
    case .delete(let id):
      op = .delete
      record = id
    case .insertElement(let value, let place):
      op = .insertElement
      (self.value, at) = (value, place)
    case .removeElement(let place):
      op = .removeElement
      at = place
    }
  }
}

/// A line from an adapter: the reply to a request, or a call of its server or disk.
struct ReplicaMessage: Sendable, Decodable {
  enum Contents: Sendable {
    case reply(Result<Reply, WireError>)
    case call(Call)
  }

  /// The contents of `ok`: whichever members the request asks for.
  struct Reply: Sendable, Decodable {
    var name: String?
    var speaks: Int?
    var capabilities: WireCapabilities?
    var records: [String: [String: String]]?
    var list: [String]?

    private enum CodingKeys: String, CodingKey {
      case name, capabilities, records, list
      case speaks = "protocol"
    }
  }

  enum Call: Sendable {
    case push([WireChange])
    case pull(after: String?, limit: Int)
    case read
    case write([String: String?])
  }

  /// Of the request or the call.
  let number: Int
  let contents: Contents

  private enum Member: String, CodingKey { case id, ok, err, call, op, changes, after, limit, texts }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Member.self)
    if let call = try members.decodeIfPresent(Int.self, forKey: .call) {
      number = call
      let name = try members.decode(String.self, forKey: .op)
      switch name {
      case "push": contents = .call(.push(try members.decode([WireChange].self, forKey: .changes)))
      case "pull":
        contents = .call(
          .pull(
            after: try members.decodeIfPresent(String.self, forKey: .after), limit: try members.decode(Int.self, forKey: .limit)))
      case "read": contents = .call(.read)
      case "write": contents = .call(.write(try members.decode([String: String?].self, forKey: .texts)))
      default:
        throw DecodingError.dataCorruptedError(
          forKey: .op, in: members, debugDescription: "“\(name.prefix(40))” is no call; calls are push, pull, read and write")
      }
      return
    }
    guard let id = try members.decodeIfPresent(Int.self, forKey: .id) else { throw Self.shape(decoder) }
    number = id
    let reply = try members.decodeIfPresent(Reply.self, forKey: .ok)
    let error = try members.decodeIfPresent(WireError.self, forKey: .err)
    switch (reply, error) {
    case (let reply?, nil): contents = .reply(.success(reply))
    case (nil, let error?): contents = .reply(.failure(error))
    default: throw Self.shape(decoder)
    }
  }

  private static func shape(_ decoder: any Decoder) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: decoder.codingPath,
        debugDescription: "a line has “id” with one of “ok” (an object) and “err” (an object), or “call” with “op”"))
  }
}

struct WireChange: Sendable, Decodable {
  let name: String
  let body: String
  let basedOn: Int64?
}

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

/// ``ReplicaCapabilities`` as an adapter declares them: what it leaves out it does not promise.
struct WireCapabilities: Sendable, Decodable {
  let capabilities: ReplicaCapabilities

  private enum Member: String, CodingKey {
    case fields, list, merge, deletes, causal, durable, anyOrder, bounded, setsRefusedAside, keepsUnknownFields
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Member.self)
    func has(_ member: Member) throws -> Bool { try members.decodeIfPresent(Bool.self, forKey: member) ?? false }
    func choice<Choice: CaseIterable>(_ member: Member, _ choices: KeyValuePairs<String, Choice>, or standard: Choice) throws -> Choice {
      guard let name = try members.decodeIfPresent(String.self, forKey: member) else { return standard }
      guard let found = choices.first(where: { $0.key == name }) else {
        let names = choices.map(\.key).joined(separator: ", ")
        throw DecodingError.dataCorruptedError(
          forKey: member, in: members, debugDescription: "“\(name.prefix(40))” is none of \(names)")
      }
      return found.value
    }
    let fields = try members.decodeIfPresent([String].self, forKey: .fields)
    capabilities = ReplicaCapabilities(
      hasRecords: fields != nil, fields: fields ?? [], hasList: try has(.list),
      merge: try choice(.merge, ["byField": .byField, "byRecord": .byRecord], or: .byRecord),
      deletes: try choice(
        .deletes, ["deletesWin": .deletesWin, "editsWin": .editsWin, "undeclared": .undeclared], or: .undeclared),
      isCausal: try has(.causal), isDurable: try has(.durable), delivery: try has(.anyOrder) ? .anyOrder : .inOrder,
      isBounded: try has(.bounded), setsRefusedAside: try has(.setsRefusedAside), keepsUnknownFields: try has(.keepsUnknownFields))
  }
}
