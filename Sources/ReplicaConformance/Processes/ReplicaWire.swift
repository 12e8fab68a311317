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
  /// Whose data it is; nil: the device has one account.
  var account: String?
  /// Whether the app is an older version.
  var old: Bool?

  private enum CodingKeys: String, CodingKey {
    case account, old, id, op, device, directory, clock, record, fields, field, value, at
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
