import PersonalOSReference
import PropertyTesting

/// An export, where it goes, and how the file is damaged on other occasions.
public struct BackupCase: Sendable {
  /// What is imported into.
  public enum Target: Sendable, Equatable {
    /// The store it came from, empty again or with other data by then.
    case sameStore
    /// Another one, of another kind.
    case otherStore
  }

  public let dataset: UserDataset
  public let target: Target
  /// What lies in the target.
  public let before: UserDataset
  /// Of the target's layout: 0 in a new store, 4 is the current, 5 that of an app to come.
  public let versionBefore: Int64
  public let damages: [BackupDamage]
  /// The write of the import that the store refuses at the first attempt, if there are so many; nil: none.
  public let refusedWrite: Int?
}

extension BackupCase {
  /// What lies beside the user's data: no backup holds it, and no import changes it.
  public static let bystanders = [
    RawRecord(
      collection: "configuration_production", key: "snapshot", fields: ["document": .bytes([1, 2])]),
    RawRecord(collection: "schema", key: "metadata", fields: ["backupURL": .text("memory:backup-1")]),
  ]
}

/// One edit that makes a backup one no more.
public enum BackupDamage: Sendable, Equatable {
  /// At this part of the file's length.
  case flippedBit(place: Double, bit: Int)
  case truncation(place: Double)
  // With the right checksum, from here on: the file is as somebody means it.
  case version(change: Int64)
  /// The row is there twice.
  case duplicateRow(number: Int)
  case missingField(row: Int, field: Int)
  /// A field that has to be a number is none.
  case notANumber(row: Int)
  /// A field is a date that is no moment, whether or not it has to be a date.
  case notAMoment(row: Int, field: Int)
  case missingTable(number: Int)
  case unknownTable
  /// A UUID as key in lower case: another key, and the same id.
  case lowercaseKey(row: Int)
}

extension Generator where Value == BackupCase {
  public static var backupCase: Generator {
    let dirt = Generator<UserDataset>.frequency(
      (1, .constant(UserDataset([]))), (3, .userDataset(rows: 0...1)))
    return Generator { source in
      let dataset = try source(.frequency((1, .userDataset()), (3, .userDataset(rows: 1...2))))
      // What was changed since is more telling than what is new.
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
      (1, row.map { .lowercaseKey(row: $0) }))
  }
}
