/// The order in which the scalars of a line are seen, from left to right.
///
/// A line runs from left to right; Hebrew, Arabic and the other scripts that run from right to left are turned around, with what
/// stands between two of their words, and numbers in them keep their direction. This is the part of the Unicode bidirectional
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
      // As far as the last scalar of the script before one that runs from left to right.
      let reach = rest.prefix { isRightToLeft($0) || !isLeftToRight($0) }
      let end = (reach.lastIndex(where: isRightToLeft) ?? reach.startIndex) + 1
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
    for scalar in run {
      let continues = isMark(scalar) || (isDigit(scalar) && (pieces.last?.last).map(isDigit) ?? false)
      if continues, !pieces.isEmpty {
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

  /// By the blocks that Unicode reserves for these scripts (UAX #9, table 4).
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      !isDigit(scalar)
    default: false
    }
  }

  private static func isLeftToRight(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic && !isRightToLeft(scalar)
  }
}
