/// One call as the search for an order sees it: when it began, when it ended, and what it did to the object.
struct TimedCall: Sendable, Hashable {
  /// The position of the invocation, on any clock that never goes back.
  var start: Int
  /// The position of the completion. Nil: nobody knows how the call ended, so it may take effect at any moment after `start`, or never.
  var end: Int?
  /// The number of what the call does, output included: calls of one kind are interchangeable but for their times.
  var kind: Int32

  /// Whether time alone puts this call before the other: equal positions overlap.
  func precedes(_ other: TimedCall) -> Bool { end.map { $0 < other.start } ?? false }
}
