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
  /// The write, counted from 0, that the store refuses at the first attempt. If nil, it refuses none.
  public let refusedStep: Int?
}

extension Generator where Value == DeletionCase {
  /// Data with 1 to 3 rows in each table; four cases in five have a refused write.
  public static var deletionCase: Generator {
    Generator { source in
      let marker = "marker" + (try source(.text(.of("abcdefghjkmnpqrstuvwxyz0123456789"), count: 10...10)))
      return DeletionCase(
        marker: marker, dataset: try source(.userDataset(rows: 1...3)).marked(marker),
        keychainItemCount: try source(.int(in: 1...3)), noticeCount: try source(.int(in: 1...3)),
        backupCount: try source(.int(in: 1...2)),
        // Each table has at least one row to delete, so there are at least as many writes as tables.
        refusedStep: try source(.optional(.int(in: 0...7))))
    }
  }
}
