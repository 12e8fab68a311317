import PropertyTesting
import StandardLaws

/// A cell of a board of four by four, which makes the mistake that ``Flaw`` says.
struct Cell: Hashable, Comparable, Identifiable, CaseIterable, LosslessStringConvertible {
  var column: Int
  var row: Int
  /// Whether it was written with a sign; no part of the value.
  var isSigned = false
  /// What a mistake may take for the value.
  private let box = Box()

  private final class Box: Sendable {}

  init(column: Int, row: Int) { (self.column, self.row) = (column, row) }

  static func == (left: Cell, right: Cell) -> Bool {
    let (sameColumn, sameRow) = (left.column == right.column, left.row == right.row)
    if Flaw.is("== is false on the diagonal") { return sameColumn && sameRow && left.column != left.row }
    if Flaw.is("== is false for everything") { return false }
    if Flaw.is("== is true if the left row is at most the right one") { return sameColumn && left.row <= right.row }
    if Flaw.is("== takes the first cell on the left for any") { return sameColumn && sameRow || left.column == 0 && left.row == 0 }
    if Flaw.is("== has a tolerance of one row") { return sameColumn && abs(left.row - right.row) <= 1 }
    if Flaw.is("== takes the first cell for any") {
      return sameColumn && sameRow || [left, right].contains { $0.column == 0 && $0.row == 0 }
    }
    if Flaw.is("== asks for one equal field") { return sameColumn || sameRow }
    if Flaw.is("hash(into:) feeds a field that == leaves out") { return sameColumn }
    if Flaw.is("== looks at parity, and hash(into:) at the number") { return left.column % 2 == right.column % 2 && sameRow }
    if Flaw.is("== leaves out the field that < orders by last") { return sameColumn }
    if Flaw.is("== takes neighbouring rows for one, and < does not") { return sameColumn && left.row / 2 == right.row / 2 }
    return sameColumn && sameRow
  }

  func hash(into hasher: inout Hasher) {
    if Flaw.is("hash(into:) feeds the address of its storage") || Flaw.is("hash(into:) feeds the address, and hashValue does not") {
      return hasher.combine(ObjectIdentifier(box))
    }
    if Flaw.is("hash(into:) feeds a serial number") { hasher.combine(Flaw.next) }
    hasher.combine(column)
    hasher.combine(row)
  }

  var hashValue: Int {
    if Flaw.is("hashValue is drawn anew") { return Flaw.next }
    if Flaw.is("hash(into:) feeds the address, and hashValue does not") { return 7 }
    var hasher = Hasher()
    hash(into: &hasher)
    return hasher.finalize()
  }

  static func < (left: Cell, right: Cell) -> Bool {
    let (l, r) = ([left.column, left.row], [right.column, right.row])
    if Flaw.is("< is true for equal values") { return !r.lexicographicallyPrecedes(l) }
    if Flaw.is("< is true on the diagonal") { return l.lexicographicallyPrecedes(r) || l == r && left.column == left.row }
    if Flaw.is("< leaves out a field") { return left.column < right.column }
    if Flaw.is("< asks for both fields to be less") { return left.column < right.column && left.row < right.row }
    if Flaw.is("< compares the rows even if the columns differ") { return left.column < right.column || left.row < right.row }
    if Flaw.is("< goes round in a circle") { return (right.column - left.column + 4) % 4 == 1 || l < r && left.column == right.column }
    if Flaw.is("< goes round in a circle at ties") {
      return left.column == right.column ? (right.row - left.row + 4) % 4 == 1 : left.column < right.column
    }
    if Flaw.is("< takes distant columns the other way round") {
      return abs(left.column - right.column) == 3 ? right.column < left.column : l < r
    }
    if Flaw.is("== takes neighbouring rows for one, and < does not") || Flaw.is("== leaves out the field that < orders by last") {
      return l < r
    }
    return l < r
  }

  static func > (left: Cell, right: Cell) -> Bool {
    if Flaw.is("> is true for equal values") { return left >= right }
    if Flaw.is("> leaves out a field") { return left.column > right.column }
    return right < left
  }

  static func <= (left: Cell, right: Cell) -> Bool {
    if Flaw.is("<= is false for equal values") { return left < right }
    if Flaw.is("<= leaves out a field") { return left.column <= right.column }
    return !(right < left)
  }

  static func >= (left: Cell, right: Cell) -> Bool {
    if Flaw.is(">= is false for equal values") { return right < left }
    if Flaw.is(">= leaves out a field") { return left.column >= right.column }
    return !(left < right)
  }

  /// The place of the cell.
  struct ID: Hashable {
    let place: Int
    let serial: Int

    func hash(into hasher: inout Hasher) {
      hasher.combine(Flaw.is("the id hashes what its == leaves out") ? serial : place)
    }

    static func == (left: ID, right: ID) -> Bool {
      if Flaw.is("the id is counted") { return left.serial == right.serial }
      return left.place == right.place
    }
  }

  var id: ID { ID(place: column * 4 + row, serial: Flaw.next) }

  static var allCases: [Cell] {
    var all = (0..<16).map { Cell(column: $0 / 4, row: $0 % 4) }
    if Flaw.is("allCases leaves out the last case") { all.removeLast() }
    if Flaw.is("allCases has the cases of one column") { all.removeAll { $0.column > 0 } }
    if Flaw.is("allCases lists the first case twice") { all.append(all[0]) }
    if Flaw.is("allCases has one column every second time"), Flaw.next % 2 == 0 { all.removeAll { $0.column > 0 } }
    return all
  }

  var description: String {
    if Flaw.is("the description leaves out a field") { return "\(column),0" }
    if Flaw.is("the description leaves out a zero") { return row == 0 ? "\(column)" : "\(column),\(row)" }
    if Flaw.is("the description is for people") { return "column \(column), row \(row)" }
    if Flaw.is("the description has the fields in another order") { return "\(row),\(column)" }
    if Flaw.is("the description shows how the value was written") { return (isSigned ? "" : "+") + "\(column),\(row)" }
    if Flaw.is("the description has a serial number") { return "\(column),\(row),\(Flaw.next)" }
    return "\(column),\(row)"
  }

  init?(_ description: String) {
    let parts = description.split(separator: ",").map { Int($0) }
    let hasSerial = Flaw.is("the description has a serial number")
    guard parts.count == (hasSerial ? 3 : 2), let column = parts[0], let row = parts[1] else { return nil }
    self.init(column: column, row: row)
    isSigned = description.hasPrefix("+")
    if Flaw.is("init reads at most two as a row") { self.row = min(row, 2) }
    if Flaw.is("init refuses the last row"), row == 3 { return nil }
  }
}

extension Generator where Value == Cell {
  static let cell = Generator { source in
    Cell(column: try source(.int(in: 0...3)), row: try source(.int(in: 0...3)))
  }
}

extension [Int] {
  fileprivate static func < (left: [Int], right: [Int]) -> Bool { left.lexicographicallyPrecedes(right) }
}

/// The mistakes of ``Cell``.
enum CellWitnesses {
  static let all: [Witness] = equatable + hashable + comparable + identities + descriptions

  private static func of(_ laws: Laws<Cell>, _ statement: String, _ mistakes: String...) -> [Witness] {
    mistakes.map { Witness($0, breaks: statement, of: laws, .cell) }
  }

  static let equatable: [Witness] = Witness.list(
    of(.equatable, "a value equals itself", "== is false on the diagonal", "== is false for everything"),
    of(
      .equatable, "equality is symmetric", "== is true if the left row is at most the right one",
      "== takes the first cell on the left for any"),
    of(
      .equatable, "equality is transitive", "== has a tolerance of one row", "== takes the first cell for any",
      "== asks for one equal field"))

  static let hashable: [Witness] = Witness.list(
    of(
      .hashable, "equal values have equal hashes", "hash(into:) feeds a field that == leaves out",
      "== looks at parity, and hash(into:) at the number", "hash(into:) feeds the address of its storage"),
    of(
      .hashable, "equal values feed a hasher alike", "hash(into:) feeds the address, and hashValue does not",
      "hash(into:) feeds the address of its storage"),
    of(.hashable, "the hash of a value stays the same", "hash(into:) feeds a serial number", "hashValue is drawn anew"))

  static let comparable: [Witness] = Witness.list(
    of(.comparable, "no value is less than itself", "< is true for equal values", "< is true on the diagonal"),
    of(
      .comparable, "of two values, exactly one of <, == and > holds", "< leaves out a field", "< asks for both fields to be less",
      "< compares the rows even if the columns differ", "== leaves out the field that < orders by last"),
    of(
      .comparable, "less-than is transitive", "< goes round in a circle", "< goes round in a circle at ties",
      "< takes distant columns the other way round"),
    of(
      .comparable, "equal values compare alike with any third", "== takes neighbouring rows for one, and < does not",
      "== leaves out the field that < orders by last"),
    of(.comparable, "a > b says that b < a", "> is true for equal values", "> leaves out a field"),
    of(.comparable, "a <= b says that not b < a", "<= is false for equal values", "<= leaves out a field"),
    of(.comparable, "a >= b says that not a < b", ">= is false for equal values", ">= leaves out a field"))

  static let identities: [Witness] = Witness.list(
    of(.identifiable, "the identity of a value stays the same", "the id is counted"),
    of(.identifiable, "equal identities have equal hashes", "the id hashes what its == leaves out"),
    of(
      .caseIterable, "every value is among allCases", "allCases leaves out the last case", "allCases has the cases of one column"),
    of(.caseIterable, "allCases lists each value once", "allCases lists the first case twice"),
    of(.caseIterable, "allCases has the same values each time", "allCases has one column every second time"))

  static let descriptions: [Witness] = [Laws<Cell>.losslessStringConvertible, .description { Cell($0) }].flatMap { laws in
    of(
      laws, "a description makes a value", "the description leaves out a zero", "the description is for people",
      "init refuses the last row")
      + of(
        laws, "the value made of a description equals its original", "the description has the fields in another order",
        "init reads at most two as a row")
      + of(
        laws, "the value made of a description has this description", "the description shows how the value was written",
        "the description has a serial number")
      + of(laws, "different values have different descriptions", "the description leaves out a field")
  }
}
