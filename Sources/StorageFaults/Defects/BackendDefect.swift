import StorageContract

/// A way for a backend to be wrong that has been seen in real ones. Give it to ``Backend/with(_:)``.
public struct BackendDefect: Sendable, CustomStringConvertible {
  /// The catalogue's number: "BF-3".
  public let id: String
  /// A fact in the third person, as it reads after "a backend that": "servesStaleReads".
  public let name: String
  /// One sentence for a report.
  public let summary: String
  let makeBehavior: @Sendable () -> any DefectBehavior

  init(
    _ id: String, _ name: String, _ summary: String,
    _ makeBehavior: @escaping @Sendable () -> any DefectBehavior
  ) {
    self.id = id
    self.name = name
    self.summary = summary
    self.makeBehavior = makeBehavior
  }

  public var description: String { "\(id) \(name)" }

  public static let all = [
    losesLastWriteOfABatch, keepsFirstWriteOnRollback, servesStaleReads, passesNumbersThroughDouble,
    normalizesText, truncatesDates, bringsDeletedRecordsBack, sharesNamespaces, losesUnflushedWrites,
    limitsScans, scansInInsertionOrder, ignoresTheCaseOfKeys, swallowsWriteErrors, ignoresTheVersion,
    dropsEmptyValues, endsValuesAtNUL, scansOldAndNew, interleavesTransactions, flipsBitsAtRest,
    keepsDeletedPlaintext,
  ]
}
