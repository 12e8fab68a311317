/// A stretch of the tokens of a proposal.
enum Piece {
  /// Of the case: from a place up to another, which is left out.
  case from(Int, upTo: Int)
  /// From a place on.
  case rest(from: Int)
  case tokens([Token])

  /// A part of the case, with its marks.
  static func part(_ span: Shape.Span) -> Piece { .from(span.open, upTo: span.close + 1) }
}

/// A pass asked for a stretch that the case does not have: it took the case to be another than it is.
struct NoSuchStretch: Error, Equatable, CounterexampleDescribable {
  let from: Int
  let upTo: Int
  let count: Int

  var counterexampleDescription: String { "it asked for the tokens from \(from) up to \(upTo) of \(count)" }
}

extension [Token] {
  /// These pieces, one after the other.
  ///
  /// A pass reckons with places, and a range whose end comes before its start would end the process without a report.
  /// - Throws: ``NoSuchStretch``.
  func spliced(_ pieces: Piece...) throws -> [Token] {
    var result: [Token] = []
    result.reserveCapacity(count)
    for piece in pieces {
      switch piece {
      case .from(let start, let end): result += try stretch(start, end)
      case .rest(let start): result += try stretch(start, count)
      case .tokens(let tokens): result += tokens
      }
    }
    return result
  }

  private func stretch(_ start: Int, _ end: Int) throws -> ArraySlice<Token> {
    guard start >= 0, start <= end, end <= count else { throw NoSuchStretch(from: start, upTo: end, count: count) }
    return self[start..<end]
  }
}

extension Choice {
  /// The value that lies so far from the target, which has to be in the range. For what is no double.
  func value(at distance: UInt64, below isBelow: Bool) -> UInt64 { isBelow ? target - distance : target + distance }

  /// The value moved up or down; nil where it would leave the range. For whole numbers.
  func moved(by distance: UInt64, up: Bool) -> UInt64? {
    let (moved, overflow) = up ? value.addingReportingOverflow(distance) : value.subtractingReportingOverflow(distance)
    return !overflow && moved >= lower && moved <= upper ? moved : nil
  }

  /// A number or character further from its target; nil where there is none.
  func further(by step: UInt64) -> UInt64? {
    switch kind {
    case .double:
      let number = Double(bitPattern: value)
      let next = number < Double(bitPattern: target) ? number - Double(step) : number + Double(step)
      return spans(next) ? next.bitPattern : nil
    case .integer, .character: return moved(by: step, up: !complexity.isBelow)
    case .boolean, .count, .branch, .schedule: return nil
    }
  }
}
