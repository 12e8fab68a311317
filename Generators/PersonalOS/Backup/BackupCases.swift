import PersonalOSReference
import PropertyTesting

/// An export, the store that imports it, and damage to other copies of the file.
public struct BackupCase: Sendable {
  /// The store that imports the file.
  public enum Target: Sendable, Equatable {
    /// The store that was exported. It is empty or has other data at the time of the import.
    case sameStore
    /// Another store of another kind.
    case otherStore
  }

  /// The user's data that is exported.
  public let dataset: UserDataset
  /// The store that imports the export.
  public let target: Target
  /// The user's data in the target before the import.
  public let before: UserDataset
  /// The schema version of the target before the import: 0 in a new store, 4 the current one, 5 that of a later version
  /// of the app.
  public let versionBefore: Int64
  /// The ways to damage a copy of the file, each of which makes it invalid. Each copy has one damage.
  public let damages: [BackupDamage]
  /// The step of the import, counted from 0, that the store refuses at the first attempt: a write or the commit. If it
  /// is nil, or the import has fewer steps, the store refuses nothing.
  public let refusedWrite: Int?
}

extension BackupCase {
  /// Records beside the user's data. No backup contains them, and no import changes them.
  public static let bystanders = [
    RawRecord(
      collection: "configuration_production", key: "snapshot", fields: ["document": .bytes([1, 2])]),
    RawRecord(collection: "schema", key: "metadata", fields: ["backupURL": .text("memory:backup-1")]),
  ]
}

/// One edit that makes a backup invalid.
public enum BackupDamage: Sendable, Equatable {
  /// Flips one bit of the byte at this fraction of the file's length.
  case flippedBit(place: Double, bit: Int)
  case truncation(place: Double)
  // From here on the damaged file has the right checksum, as if somebody had edited it on purpose.
  case version(change: Int64)
  /// A row occurs twice.
  case duplicateRow(number: Int)
  case missingField(row: Int, field: Int)
  /// A field that must be a number is not one.
  case notANumber(row: Int)
  /// A field is a date without a moment (NaN), whether or not it has to be a date.
  case notAMoment(row: Int, field: Int)
  case missingTable(number: Int)
  case unknownTable
  /// The UUID in a key is in lower case: a different key with the same id.
  case lowercaseKey(row: Int)
  /// The file names another format.
  case format(String)
}

extension Generator where Value == BackupCase {
  /// Small datasets, mostly with 1 or 2 rows in each table, and 1 to 3 damages.
  public static var backupCase: Generator {
    let dirt = Generator<UserDataset>.frequency(
      (1, .constant(UserDataset([]))), (3, .userDataset(rows: 0...1)))
    return Generator { source in
      let dataset = try source(.frequency((1, .userDataset()), (3, .userDataset(rows: 1...2))))
      // Rows that changed since the export show more than rows that are new.
      let changed = try source(.bool)
      let before = try source(dirt)
      return BackupCase(
        dataset: dataset, target: try source(.element(of: [.sameStore, .otherStore])),
        before: changed ? UserDataset(dataset.records.dropLast() + before.records) : before,
        versionBefore: try source(
          .frequency((4, .constant(4)), (2, .element(of: [0, 3])), (1, .constant(5)))),
        damages: try source(.array(of: .backupDamage, count: 1...3)),
        refusedWrite: try source(.frequency((1, .constant(nil)), (1, .optional(.int(in: 0...15))))))
    }
  }
}

extension Generator where Value == BackupDamage {
  static var backupDamage: Generator {
    let row = Generator<Int>.int(in: 0...100)
    let place = Generator<Double>.double(in: 0...1)
    return .frequency(
      (6, Generator { .flippedBit(place: try $0(place), bit: try $0(.int(in: 0...7))) }),
      (3, place.map { .truncation(place: $0) }),
      (1, Generator<Int64>.element(of: [-1, 1, -3, 96]).map { .version(change: $0) }),
      (1, row.map { .duplicateRow(number: $0) }),
      (1, Generator { .missingField(row: try $0(row), field: try $0(.int(in: 0...9))) }),
      (1, row.map { .notANumber(row: $0) }),
      (1, Generator { .notAMoment(row: try $0(row), field: try $0(.int(in: 0...9))) }),
      (1, Generator<Int>.int(in: 0...7).map { .missingTable(number: $0) }),
      (1, .constant(.unknownTable)),
      (1, row.map { .lowercaseKey(row: $0) }),
      (2, Generator<String>.element(of: ["personalos.backup.2", "personalos.backup.10", "PersonalOS.backup.1", ""]).map { .format($0) }))
  }
}
