/// How good an article is, at a glance (002 QualityBadges). The rule is ours (A11): below 25, below 50, below 75, and the rest.
public enum QualityBadge: Int, Sendable, Comparable, CaseIterable {
  case poor, fair, good, excellent

  public static func < (left: QualityBadge, right: QualityBadge) -> Bool { left.rawValue < right.rawValue }

  /// None without a score, and for one outside 0 to 100.
  public static func of(score: Double?) -> QualityBadge? {
    guard let score, 0...100 ~= score else { return nil }
    if score < 25 { return .poor }
    if score < 50 { return .fair }
    return score < 75 ? .good : .excellent
  }
}
