import PersonalOSReference
import PropertyTesting

/// A user's data before he has it deleted; one word stands in all that is his.
public struct DeletionCase: Sendable {
  /// Letters and digits, in nothing else that is stored.
  public let marker: String
  /// Every table has rows, all of them with the marker.
  public let dataset: UserDataset
  public let keychainItemCount: Int
  public let noticeCount: Int
  public let backupCount: Int
  /// The write that the store refuses at the first attempt; nil: none.
  public let refusedStep: Int?
}

extension Generator where Value == DeletionCase {
  public static var deletionCase: Generator {
    Generator { source in
      let marker = "marker" + (try source(.text(.of("abcdefghjkmnpqrstuvwxyz0123456789"), count: 10...10)))
      return DeletionCase(
        marker: marker, dataset: try source(.userDataset(rows: 1...3)).marked(marker),
        keychainItemCount: try source(.int(in: 1...3)), noticeCount: try source(.int(in: 1...3)),
        backupCount: try source(.int(in: 1...2)),
        // Each table has a row to delete, so there are as many writes.
        refusedStep: try source(.optional(.int(in: 0...7))))
    }
  }
}
