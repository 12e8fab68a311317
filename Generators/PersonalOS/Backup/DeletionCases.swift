import PersonalOSReference
import PropertyTesting

/// A user's data before it is deleted. One word occurs in everything that belongs to the user.
public struct DeletionCase: Sendable {
  /// The word: letters and digits that occur in nothing else that is stored.
  public let marker: String
  /// The user's data. Every table has rows, and each row contains the marker.
  public let dataset: UserDataset
  /// How many items the keychain holds: 1 to 3.
  public let keychainItemCount: Int
  /// How many notices are pending: 1 to 3.
  public let noticeCount: Int
  /// How many backups there are: 1 or 2.
  public let backupCount: Int
  /// The part that refuses, at each of the attempts before the last.
  public let refusals: [DeletionRefusal]
}

/// The part of a deletion that is refused, in the order of the deletion.
public enum DeletionRefusal: Sendable, Equatable {
  /// The keychain does not delete its items.
  case keychain
  /// The place of backups does not delete them.
  case backups
  /// The store refuses this write, counted from 0. The last one is the end of the transaction.
  case write(Int)
  /// The store does not rewrite its files.
  case compaction

  /// Whether it is a write of the store.
  public var isWrite: Bool { if case .write = self { true } else { false } }
}

extension Generator where Value == DeletionCase {
  /// Data with 1 to 3 rows in each table. Most deletions are refused at first, once or several times.
  public static var deletionCase: Generator {
    Generator { source in
      let marker = "marker" + (try source(.text(.of("abcdefghjkmnpqrstuvwxyz0123456789"), count: 10...10)))
      return DeletionCase(
        marker: marker, dataset: try source(.userDataset(rows: 1...3)).marked(marker),
        keychainItemCount: try source(.int(in: 1...3)), noticeCount: try source(.int(in: 1...3)),
        backupCount: try source(.int(in: 1...2)),
        refusals: try source(.frequency((1, .constant([])), (4, .array(of: .deletionRefusal, count: 1...3)))))
    }
  }
}

extension Generator where Value == DeletionRefusal {
  // Each table has at least one row to delete, so there are at least as many writes as tables.
  fileprivate static var deletionRefusal: Generator {
    .frequency(
      (2, .element(of: [.keychain, .backups])), (2, Generator<Int>.int(in: 0...7).map { .write($0) }), (1, .constant(.compaction)))
  }
}
