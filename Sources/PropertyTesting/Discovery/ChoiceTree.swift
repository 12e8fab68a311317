/// The tree of what a property can draw, walked depth first: an inner node is a draw, its branches the values of
/// the draw's range, simplest first, and a leaf is a case.
///
/// The tree is not known beforehand, since what is drawn depends on what was drawn. Each leaf's record of its
/// draws says where the next one is: the last draw that has another value takes it, like an odometer.
struct ChoiceTree {
  enum Step {
    /// The script of the next leaf.
    case next([ScriptedChoice])
    /// Every leaf was visited.
    case end
    /// It cannot be walked to the end, or must not be.
    case abandoned
  }

  /// The most draws of one leaf: a generator that draws until it likes what it gets has no longest.
  static let longestPath = 4_096

  private(set) var visited = 0
  private let limit: Int
  /// The part of the last script that the next leaf must have drawn in the same way.
  private var expected: ArraySlice<Choice> = []

  /// - Parameter limit: leaves. A tree that has more is abandoned as soon as that is certain.
  init(limit: Int) {
    self.limit = limit
  }

  /// Where to go after a leaf that drew `tokens`.
  mutating func step(after tokens: [Token]) -> Step {
    visited += 1
    let path = tokens.compactMap { if case .choice(let choice) = $0 { choice } else { nil } }
    guard path.count <= Self.longestPath, path.prefix(expected.count) == expected,
      path.allSatisfy(\.isCountable)
    else { return .abandoned }
    // Each value that is left of a draw leads to one leaf at least.
    var certain = visited
    for choice in path {
      let (sum, overflow) = certain.addingReportingOverflow(Int(clamping: choice.remaining))
      guard !overflow, sum <= limit else { return .abandoned }
      certain = sum
    }
    guard let last = path.lastIndex(where: { $0.remaining > 0 }), let next = path[last].successor else {
      return .end
    }
    expected = path[..<last] + [next]
    return .next(expected.map { ScriptedChoice($0) })
  }
}

extension Choice {
  /// Whether its values can be gone through one by one.
  fileprivate var isCountable: Bool {
    switch kind {
    case .schedule: false
    case .double: lower == upper
    case .integer, .boolean, .count, .branch, .character: true
    }
  }

  /// How many values of the range are less simple.
  fileprivate var remaining: UInt64 {
    if kind == .double { return 0 }
    let (above, below) = (upper - target, target - lower)
    let (distance, isBelow) = (complexity.distance, complexity.isBelow)
    // At a distance, the value above the target comes before the one below it.
    let fartherAbove = above - min(above, distance)
    let fartherBelow = below - min(below, isBelow || distance == 0 ? distance : distance - 1)
    let (sum, overflow) = fartherAbove.addingReportingOverflow(fartherBelow)
    return overflow ? .max : sum
  }

  /// This choice at the next value, in the order of simplicity.
  fileprivate var successor: Choice? {
    let (above, below) = (upper - target, target - lower)
    let (distance, isBelow) = (complexity.distance, complexity.isBelow)
    if !isBelow, distance > 0, distance <= below { return with(value: target - distance) }
    guard distance < .max else { return nil }
    if distance < above { return with(value: target + distance + 1) }
    return distance < below ? with(value: target - distance - 1) : nil
  }
}
