/// What a property asks to be high: ``Trial/target(_:_:)-(_,Double)``.
@usableFromInline
enum Target {
  /// The highest value of a run, and the case that came to it.
  @usableFromInline
  struct Best: Sendable, Equatable {
    var value: Double
    var index: Int

    /// Higher, or as high and sooner: so the best is the same however the cases are shared out.
    func isBetter(than other: Best) -> Bool {
      value != other.value ? value > other.value : index < other.index
    }
  }
}

/// A case that raised a target, or reached new features.
public struct TargetStep: Sendable, Equatable, Codable {
  /// The index of the case, counted from 0.
  public let `case`: Int
  /// The value of the target, or the number of features reached so far.
  public let value: Double

  /// A step at the case with this index.
  public init(case index: Int, value: Double) {
    self.case = index
    self.value = value
  }
}

extension [String: Target.Best] {
  mutating func raise(_ label: String, _ candidate: Target.Best) {
    if let best = self[label], !candidate.isBetter(than: best) { return }
    self[label] = candidate
  }

  mutating func raise(_ others: [String: Target.Best]) {
    for (label, best) in others { raise(label, best) }
  }
}
