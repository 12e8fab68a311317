import Foundation
import PropertyTesting

/// What values a drawn predicate is about: a formula such as `["list", ["int", -100, 100], 8]`, which stands for a generator, and for all
/// values in the order in which shrinking prefers them.
struct Domain: Sendable {
  let formula: Formula

  /// The characters of a text of the whole of Unicode, in their order of simplicity, as far as a search goes.
  private static let simplestScalars: [UInt32] =
    [97...122, 65...90, 48...57, 32...32, 33...47, 58...64, 91...96, 123...126].flatMap { Array($0) } + Array(0...31) + Array(127...767)

  static let alphabet = "abcdexyzABC019 -,"

  var generator: Generator<Datum> {
    let parts = formula.operands
    func number(_ place: Int) -> Int { Int(parts[place].constant) }
    switch formula.name {
    case "int": return Generator<Int>.int(in: number(0)...number(1)).map { Datum($0) }
    case "real": return Generator<Double>.double(in: Double(number(0))...Double(number(1))).map { .number($0) }
    case "date":
      let reach = Double(number(0))
      return Generator<Date>.date(in: Date(timeIntervalSinceReferenceDate: -reach)...Date(timeIntervalSinceReferenceDate: reach))
        .map { .number($0.timeIntervalSinceReferenceDate) }
    case "bool": return Generator<Bool>.bool.map { Datum($0 ? 1 : 0) }
    case "text":
      return Generator<String>.text(.of(Self.alphabet), count: 0...number(0)).map { Datum(text: $0) }
    case "unicode": return Generator<String>.text(.unicode, count: 0...number(0)).map { Datum(text: $0) }
    case "optional":
      return Generator<Datum?>.optional(Domain(formula: parts[0]).generator).map { $0 ?? .none }
    case "list":
      return Generator<[Datum]>.array(of: Domain(formula: parts[0]).generator, count: 0...number(1)).map { .list($0) }
    case "set":
      return Generator<Set<Datum>>.set(of: Domain(formula: parts[0]).generator, count: 0...number(1)).map { .list($0.sorted(by: <)) }
    case "dictionary":
      return Generator<[Datum: Datum]>.dictionary(
        of: Domain(formula: parts[0]).generator, Domain(formula: parts[1]).generator, count: 0...number(2)
      ).map { .list($0.map { .list([$0.key, $0.value]) }.sorted(by: <)) }
    case "tree":
      let leaf = Domain(formula: parts[0]).generator
      return Generator<Datum>.recursive(depth: 8, leaf: leaf) { below in
        Generator<(Datum, Datum)>.zip(below, below).map { .list([$0, $1]) }
      }
    default:
      let fields = parts.map { Domain(formula: $0).generator }
      return Generator<Datum> { source in
        var values: [Datum] = []
        for field in fields { values.append(try source.draw(field)) }
        return .list(values)
      }
    }
  }

  /// How many choices a value takes, at least and at most.
  private var choices: ClosedRange<Int> {
    let parts = formula.operands
    switch formula.name {
    case "optional": return 1...(1 + Domain(formula: parts[0]).choices.upperBound)
    case "list", "set", "dictionary":
      let element = parts.dropLast().reduce(0) { $0 + Domain(formula: $1).choices.upperBound }
      return 1...(1 + element * Int(parts[parts.count - 1].constant))
    case "text", "unicode": return 1...(1 + Int(parts[0].constant))
    case "tree": return 2...1_000
    case "record":
      return parts.reduce(0...0) { sum, part in
        let own = Domain(formula: part).choices
        return (sum.lowerBound + own.lowerBound)...(sum.upperBound + own.upperBound)
      }
    default: return 1...1
    }
  }

  /// Calls `body` for all values, those of fewer choices first and then by the choices in order, until it returns true. Within a
  /// domain that has no end, the caller ends it.
  func search(_ body: @escaping (Datum) -> Bool) {
    for count in choices where visit(count, then: 0...0, { value, left in left == 0 && body(value) }) { return }
  }

  private typealias Visit = (_ value: Datum, _ left: Int) -> Bool

  /// - Parameters:
  ///   - count: how many choices are left, for this part and for all after it.
  ///   - rest: how many the parts after it take.
  private func visit(_ count: Int, then rest: ClosedRange<Int>, _ body: Visit) -> Bool {
    let parts = formula.operands
    func number(_ place: Int) -> Int { Int(parts[place].constant) }
    switch formula.name {
    case "int":
      return Self.forEach(in: number(0)...number(1)) { body(Datum($0), count - 1) }
    case "bool":
      return body(Datum(0), count - 1) || body(Datum(1), count - 1)
    case "real":
      return Self.forEachReal(in: number(0)...number(1)) { body(.number($0), count - 1) }
    case "date":
      return Self.forEachHour(within: number(0)) { body(.number($0), count - 1) }
    case "text": return elements(.text, 0..<number(0), count, rest, body)
    case "unicode": return elements(.unicode, 0..<number(0), count, rest, body)
    case "list", "set", "dictionary":
      let element = formula.name == "dictionary" ? Formula.apply("record", Array(parts.prefix(2))) : parts[0]
      let isDistinct = formula.name != "list"
      return elements(.parts(Domain(formula: element), isDistinct: isDistinct), 0..<number(parts.count - 1), count, rest, body)
    case "optional":
      if count - 1 >= rest.lowerBound, count - 1 <= rest.upperBound, body(.none, count - 1) { return true }
      return Domain(formula: parts[0]).visit(count - 1, then: rest, body)
    case "tree":
      // A branch with a number, or a branch with two trees.
      if rest.contains(count - 2), Domain(formula: parts[0]).visit(count - 1, then: rest, body) { return true }
      guard count - 1 >= 4 + rest.lowerBound else { return false }
      return visit(count - 1, then: (rest.lowerBound + 2)...(rest.upperBound + 1_000)) { left, remaining in
        visit(remaining, then: rest) { right, remaining in body(.list([left, right]), remaining) }
      }
    default:
      return fields(parts[...], [], count, rest, body)
    }
  }

  private func fields(_ parts: ArraySlice<Formula>, _ values: [Datum], _ count: Int, _ rest: ClosedRange<Int>, _ body: Visit) -> Bool {
    guard let part = parts.first else { return body(.list(values), count) }
    let after = Domain(formula: .apply("record", Array(parts.dropFirst()))).choices
    let then = (after.lowerBound + rest.lowerBound)...(after.upperBound + rest.upperBound)
    return Domain(formula: part).visit(count, then: then) { value, left in
      then.contains(left) && fields(parts.dropFirst(), values + [value], left, rest, body)
    }
  }

  private enum Elements {
    case text, unicode
    case parts(Domain, isDistinct: Bool)
  }

  private func elements(_ kind: Elements, _ counts: Range<Int>, _ count: Int, _ rest: ClosedRange<Int>, _ body: Visit) -> Bool {
    let each: ClosedRange<Int> = if case .parts(let element, _) = kind { element.choices } else { 1...1 }
    for size in 0...counts.upperBound {
      let most = each.upperBound.multipliedReportingOverflow(by: size).partialValue + rest.upperBound
      guard count - 1 >= size * each.lowerBound + rest.lowerBound, count - 1 <= most else { continue }
      if fill(kind, each, size, [], count - 1, rest, body) { return true }
    }
    return false
  }

  private func fill(
    _ kind: Elements, _ each: ClosedRange<Int>, _ size: Int, _ items: [Datum], _ count: Int, _ rest: ClosedRange<Int>, _ body: Visit
  ) -> Bool {
    guard items.count < size else { return body(.list(Self.isDistinct(kind) ? items.sorted(by: <) : items), count) }
    let others = size - items.count - 1
    let then = (each.lowerBound * others + rest.lowerBound)...(each.upperBound * others + rest.upperBound)
    func goOn(_ item: Datum, _ left: Int) -> Bool {
      then.contains(left) && fill(kind, each, size, items + [item], left, rest, body)
    }
    switch kind {
    case .text:
      for scalar in Self.alphabet.unicodeScalars where goOn(Datum(Int(scalar.value)), count - 1) { return true }
    case .unicode:
      for scalar in Self.simplestScalars where goOn(Datum(Int(scalar)), count - 1) { return true }
    case .parts(let element, let isDistinct):
      return element.visit(count, then: then) { item, left in
        if isDistinct, items.contains(where: { $0.key == item.key }) { return false }
        return goOn(item, left)
      }
    }
    return false
  }

  private static func isDistinct(_ kind: Elements) -> Bool {
    if case .parts(_, let isDistinct) = kind { isDistinct } else { false }
  }
}

extension Datum {
  fileprivate init(text: String) { self = .list(text.unicodeScalars.map { Datum(Int($0.value)) }) }

  /// What must differ between the elements of a set or a dictionary.
  fileprivate var key: Datum { items.first ?? self }
}

extension Domain {
  /// By distance from 0, or from the bound nearest to it; above before below.
  private static func forEach(in range: ClosedRange<Int>, _ body: (Int) -> Bool) -> Bool {
    let first = min(max(0, range.lowerBound), range.upperBound)
    for distance in 0...(range.upperBound - range.lowerBound) {
      for value in distance == 0 ? [first] : [first + distance, first - distance] where range.contains(value) && body(value) {
        return true
      }
    }
    return false
  }

  /// Whole ones by magnitude, then by the digits of their fractions, then by exponents nearer to 0, then by digits.
  private static func forEachReal(in range: ClosedRange<Int>, _ body: (Double) -> Bool) -> Bool {
    if forEach(in: range, { body(Double($0)) }) { return true }
    for length in 0...11 {
      for rank in 0..<40 {
        let exponent = rank % 2 == 0 ? rank / 2 : -(rank + 1) / 2
        guard exponent < length else { continue }
        for mantissa in 0..<(length == 0 ? 1 : 1 << (length - 1)) {
          let digits = length == 0 ? 1 : 1 + Double(2 * mantissa + 1) / Double(1 << length)
          let value = Double(sign: .plus, exponent: exponent, significand: digits)
          for value in [value, -value] where range.contains(Int(value)) && body(value) { return true }
        }
      }
    }
    return false
  }

  /// The simplest second of each hour, which stands for all of them.
  private static func forEachHour(within reach: Int, _ body: (Double) -> Bool) -> Bool {
    for hour in 0...(reach / 3_600) {
      let first = Double(hour) * 3_600
      for value in [first, -first - 1] where Int(value.magnitude) <= reach && body(value) { return true }
    }
    return false
  }
}
