import Foundation

/// Compiled once, so that a search through a million values takes no look-up of names. What an operation does not apply to is false, or
/// the empty list.
extension Formula {
  typealias Meaning<Result> = @Sendable (_ x: Datum, _ y: Datum) -> Result

  /// A formula that is a value.
  var value: Meaning<Datum> {
    switch self {
    case .number(let number): return { _, _ in .number(number) }
    case .apply("x", _): return { x, _ in x }
    case .apply("y", _): return { _, y in y }
    case .apply("at", let operands):
      let (list, place) = (operands[0].value, Int(operands[1].constant))
      return { x, y in
        let items = list(x, y).items
        return place < items.count ? items[place] : .none
      }
    case .apply("first", let operands): return unary(operands) { $0.items.first ?? .none }
    case .apply("last", let operands): return unary(operands) { $0.items.last ?? .none }
    case .apply("reversed", let operands): return unary(operands) { .list($0.items.reversed()) }
    case .apply("sorted", let operands): return unary(operands) { .list($0.items.sorted(by: <)) }
    case .apply("rest", let operands): return unary(operands) { .list(Array($0.items.dropFirst())) }
    case .apply("joined", let operands): return unary(operands) { .list($0.items.flatMap(\.items)) }
    case .apply("each", let operands):
      let (list, part) = (operands[0].value, operands[1].value)
      return { x, y in .list(list(x, y).items.map { part(x, $0) }) }
    default:
      let number = self.number
      return { x, y in .number(number(x, y)) }
    }
  }

  /// A formula that is a number; NaN where there is none.
  private var number: Meaning<Double> {
    guard case .apply(let name, let operands) = self else { return { [constant] _, _ in constant } }
    switch name {
    case "sum":
      return measure(operands) { list in
        var sum = 0.0
        list.forEachNumber { sum += $0 }
        return sum
      }
    case "squares":
      return measure(operands) { list in
        var sum = 0.0
        list.forEachNumber { sum += $0 * $0 }
        return sum
      }
    case "weighted":
      return measure(operands) { list in
        var (sum, weight) = (0.0, 1.0)
        list.forEachNumber {
          sum += $0 * weight
          weight += 1
        }
        return sum
      }
    case "numbers":
      return measure(operands) { list in
        var count = 0.0
        list.forEachNumber { _ in count += 1 }
        return count
      }
    case "count": return measure(operands) { Double($0.items.count) }
    case "distinct": return measure(operands) { Double(Set($0.items).count) }
    case "most": return measure(operands) { $0.items.max(by: <)?.number ?? .nan }
    case "least": return measure(operands) { $0.items.min(by: <)?.number ?? .nan }
    case "depth": return measure(operands) { $0.depth }
    case "digits": return measure(operands) { Double(Self.digits($0.number).reduce(0, +)) }
    case "plus": return arithmetic(operands) { $0 + $1 }
    case "minus": return arithmetic(operands) { $0 - $1 }
    case "times": return arithmetic(operands) { $0 * $1 }
    case "distance": return arithmetic(operands) { ($0 - $1).magnitude }
    case "year": return measure(operands) { Self.civil($0.number).year }
    case "month": return measure(operands) { Self.civil($0.number).month }
    case "day": return measure(operands) { Self.civil($0.number).day }
    // 2001-01-01 was a Monday, which is 0.
    case "weekday": return measure(operands) { Self.floorModulo(($0.number / 86_400).rounded(.down), 7) }
    case "hour": return measure(operands) { (Self.floorModulo($0.number, 86_400) / 3_600).rounded(.down) }
    default:
      let value = self.value
      return { x, y in value(x, y).number }
    }
  }

  var constant: Double { if case .number(let number) = self { number } else { .nan } }

  private func unary(_ operands: [Formula], _ body: @escaping @Sendable (Datum) -> Datum) -> Meaning<Datum> {
    let operand = operands[0].value
    return { x, y in body(operand(x, y)) }
  }

  private func measure(_ operands: [Formula], _ body: @escaping @Sendable (Datum) -> Double) -> Meaning<Double> {
    let operand = operands[0].value
    return { x, y in body(operand(x, y)) }
  }

  private func arithmetic(_ operands: [Formula], _ body: @escaping @Sendable (Double, Double) -> Double) -> Meaning<Double> {
    let (left, right) = (operands[0].value, operands[1].value)
    return { x, y in body(left(x, y).number, right(x, y).number) }
  }

  /// A formula that holds or does not.
  var holds: Meaning<Bool> {
    guard case .apply(let name, let operands) = self else { return { _, _ in false } }
    func condition(_ body: @escaping @Sendable (Double) -> Bool) -> Meaning<Bool> {
      let operand = operands[0].value
      return { x, y in
        let number = operand(x, y).number
        return number.isFinite && body(number)
      }
    }
    func comparison(_ body: @escaping @Sendable (Datum, Datum) -> Bool) -> Meaning<Bool> {
      let (left, right) = (operands[0].value, operands[1].value)
      return { x, y in body(left(x, y), right(x, y)) }
    }
    switch name {
    case "and":
      let all = operands.map(\.holds)
      return { x, y in all.allSatisfy { $0(x, y) } }
    case "or":
      let all = operands.map(\.holds)
      return { x, y in all.contains { $0(x, y) } }
    case "not":
      let body = operands[0].holds
      return { x, y in !body(x, y) }
    case "above": return comparison { $0.number > $1.number }
    case "equal": return comparison { $0 == $1 }
    case "begins": return comparison { $0.items.starts(with: $1.items) }
    case "any":
      let (list, body) = (operands[0].value, operands[1].holds)
      return { x, y in list(x, y).items.contains { body(x, $0) } }
    case "all":
      let (list, body) = (operands[0].value, operands[1].holds)
      return { x, y in list(x, y).items.allSatisfy { body(x, $0) } }
    case "modulo":
      let (modulus, rest) = (operands[1].constant, operands[2].constant)
      return condition { $0 == $0.rounded() && Self.floorModulo($0, modulus) == rest }
    case "digit":
      let digit = Int(operands[1].constant)
      return condition { Self.digits($0).contains(digit) }
    case "bits":
      let bits = Int(operands[1].constant)
      return condition { $0 == $0.rounded() && $0.magnitude < 0x1p53 && Int($0.magnitude).nonzeroBitCount == bits }
    case "whole": return condition { $0 == $0.rounded() }
    case "square":
      return condition { number in
        let root = number.squareRoot().rounded()
        return number >= 0 && root * root == number
      }
    case "prime": return condition(Self.isPrime)
    default: return { _, _ in false }
    }
  }

  private static func floorModulo(_ number: Double, _ modulus: Double) -> Double {
    number - (number / modulus).rounded(.down) * modulus
  }

  private static func digits(_ number: Double) -> [Int] {
    guard number.isFinite, number == number.rounded(), number.magnitude < 0x1p53 else { return [] }
    var (rest, digits) = (Int(number.magnitude), [Int]())
    repeat {
      digits.append(rest % 10)
      rest /= 10
    } while rest > 0
    return digits
  }

  private static func isPrime(_ number: Double) -> Bool {
    guard number > 1, number == number.rounded() else { return false }
    var divisor = 2.0
    while divisor * divisor <= number {
      if number.truncatingRemainder(dividingBy: divisor) == 0 { return false }
      divisor += 1
    }
    return true
  }

  /// The Gregorian day of seconds since 2001-01-01, by years that begin in March.
  private static func civil(_ seconds: Double) -> (year: Double, month: Double, day: Double) {
    guard seconds.magnitude < 0x1p40 else { return (.nan, .nan, .nan) }
    let days = Int((seconds / 86_400).rounded(.down)) + 730_791
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    return (Double(era * 400 + yearOfEra + (month >= 10 ? 1 : 0)), Double(month < 10 ? month + 3 : month - 9), Double(day))
  }
}

extension Datum {
  fileprivate var depth: Double {
    guard case .list(let items) = self else { return 0 }
    return 1 + (items.map(\.depth).max() ?? 0)
  }
}
