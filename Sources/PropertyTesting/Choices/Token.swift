/// One element of a recorded case: a choice, or the start or end of a span.
///
/// Spans give the flat choice sequence the shape of the value (an element of an array, a field of a
/// record), so that shrinking deletes whole parts, and a replay stays aligned after a length or a branch
/// has changed: at a span's end it skips what was not used, and within a span that has run out it takes
/// simplest values.
enum Token: Sendable, Hashable {
  case choice(Choice)
  case open(SpanLabel)
  case close
}

/// What a span holds. Spans of one label can stand in for each other.
public struct SpanLabel: Sendable, Hashable {
  let rawValue: UInt8

  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// One generator drawn inside another.
  public static let draw = SpanLabel(rawValue: 1)
  /// A collection: its count, then its elements.
  public static let collection = SpanLabel(rawValue: 2)
  /// One element of a ``collection``, whose count falls by one when the element is deleted.
  public static let element = SpanLabel(rawValue: 3)
  /// One retry of a filter, thrown away where it failed.
  public static let attempt = SpanLabel(rawValue: 4)
  /// One level of a recursive generator: can be replaced by a span of the same label inside it.
  public static let recursion = SpanLabel(rawValue: 5)
}
