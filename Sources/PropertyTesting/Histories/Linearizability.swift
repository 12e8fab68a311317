/// The judgement of a history. It names calls by their index in ``History/calls``.
public enum Linearizability: Sendable, Equatable {
  /// This order explains the history. It has all calls that were done, and those unknown ones that must have taken effect.
  case linearizable(order: [Int])
  /// No order explains the history.
  case violated(LinearizabilityViolation)
  /// The judge tried as many placements as it was allowed, and neither found an order nor showed that there is none. This is neither a
  /// pass nor a failure.
  case undecided(limit: Int)

  /// Whether an order was found that explains the history. False also if the judgement is ``undecided(limit:)``.
  public var isLinearizable: Bool { if case .linearizable = self { true } else { false } }
}

/// The contradiction in a history that no order explains.
public struct LinearizabilityViolation: Sendable, Equatable {
  /// The call that shows the contradiction: there is an order up to the return before the return of this call.
  public let stuck: Int
  /// The calls that contradict each other: the shortest beginning of the history, of one part, that has no order. These are the calls
  /// made before ``stuck`` returned, in the order of their calls. Those that were still open then may have a place in an order or none;
  /// if they have one, then with their later outcome.
  public let prefix: [Int]
  /// The longest order found that explains all calls that returned before ``stuck`` did. After this order, and after every other that was
  /// tried, ``stuck`` cannot have had its outcome.
  public let order: [Int]

  /// A violation at the call `stuck`.
  public init(stuck: Int, prefix: [Int], order: [Int]) {
    self.stuck = stuck
    self.prefix = prefix
    self.order = order
  }
}
