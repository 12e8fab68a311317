import Foundation
import StorageContract

/// What came back: a result, an error, or word that the operation is not there.
struct WireReply: Sendable, Decodable {
  enum Contents: Sendable {
    case result(WireResult)
    case failure(StoreError)
    /// The request was not understood.
    case refusal(String)
    case skipped(String)
  }

  /// Nil where the other side could not even read the number of the request.
  let id: Int?
  let contents: Contents

  private enum Member: String, CodingKey { case id, ok, err, skipped }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Member.self)
    id = try members.decodeIfPresent(Int.self, forKey: .id)
    let result = try members.decodeIfPresent(WireResult.self, forKey: .ok)
    let failure = try members.decodeIfPresent(WireFailure.self, forKey: .err)
    let reason = try members.decodeIfPresent(String.self, forKey: .skipped)
    switch (result, failure, reason) {
    case (let result?, nil, nil): contents = .result(result)
    case (nil, let failure?, nil): contents = failure.contents
    case (nil, nil, let reason?): contents = .skipped(reason)
    default:
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: [],
          debugDescription:
            "a reply has one of “ok” (an object), “err” (an object) and “skipped” (a reason)"))
    }
  }
}

/// The contents of an `ok`: whichever members the operation gives.
struct WireResult: Sendable, Decodable {
  var name: String?
  var protocolVersion: Int?
  var capabilities: StoreCapabilities?
  /// The outer nil: it is not there. The inner one: it is `null`.
  var record: Record??
  var records: [Record]?
  var count: Int?
  var collections: [String]?
  var schemaVersion: Int64?
  var version: Int64??
  var deleted: Bool?
  var bytes: [UInt8]?
  var files: [String]?

  private enum Member: String, CodingKey {
    case name, capabilities, record, records, count, collections, schemaVersion, version, deleted, bytes, files
    case speaks = "protocol"
  }

  init() {}

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Member.self)
    name = try members.decodeIfPresent(String.self, forKey: .name)
    protocolVersion = try members.decodeIfPresent(Int.self, forKey: .speaks)
    capabilities = try members.decodeIfPresent(WireCapabilities.self, forKey: .capabilities)?.capabilities
    if members.contains(.record) {
      record = .some(try members.decodeIfPresent(WireRecord.self, forKey: .record)?.record)
    }
    records = try members.decodeIfPresent([WireRecord].self, forKey: .records)?.map(\.record)
    count = try members.decodeIfPresent(WireNumber<Int>.self, forKey: .count)?.value
    collections = try members.decodeIfPresent([String].self, forKey: .collections)
    schemaVersion = try members.decodeIfPresent(WireNumber<Int64>.self, forKey: .schemaVersion)?.value
    if members.contains(.version) {
      version = .some(try members.decodeIfPresent(WireNumber<Int64>.self, forKey: .version)?.value)
    }
    deleted = try members.decodeIfPresent(Bool.self, forKey: .deleted)
    if let text = try members.decodeIfPresent(String.self, forKey: .bytes) {
      guard let data = Data(base64Encoded: text) else {
        throw DecodingError.dataCorruptedError(forKey: .bytes, in: members, debugDescription: "this is not base64")
      }
      bytes = [UInt8](data)
    }
    files = try members.decodeIfPresent([String].self, forKey: .files)
  }

  /// The line that is sent.
  func line(id: Int) -> [UInt8] {
    var line = WireLine()
    line.integer("id", id)
    line.object("ok") { line in
      line.text("name", name)
      line.integer("protocol", protocolVersion)
      if let capabilities { line.object("capabilities") { $0.append(capabilities) } }
      if let record {
        if let record { line.record("record", record) } else { line.null("record") }
      }
      line.records("records", records)
      line.number("count", count)
      line.texts("collections", collections)
      line.number("schemaVersion", schemaVersion)
      if let version {
        if let version { line.number("version", version) } else { line.null("version") }
      }
      line.boolean("deleted", deleted)
      line.text("bytes", bytes.map { Data($0).base64EncodedString() })
      line.texts("files", files)
    }
    return line.finished()
  }
}

private struct WireRecord: Decodable {
  let key: String
  let version: WireNumber<Int64>
  let fields: [String: WireValue]

  var record: Record { Record(key: key, version: version.value, fields: fields.mapValues(\.value)) }
}
