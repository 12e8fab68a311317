/// What a history was judged to be. Calls are named by their index in ``History/calls``.
public enum Linearizability: Sendable, Equatable {
  /// An order that explains it, of all calls that were done and of those unknown ones that must have taken effect.
  case linearizable(order: [Int])
  case violated(LinearizabilityViolation)
  /// As many placements as were allowed have been tried, and neither an order nor the certainty that there is none
  /// was found. It is no verdict: not a pass, and not a failure.
  case undecided(limit: Int)

  public var isLinearizable: Bool { if case .linearizable = self { true } else { false } }
}

/// Where a history has no order.
public struct LinearizabilityViolation: Sendable, Equatable {
  /// The call with which it came to light: up to the return before this one's there still is an order.
  public let stuck: Int
  /// The calls that contradict each other: the shortest beginning of the history that has no order, of one part. They
  /// are those called before ``stuck`` returned, in the order of their calls. Those of them that were still open at
  /// that time may stand in the order or not; where they do, with the outcome that they had later.
  public let prefix: [Int]
  /// The longest order found that explains all of them that returned before ``stuck`` did. After it, and after
  /// whatever else was tried, ``stuck`` cannot have given what it gave.
  public let order: [Int]

  public init(stuck: Int, prefix: [Int], order: [Int]) {
    self.stuck = stuck
    self.prefix = prefix
    self.order = order
  }
}
