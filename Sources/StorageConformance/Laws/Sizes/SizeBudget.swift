/// How far the laws of sizes go.
public struct SizeBudget: Sendable, Equatable {
  /// The most records that one collection, transaction or backup is given. What is dearer, such as commits and
  /// collections, is given a share of it.
  public let records: Int

  /// - Parameter records: 8 at least.
  public init(records: Int) {
    self.records = max(8, records)
  }

  /// A budget of 2,048 records.
  public static let standard = SizeBudget(records: 2_048)
}
