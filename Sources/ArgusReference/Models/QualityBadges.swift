/// A badge that shows how good an article is (002 QualityBadges). The specification has no rule, so this one is ours
/// (A11): below 25 is poor, below 50 fair, below 75 good, and the rest excellent.
public enum QualityBadge: Int, Sendable, Comparable, CaseIterable {
  case poor, fair, good, excellent

  public static func < (left: QualityBadge, right: QualityBadge) -> Bool { left.rawValue < right.rawValue }

  /// Returns the badge of a score, or nil if there is no score or it lies outside 0 to 100.
  public static func of(score: Double?) -> QualityBadge? {
    guard let score, 0...100 ~= score else { return nil }
    if score < 25 { return .poor }
    if score < 50 { return .fair }
    return score < 75 ? .good : .excellent
  }
}
