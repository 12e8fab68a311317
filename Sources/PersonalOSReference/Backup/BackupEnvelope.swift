import PlatformStandIns
import StorageContract

/// A backup: the records of one layout as a JSON text. The same records always give the same bytes.
///
///     {"checksum":"9f…","format":"personalos.backup.1","schemaVersion":4,"tables":{"assets":[
///       {"fields":{"quantity":{"decimal":"0.1"},…},"key":"AAPL"},…],…}}
///
/// The text has no white space. Members, tables, records and fields are in ascending order. Decimals, doubles and dates (in
/// seconds since 2001-01-01 UTC) are exact text, and bytes are base64. The checksum is the SHA-256 of all bytes after the
/// comma that follows it.
/// - Law: A text that reads as a backup is written again as the same bytes, so the reader notices every altered bit.
public struct BackupEnvelope: Sendable {
  /// All records of one collection.
  public struct Table: Sendable {
    /// The collection's name.
    public let name: String
    /// The records in ascending order of their keys.
    public var records: [RawRecord]

    /// Creates a table. The records must be in ascending order of their keys; only the reader of a backup checks that.
    public init(name: String, records: [RawRecord]) {
      self.name = name
      self.records = records
    }
  }

  /// The name of the format, the only one so far.
  public static let format = "personalos.backup.1"

  /// The version of the layout of the records.
  public var schemaVersion: Int64
  /// The tables in ascending order of their names.
  public var tables: [Table]

  /// Creates a backup. The tables must be in ascending order of their names; only the reader of a backup checks that.
  public init(schemaVersion: Int64, tables: [Table]) {
    self.schemaVersion = schemaVersion
    self.tables = tables
  }

  /// The records of all tables, in order.
  public var records: [RawRecord] { tables.flatMap(\.records) }

  /// The text of the backup in UTF-8, as a file contains it.
  public var bytes: [UInt8] {
    let content = content
    var text: [UInt8] = []
    text.appendLiteral("{\"checksum\":")
    text.appendJSONString(Self.checksum(of: content))
    text.appendLiteral(",")
    return text + content
  }

  private static func checksum(of content: [UInt8]) -> String { SHA256Digest.of(content).hexadecimalText }

  /// The text after the checksum.
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
  /// Reads a backup. Any other bytes are an error.
  /// - Throws: ``BackupError``, which says what is wrong with the bytes.
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
