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

  /// The value of a scheduler's decision; nil for any other token.
  var scheduleValue: UInt64? {
    if case .choice(let choice) = self, choice.kind == .schedule { choice.value } else { nil }
  }

  var isChoice: Bool { if case .choice = self { true } else { false } }

  /// A choice that is none of a scheduler's.
  var isData: Bool {
    if case .choice(let choice) = self { choice.kind != .schedule } else { false }
  }
}

/// What a span holds. Spans of one label can stand in for each other.
@usableFromInline
struct SpanLabel: Sendable, Hashable {
  @usableFromInline let rawValue: UInt8

  @inlinable
  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// One generator drawn inside another.
  @inlinable static var draw: SpanLabel { SpanLabel(rawValue: 1) }
  /// A collection: its count, then its elements.
  @inlinable static var collection: SpanLabel { SpanLabel(rawValue: 2) }
  /// One element of a ``collection``, whose count falls by one when the element is deleted.
  @inlinable static var element: SpanLabel { SpanLabel(rawValue: 3) }
  /// One level of a recursive generator: can be replaced by a span of the same label inside it.
  @inlinable static var recursion: SpanLabel { SpanLabel(rawValue: 4) }
}
