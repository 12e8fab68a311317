/// The limits of the laws that grow stores.
public struct SizeBudget: Sendable, Equatable {
  /// The greatest number of records in one collection, transaction or backup. What costs more, such as commits and
  /// collections, gets a share of it.
  public let records: Int

  /// - Parameter records: at least 8.
  public init(records: Int) {
    self.records = max(8, records)
  }

  /// A budget of 2,048 records.
  public static let standard = SizeBudget(records: 2_048)
}
