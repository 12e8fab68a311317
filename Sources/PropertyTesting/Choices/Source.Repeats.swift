extension Source {
  /// The last two wide draws of the case once more, in three of sixteen biased cases: two numbers that make
  /// up one value would hardly ever both be drawn again.
  @usableFromInline @inline(never)
  mutating func drawRecentPair() -> (UInt64, UInt64)? {
    guard nextWord() & 15 < 3, let (first, second) = recent.lastTwo else { return nil }
    return (
      resolve(first, kind: .integer, lower: 0, upper: .max, target: 0),
      resolve(second, kind: .integer, lower: 0, upper: .max, target: 0)
    )
  }

  /// How the next text is drawn: six of sixteen in a biased case are an earlier one, or nearly.
  mutating func planText() -> TextPlan {
    guard mode == .biased else { return .fresh }
    let word = nextWord()
    guard word & 15 < 6, textState != 0 else {
      textState = state
      return .fresh
    }
    return switch word &>> 4 & 3 {
    case 0, 1: .same
    case 2: .otherLength
    default: .otherStart
    }
  }

  /// The text that was drawn from ``textState``, once more, or nearly. Its number of scalars takes one random
  /// word, and so does each scalar.
  mutating func repeatedText(
    _ plan: TextPlan, of scalar: Generator<Unicode.Scalar>, count bounds: ClosedRange<Int>
  ) throws -> String {
    var after = state
    defer { state = after }
    if plan != .otherLength { state = textState }
    let scalars: [Unicode.Scalar] = try elements(count: bounds, limit: .max) { list, source in
      if list.isEmpty {
        if plan == .otherLength { after = source.state }
        if plan == .otherStart { source.state = after }
      }
      if list.count == (plan == .otherStart ? 1 : 0) {
        if plan == .otherStart { after = source.state }
        source.state = source.textState &+ Source.step &* UInt64(1 + list.count)
      }
      list.append(try scalar.produce(&source))
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// What the random state advances by for each word.
  static let step: UInt64 = 0x9e37_79b9_7f4a_7c15
}

/// Whether a text repeats an earlier one of its case: texts drawn apart are never equal, and equal names or one
/// that begins with another find bugs. It is drawn once more from the random state that the earlier one was
/// drawn from, since passing cases keep no values.
enum TextPlan {
  case fresh
  /// The same.
  case same
  /// The same scalars, more or fewer of them.
  case otherLength
  /// The same but for its first scalar.
  case otherStart
}
