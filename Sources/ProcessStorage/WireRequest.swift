import StorageContract

/// What can be asked of whoever serves stores.
package enum WireOperation: String, Sendable, CaseIterable, Decodable {
  case hello, open, close, begin, get, scan, count, collections, schemaVersion, put, insert, compareAndSet, delete
  case setSchemaVersion, commit, rollback, backup, restore, compact, rawBytes, files, destroy
}

/// One request: an operation, and whichever of the members it has.
struct WireRequest: Sendable {
  let operation: WireOperation
  var session: Int?
  var location: String?
  var isWrite: Bool?
  var collection: String?
  var key: String?
  var lower: String?
  var upper: String?
  var limit: Int?
  var fields: [String: FieldValue]?
  var version: Int64?
  var schemaVersion: Int64?
  var path: String?
  var protocolVersion: Int?

  /// What this library speaks.
  static let spokenProtocol = 1

  init(_ operation: WireOperation, session: Int? = nil, collection: String? = nil, key: String? = nil) {
    self.operation = operation
    self.session = session
    self.collection = collection
    self.key = key
  }

  /// The line that is sent.
  func line(id: Int) -> [UInt8] {
    var line = WireLine()
    line.integer("id", id)
    line.text("op", operation.rawValue)
    line.integer("protocol", protocolVersion)
    line.integer("session", session)
    line.text("location", location)
    line.text("mode", isWrite.map { $0 ? "write" : "read" })
    line.text("collection", collection)
    line.text("key", key)
    line.text("from", lower)
    line.text("to", upper)
    line.number("limit", limit)
    line.number("version", version)
    line.number("schemaVersion", schemaVersion)
    line.fields("fields", fields)
    line.text("path", path)
    return line.finished()
  }
}

/// A request as it came in.
struct NumberedRequest: Sendable, Decodable {
  let id: Int
  let request: WireRequest

  private enum Member: String, CodingKey {
    case id, op, session, location, mode, collection, key, from, to, limit, version, schemaVersion, fields, path
    case speaks = "protocol"
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Member.self)
    id = try members.decode(Int.self, forKey: .id)
    let name = try members.decode(String.self, forKey: .op)
    guard let operation = WireOperation(rawValue: name) else {
      throw DecodingError.dataCorruptedError(
        forKey: .op, in: members, debugDescription: "\(name.debugDescription.prefix(40)) is not an operation")
    }
    var request = WireRequest(operation)
    request.protocolVersion = try members.decodeIfPresent(Int.self, forKey: .speaks)
    request.session = try members.decodeIfPresent(Int.self, forKey: .session)
    request.location = try members.decodeIfPresent(String.self, forKey: .location)
    if let mode = try members.decodeIfPresent(String.self, forKey: .mode) {
      guard ["read", "write"].contains(mode) else {
        throw DecodingError.dataCorruptedError(
          forKey: .mode, in: members, debugDescription: "a mode is \"read\" or \"write\"")
      }
      request.isWrite = mode == "write"
    }
    request.collection = try members.decodeIfPresent(String.self, forKey: .collection)
    request.key = try members.decodeIfPresent(String.self, forKey: .key)
    request.lower = try members.decodeIfPresent(String.self, forKey: .from)
    request.upper = try members.decodeIfPresent(String.self, forKey: .to)
    request.limit = try members.decodeIfPresent(WireNumber<Int>.self, forKey: .limit)?.value
    request.version = try members.decodeIfPresent(WireNumber<Int64>.self, forKey: .version)?.value
    request.schemaVersion = try members.decodeIfPresent(WireNumber<Int64>.self, forKey: .schemaVersion)?.value
    request.fields = try members.decodeIfPresent([String: WireValue].self, forKey: .fields)?.mapValues(\.value)
    request.path = try members.decodeIfPresent(String.self, forKey: .path)
    self.request = request
  }
}

/// Just the number of a request that cannot be read otherwise, so that it can be answered.
struct RequestNumber: Decodable {
  let id: Int
}
