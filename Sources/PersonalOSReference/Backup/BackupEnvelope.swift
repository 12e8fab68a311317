import PlatformStandIns
import StorageContract

/// A backup: records of some layout as one JSON text, the same bytes for the same records.
///
///     {"checksum":"9f…","format":"personalos.backup.1","schemaVersion":4,"tables":{"assets":[
///       {"fields":{"quantity":{"decimal":"0.1"},…},"key":"AAPL"},…],…}}
///
/// No white space; members, tables, records and fields in ascending order. Decimals, doubles and dates (in
/// seconds since 2001-01-01 UTC) are exact text, bytes are base64. The checksum is the SHA-256 of all that
/// follows the comma behind it.
/// - Law: what reads as a backup is written again as the same bytes, so no altered bit goes unnoticed.
public struct BackupEnvelope: Sendable {
  /// All records of one collection.
  public struct Table: Sendable {
    public let name: String
    /// In the order of keys.
    public var records: [RawRecord]

    public init(name: String, records: [RawRecord]) {
      self.name = name
      self.records = records
    }
  }

  /// The only one there is so far.
  public static let format = "personalos.backup.1"

  /// Of the layout that the records have.
  public var schemaVersion: Int64
  /// In the order of names.
  public var tables: [Table]

  public init(schemaVersion: Int64, tables: [Table]) {
    self.schemaVersion = schemaVersion
    self.tables = tables
  }

  public var records: [RawRecord] { tables.flatMap(\.records) }

  /// What is written to a file.
  public var bytes: [UInt8] {
    let content = content
    var text: [UInt8] = []
    text.appendLiteral("{\"checksum\":")
    text.appendJSONString(Self.checksum(of: content))
    text.appendLiteral(",")
    return text + content
  }

  private static func checksum(of content: [UInt8]) -> String { SHA256Digest.of(content).hexadecimalText }

  /// What follows the checksum.
  private var content: [UInt8] {
    var text: [UInt8] = []
    text.appendLiteral("\"format\":")
    text.appendJSONString(Self.format)
    text.appendLiteral(",\"schemaVersion\":")
    text.appendInteger(schemaVersion)
    text.appendLiteral(",\"tables\":{")
    for (index, table) in tables.enumerated() {
      if index > 0 { text.appendLiteral(",") }
      text.appendJSONString(table.name)
      text.appendLiteral(":[")
      for (index, record) in table.records.enumerated() {
        text.appendLiteral(index > 0 ? ",{\"fields\":" : "{\"fields\":")
        FieldsText.append(record.fields, to: &text)
        text.appendLiteral(",\"key\":")
        text.appendJSONString(record.key)
        text.appendLiteral("}")
      }
      text.appendLiteral("]")
    }
    text.appendLiteral("}}")
    return text
  }
}

extension BackupEnvelope {
  /// Reads a backup, and nothing else.
  /// - Throws: ``BackupError``: what the bytes are instead.
  public init(_ bytes: [UInt8]) throws(BackupError) {
    let checksum: String
    let format: String
    do {
      var reader = JSONReader(bytes[...])
      try reader.expect("{\"checksum\":")
      checksum = try reader.string()
      try reader.expect(",\"format\":")
      format = try reader.string()
      try reader.expect(",\"schemaVersion\":")
      schemaVersion = try reader.integer()
      try reader.expect(",\"tables\":")
      tables = try Self.readTables(from: &reader)
      try reader.expect("}")
      try reader.expectEnd()
    } catch let error as TextFormatError {
      throw .notABackup(reason: "\(error.reason) (byte \(error.offset))")
    } catch {
      throw .notABackup(reason: "\(error)")
    }
    guard format == Self.format else { throw .wrongFormat(found: format) }
    guard checksum == Self.checksum(of: content) else { throw .wrongChecksum }
    for table in tables { try Self.checkOrder(of: table) }
    guard zip(tables, tables.dropFirst()).allSatisfy({ KeyBytes.precedes($0.name, $1.name) }) else {
      throw .notABackup(reason: "the tables are not in ascending order of their names")
    }
    guard self.bytes == bytes else {
      throw .notABackup(reason: "it says the same as a backup in other bytes, so it was altered")
    }
  }

  private static func checkOrder(of table: Table) throws(BackupError) {
    for (record, next) in zip(table.records, table.records.dropFirst()) {
      if KeyBytes.equal(record.key, next.key) {
        throw .duplicateRecord(table: table.name, key: record.key)
      }
      guard KeyBytes.precedes(record.key, next.key) else {
        throw .notABackup(reason: "record \(next.key) of \(table.name) comes after a greater key")
      }
    }
  }

  private static func readTables(from reader: inout JSONReader) throws -> [Table] {
    var tables: [Table] = []
    try reader.expect("{")
    if reader.skip("}") { return [] }
    repeat {
      let name = try reader.string()
      try reader.expect(":[")
      tables.append(Table(name: name, records: try readRecords(of: name, from: &reader)))
    } while reader.skip(",")
    try reader.expect("}")
    return tables
  }

  private static func readRecords(of table: String, from reader: inout JSONReader) throws -> [RawRecord] {
    var records: [RawRecord] = []
    if reader.skip("]") { return [] }
    repeat {
      try reader.expect("{\"fields\":")
      let fields = try FieldsText.read(from: &reader)
      try reader.expect(",\"key\":")
      records.append(RawRecord(collection: table, key: try reader.string(), fields: fields))
      try reader.expect("}")
    } while reader.skip(",")
    try reader.expect("]")
    return records
  }
}
