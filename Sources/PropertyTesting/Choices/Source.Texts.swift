extension Source {
  /// How the next text is drawn: six of sixteen in a biased case are an earlier one, or nearly; in a designed case the
  /// second, third and fourth are.
  mutating func planText() -> TextPlan? {
    guard mode == .biased || designedSlot != nil else { return nil }
    let word = nextWord()
    guard textState != 0 else { return nil }
    designed.texts &+= 1
    if let slot = designedSlot, designed.texts < Design.orderedDraws {
      return textPlan(slot, draw: Int(designed.texts))
    }
    guard word & 15 < 6 else { return nil }
    return TextPlan.designed[Int((word >> 4) % UInt64(TextPlan.designed.count))]
  }

  /// In two of the scaled cases, a text with a line end of two scalars inside or with a line end behind it, which texts drawn apart hardly
  /// ever have.
  mutating func lineEnds(count bounds: ClosedRange<Int>) -> CodeText? {
    guard let slot = scaledSlot, designed.texts == 0, bounds.contains(5) else { return nil }
    designed.texts &+= 1
    switch Design.place(slot: slot, of: Design.wholeCases, seed: seed, draw: 96) {
    case 0: return CodeText(before: 2, scalars: ["\r", "\n"], after: 1)
    case 1: return CodeText(before: 2, scalars: ["\n"], after: 0)
    default: return nil
    }
  }

  /// Notes where a fresh text begins, so that it can be drawn once more.
  mutating func beginText() {
    guard mode == .biased || mode == .designed else { return }
    textState = state
    if designed.texts == 0, let slot = designedSlot, textPlan(slot, draw: 1).change == .form {
      designed.change = .withForms
    }
  }

  mutating func endText(count: Int) {
    guard mode == .biased || mode == .designed else { return }
    textCount = count
    designed.change = .none
  }

  private func textPlan(_ slot: Int, draw: Int) -> TextPlan {
    TextPlan.designed[Design.place(slot: slot, of: TextPlan.designed.count, seed: seed, draw: draw)]
  }

  /// The text that was drawn from ``textState`` once more, changed as `plan` says. Its number of scalars took one random
  /// word, and so did each scalar.
  mutating func repeatedText(
    _ plan: TextPlan, of scalar: Generator<Unicode.Scalar>, count bounds: ClosedRange<Int>
  ) throws -> String {
    let kept = max(0, textCount - plan.dropped - plan.droppedAtEnd)
    let proposed = min(max(plan.before + kept + plan.after, bounds.lowerBound), bounds.upperBound)
    var fresh = state
    defer {
      state = fresh
      designed.change = .none
    }
    let scalars: [Unicode.Scalar] = try elements(count: bounds, limit: .max, proposing: proposed) { list, source in
      let place = list.count - plan.before
      if place >= 0, place < kept {
        source.state = source.textState &+ Source.step &* UInt64(1 + plan.dropped + place)
        source.designed.change = plan.change
        list.append(try scalar.produce(&source))
      } else {
        source.state = fresh
        source.designed.change = plan.fresh
        list.append(try scalar.produce(&source))
        fresh = source.state
      }
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// What the random state advances by for each word.
  static let step: UInt64 = 0x9e37_79b9_7f4a_7c15
}

/// How a text repeats an earlier one of its case: texts drawn apart are never equal, and equal names, one that begins
/// with another or differs in case only find bugs. It is drawn once more from the random state that the earlier one was
/// drawn from, since passing cases keep no values.
struct TextPlan {
  /// Fresh scalars before and after what is repeated.
  var before = 0
  var after = 0
  /// Scalars that are not repeated, at the beginning and at the end.
  var dropped = 0
  var droppedAtEnd = 0
  var change = DesignedDraws.Change.none
  /// The same of fresh scalars: white space around a text is what programs trim, or forget to.
  var fresh = DesignedDraws.Change.none

  /// One for each of the cases in which everything is designed.
  static let designed: [TextPlan] = [
    // The same.
    TextPlan(), TextPlan(),
    // It begins with the earlier one, ends with it, or has it inside.
    TextPlan(after: 1, fresh: .lineEnd), TextPlan(after: 2, fresh: .space), TextPlan(after: 5),
    TextPlan(before: 1, fresh: .space), TextPlan(before: 2), TextPlan(before: 4),
    TextPlan(before: 1, after: 1, fresh: .space), TextPlan(before: 2, after: 1), TextPlan(before: 3, after: 2),
    // The other way round.
    TextPlan(droppedAtEnd: 1), TextPlan(dropped: 1), TextPlan(dropped: 1, droppedAtEnd: 1),
    // One scalar differs, at either end.
    TextPlan(before: 1, dropped: 1), TextPlan(after: 1, droppedAtEnd: 1),
    TextPlan(change: .case), TextPlan(change: .case), TextPlan(change: .case),
    TextPlan(change: .form), TextPlan(change: .form),
  ]
}

extension ScalarOrder {
  /// The scalar in its other case; or, for every fourth, one of those that have two forms. The same where there is none up
  /// to `last`.
  static func changed(_ index: UInt32, _ change: DesignedDraws.Change, last: UInt32) -> UInt32 {
    let scalar = scalar(at: index)
    let other: Unicode.Scalar
    switch change {
    case .none: return index
    case .exactly(let scalar): other = scalar
    // Both are simpler than a line end, so an alphabet that ends before it may still have the space.
    case .space, .lineEnd:
      let lineEnd = self.index(of: "\n")
      if change == .lineEnd, lineEnd <= last { return lineEnd }
      other = " "
    case .case:
      let (upper, lower) = (scalar.properties.uppercaseMapping, scalar.properties.lowercaseMapping)
      let mapped = upper.unicodeScalars.first == scalar ? lower : upper
      guard mapped.unicodeScalars.count == 1, let only = mapped.unicodeScalars.first else { return index }
      other = only
    case .withForms, .form:
      guard index % 4 == 0 else { return index }
      let pair = equivalents[Int(index / 4) % equivalents.count]
      other = change == .form ? pair.1 : pair.0
    }
    let changed = self.index(of: other)
    return changed <= last ? changed : index
  }

  /// Scalars, and those that normal forms replace by them (Unicode Standard Annex 15, singletons).
  private static let equivalents: [(Unicode.Scalar, Unicode.Scalar)] = [
    ("K", "\u{212A}"), ("Å", "\u{212B}"), (";", "\u{37E}"), ("`", "\u{1FEF}"), ("Ω", "\u{2126}"), ("·", "\u{387}"),
  ]
}
