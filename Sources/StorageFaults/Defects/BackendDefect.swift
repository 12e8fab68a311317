import StorageContract

/// A defect that has been seen in real backends. Pass it to ``StorageContract/Backend/with(_:)``.
public struct BackendDefect: Sendable, CustomStringConvertible {
  /// The catalogue's number: "BF-3".
  public let id: String
  /// A fact in the third person, as it reads after "a backend that": "servesStaleReads".
  public let name: String
  /// One sentence for a report.
  public let summary: String
  /// What it does differently; called for each place, so that a defect may remember from one opening to the next.
  private let hook: @Sendable (inout StoreHooks) -> Void

  init(
    _ id: String, _ name: String, _ summary: String, _ hook: @escaping @Sendable (inout StoreHooks) -> Void
  ) {
    self.id = id
    self.name = name
    self.summary = summary
    self.hook = hook
  }

  /// A defect of the calls inside transactions.
  init(
    _ id: String, _ name: String, _ summary: String, calls: @escaping @Sendable () -> TransactionHooks
  ) {
    self.init(id, name, summary) { $0.hookCalls { $0 = calls() } }
  }

  var hooks: StoreHooks {
    var hooks = StoreHooks()
    hook(&hooks)
    return hooks
  }

  public var description: String { "\(id) \(name)" }

  /// The name as words: "serves stale reads".
  public var fact: String { name.map { $0.isUppercase ? " \($0.lowercased())" : "\($0)" }.joined() }

  /// Every defect of this module.
  public static let all = [
    losesLastWriteOfABatch, keepsFirstWriteOnRollback, servesStaleReads, passesNumbersThroughDouble,
    normalizesText, truncatesDates, bringsDeletedRecordsBack, sharesNamespaces, losesUnflushedWrites,
    limitsScans, scansInInsertionOrder, ignoresTheCaseOfKeys, swallowsWriteErrors, ignoresTheVersion,
    dropsEmptyValues, endsValuesAtNUL, scansOldAndNew, interleavesTransactions, flipsBitsAtRest,
    keepsDeletedPlaintext,
  ]
}
