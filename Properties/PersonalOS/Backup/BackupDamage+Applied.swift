import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import StorageContract

extension BackupDamage {
  /// The damaged file; nil where the damage would leave it as it is, or finds nothing to damage.
  func applied(to file: Data) -> Data? {
    var bytes = [UInt8](file)
    switch self {
    case .flippedBit(let place, let bit):
      bytes[min(Int(place * Double(bytes.count)), bytes.count - 1)] ^= 1 << UInt8(bit)
      return Data(bytes)
    case .truncation(let place):
      return Data(bytes.prefix(min(Int(place * Double(bytes.count)), bytes.count - 1)))
    case .format(let name): return Self.file(file, in: name)
    default:
      guard var envelope = try? BackupEnvelope(bytes), edit(&envelope) else { return nil }
      return Data(envelope.bytes)
    }
  }

  var label: String {
    switch self {
    case .flippedBit: "a flipped bit"
    case .truncation: "a file cut short"
    case .format: "a backup in another format"
    default: "an altered backup with the right checksum"
    }
  }

  /// The file as an app that writes this format would have written it, with the checksum of its text.
  private static func file(_ file: Data, in format: String) -> Data? {
    guard let text = String(bytes: file, encoding: .utf8), let start = text.range(of: "\"format\":\"") else { return nil }
    let rest = text[start.upperBound...]
    let content = text[start] + format + rest[(rest.firstIndex(of: "\"") ?? rest.endIndex)...]
    return Data("{\"checksum\":\"\(SHA256Digest.of(Array(content.utf8)).hexadecimalText)\",\(content)".utf8)
  }

  /// The one error that says what is wrong with the file; nil where more than one may.
  var error: BackupError? { if case .format(let name) = self { .wrongFormat(found: name) } else { nil } }

  /// False where there is nothing to edit.
  private func edit(_ envelope: inout BackupEnvelope) -> Bool {
    switch self {
    case .flippedBit, .truncation, .format:
      return false
    case .version(let change):
      envelope.schemaVersion += change
      return true
    case .duplicateRow(let number):
      return editRow(number, of: &envelope) { table, row in table.records.insert(table.records[row], at: row)
      }
    case .missingField(let number, let field):
      return editRow(number, of: &envelope, where: { $0.mustRead }) { table, row in
        let names = table.records[row].fields.keys.sorted()
        table.records[row].fields[names[field % names.count]] = nil
      }
    case .notANumber(let number):
      let hasNumbers = { (record: RawRecord) in record.mustRead && record.fields.values.contains { $0.isNumber } }
      return editRow(number, of: &envelope, where: hasNumbers) { table, row in
        for (name, value) in table.records[row].fields where value.isNumber {
          table.records[row].fields[name] = value.notANumber
        }
      }
    case .notAMoment(let number, let field):
      return editRow(number, of: &envelope, where: { $0.mustRead }) { table, row in
        let names = table.records[row].fields.keys.sorted()
        let noMoment = Date(timeIntervalSinceReferenceDate: .nan)
        table.records[row].fields[names[field % names.count]] = .date(noMoment)
      }
    case .missingTable(let number):
      envelope.tables.remove(at: number % envelope.tables.count)
      return true
    case .unknownTable:
      envelope.tables.append(BackupEnvelope.Table(name: "zebras", records: []))
      return true
    case .lowercaseKey(let number):
      let isLetteredUUID = { (record: RawRecord) in
        UUID(uuidString: record.key) != nil && record.key != record.key.lowercased()
      }
      return editRow(number, of: &envelope, where: isLetteredUUID) { table, row in
        table.records[row].key = table.records[row].key.lowercased()
        table.records.sort(by: RawRecord.precedes)
      }
    }
  }

  /// Edits one of the rows that `isFit`, counted over all tables.
  private func editRow(
    _ number: Int, of envelope: inout BackupEnvelope, where isFit: (RawRecord) -> Bool = { _ in true },
    _ change: (inout BackupEnvelope.Table, Int) -> Void
  ) -> Bool {
    let places = envelope.tables.indices.flatMap { table in
      envelope.tables[table].records.indices.filter { isFit(envelope.tables[table].records[$0]) }
        .map { (table: table, row: $0) }
    }
    guard !places.isEmpty else { return false }
    let place = places[number % places.count]
    change(&envelope.tables[place.table], place.row)
    return true
  }
}

extension RawRecord {
  /// False for what was moved aside because it does not read, or cannot be.
  fileprivate var mustRead: Bool { collection != "quarantine" }
}

extension FieldValue {
  fileprivate var isNumber: Bool {
    switch self {
    case .decimal, .double: true
    default: false
    }
  }

  fileprivate var notANumber: FieldValue {
    if case .decimal = self { .decimal(.nan) } else { .double(.nan) }
  }
}
