import StorageContract

/// The contents of an `err`: a code of a closed table, a message for people, and the code's own members.
struct WireFailure: Sendable, Decodable {
  let contents: WireReply.Contents

  private enum Member: String, CodingKey {
    case code, message, path, name, reason, field, limit, offset, operation
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Member.self)
    func text(_ member: Member) throws -> String { try members.decode(String.self, forKey: member) }
    let code = try text(.code)
    let message = try members.decodeIfPresent(String.self, forKey: .message)
    let error: StoreError
    switch code {
    case "closed": error = .closed
    case "transactionEnded": error = .transactionEnded
    case "readOnly": error = .readOnly(path: try text(.path))
    case "invalidName": error = .invalidName(try text(.name))
    case "invalidKey": error = .invalidKey(reason: try text(.reason))
    case "invalidValue": error = .invalidValue(field: try text(.field), reason: try text(.reason))
    case "invalidLimit": error = .invalidLimit(try members.decode(WireNumber<Int>.self, forKey: .limit).value)
    case "inUse": error = .inUse(path: try text(.path))
    case "damaged":
      error = .damaged(
        path: try text(.path), offset: try members.decodeIfPresent(Int.self, forKey: .offset),
        reason: try text(.reason))
    case "io": error = .io(operation: try text(.operation), path: try text(.path), reason: try text(.reason))
    case "conflict": error = .conflict(reason: try text(.reason))
    case "lost": error = .lost(reason: try text(.reason))
    case "badRequest":
      contents = .refusal(message ?? "it says no more")
      return
    default:
      throw DecodingError.dataCorruptedError(
        forKey: .code, in: members,
        debugDescription: """
          \(code.debugDescription.prefix(40)) is no error's code; they are \
          \(Self.codes.joined(separator: ", "))
          """)
    }
    contents = .failure(error)
  }

  /// Every code there is.
  static let codes = [
    "closed", "transactionEnded", "readOnly", "invalidName", "invalidKey", "invalidValue", "invalidLimit", "inUse",
    "damaged", "io", "conflict", "lost", "badRequest",
  ]

  /// The line that is sent.
  static func line(_ error: StoreError, id: Int) -> [UInt8] {
    var line = WireLine()
    line.integer("id", id)
    if case .unsupported(let what) = error {
      line.text("skipped", what)
      return line.finished()
    }
    line.object("err") { $0.append(error) }
    return line.finished()
  }

  /// - Parameter id: nil where it could not be read.
  static func refusal(_ message: String, id: Int?) -> [UInt8] {
    var line = WireLine()
    if let id { line.integer("id", id) } else { line.null("id") }
    line.object("err") { line in
      line.text("code", "badRequest")
      line.text("message", message)
    }
    return line.finished()
  }
}

extension WireLine {
  fileprivate mutating func append(_ error: StoreError) {
    let code: String
    switch error {
    case .closed: code = "closed"
    case .transactionEnded: code = "transactionEnded"
    case .readOnly: code = "readOnly"
    case .invalidName: code = "invalidName"
    case .invalidKey: code = "invalidKey"
    case .invalidValue: code = "invalidValue"
    case .invalidLimit: code = "invalidLimit"
    case .inUse: code = "inUse"
    case .damaged: code = "damaged"
    case .io: code = "io"
    case .conflict: code = "conflict"
    case .lost: code = "lost"
    case .unsupported: return
    }
    text("code", code)
    text("message", error.description)
    switch error {
    case .closed, .transactionEnded, .unsupported: break
    case .readOnly(let path), .inUse(let path): text("path", path)
    case .invalidName(let name): text("name", name)
    case .invalidKey(let reason), .conflict(let reason), .lost(let reason): text("reason", reason)
    case .invalidValue(let field, let reason):
      text("field", field)
      text("reason", reason)
    case .invalidLimit(let limit): number("limit", limit)
    case .damaged(let path, let offset, let reason):
      text("path", path)
      integer("offset", offset)
      text("reason", reason)
    case .io(let operation, let path, let reason):
      text("operation", operation)
      text("path", path)
      text("reason", reason)
    }
  }
}
