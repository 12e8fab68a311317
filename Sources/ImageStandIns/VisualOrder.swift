/// The order in which the scalars of a line are seen, from left to right.
///
/// A line runs from left to right; Hebrew, Arabic and the other scripts that run from right to left are turned around, with what
/// stands between two of their words and numbers behind them; numbers keep their own direction. This is the part of the Unicode bidirectional
/// algorithm (UAX #9) that names, firms and addresses need; it knows no embedding and mirrors no brackets.
public enum VisualOrder {
  public static func of(_ line: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var seen: [Unicode.Scalar] = []
    var rest = line[...]
    while let first = rest.first {
      guard isRightToLeft(first) else {
        seen.append(first)
        rest = rest.dropFirst()
        continue
      }
      // As far as the last letter or digit before a letter that runs from left to right.
      let reach = rest.prefix { isRightToLeft($0) || !isLeftToRight($0) }
      let end = (reach.lastIndex { isRightToLeft($0) || isDigit($0) } ?? reach.startIndex) + 1
      // Marks after the last letter belong to it.
      let marksEnd = rest[end...].firstIndex { !isMark($0) } ?? rest.endIndex
      seen += turned(rest[..<marksEnd])
      rest = rest[marksEnd...]
    }
    return seen
  }

  /// Letters with their marks, and numbers, from the last to the first.
  private static func turned(_ run: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
    var pieces: [[Unicode.Scalar]] = []
    for place in run.indices {
      let scalar = run[place]
      let followsDigit = place > run.startIndex && isDigit(run[place - 1])
      let precedesDigit = place + 1 < run.endIndex && isDigit(run[place + 1])
      // "12.5" and "2026-11" are numbers (UAX #9, W4).
      let followsSeparator =
        place > run.startIndex + 1 && isSeparator(run[place - 1]) && isDigit(run[place - 2])
      let belongsToNumber =
        isDigit(scalar) ? followsDigit || followsSeparator : isSeparator(scalar) && followsDigit && precedesDigit
      if isMark(scalar) || belongsToNumber, !pieces.isEmpty {
        pieces[pieces.count - 1].append(scalar)
      } else {
        pieces.append([scalar])
      }
    }
    return pieces.reversed().flatMap { $0 }
  }

  static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    default: false
    }
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .decimalNumber
  }

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool { "+-,./:".unicodeScalars.contains(scalar) }

  /// By the blocks that Unicode reserves for these scripts (UAX #9, table 4).
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      !isDigit(scalar)
    default: false
    }
  }

  /// Letters, and what nobody knows.
  private static func isLeftToRight(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .privateUse, .unassigned: true
    default: scalar.properties.isAlphabetic && !isRightToLeft(scalar)
    }
  }
}
