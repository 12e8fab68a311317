import Foundation

/// Tests over long tables try a third of the rows in each run, chosen at random, so that a few runs try all of them. With the environment
/// variable TOUCHSTONE_ALL set, each run tries all. What fails names its row.
public enum RandomShare {
  /// Whether this run tries every row.
  public static let isWhole = !(ProcessInfo.processInfo.environment["TOUCHSTONE_ALL"] ?? "").isEmpty

  /// A third of the rows, rounded up, in their order; all of them if ``isWhole``.
  public static func third<Row>(of rows: [Row]) -> [Row] {
    if isWhole { return rows }
    return rows.indices.shuffled().prefix((rows.count + 2) / 3).sorted().map { rows[$0] }
  }

  /// A third of the pairs of one of each.
  public static func third<First, Second>(of firsts: [First], with seconds: [Second]) -> [(First, Second)] {
    third(of: firsts.flatMap { first in seconds.map { (first, $0) } })
  }
}
