import PropertyTesting
import StandardLaws

/// A whole number that can be negative, which makes the mistake that ``Flaw`` says.
struct Amount: SignedNumeric, Comparable {
  var value: Int

  init(_ value: Int) { self.value = value }
  init(integerLiteral value: Int) { self.value = Flaw.is("the literal 1 is 2") && value == 1 ? 2 : value }

  init?<Source: BinaryInteger>(exactly source: Source) {
    guard var value = Int(exactly: source) else { return nil }
    if Flaw.is("init(exactly:) is cut at fifty") { value = min(value, 50) }
    if Flaw.is("init(exactly:) counts from one") { value += 1 }
    self.init(value)
  }

  static var zero: Amount { Amount(Flaw.is("zero is 1") ? 1 : 0) }

  static func < (left: Amount, right: Amount) -> Bool { left.value < right.value }

  var magnitude: Amount {
    if Flaw.is("the magnitude has the sign") { return self }
    if Flaw.is("the magnitude of negative numbers is off by one"), value < 0 { return Amount(-value - 1) }
    return Amount(abs(value))
  }

  static func + (left: Amount, right: Amount) -> Amount {
    let (l, r) = (left.value, right.value)
    if Flaw.is("+ subtracts a negative right side"), r < 0 { return Amount(l - r) }
    if Flaw.is("+ doubles the right side") { return Amount(l + 2 * r) }
    if Flaw.is("+ is cut at 500") { return Amount(min(500, max(-500, l + r))) }
    if Flaw.is("+ rounds to even numbers") { return Amount((l + r) / 2 * 2) }
    if Flaw.is("+ loses a carry") { return Amount(l ^ r) }
    if Flaw.is("+ takes zero on the left for nothing"), l == 0 { return Amount(0) }
    return Amount(l + r)
  }

  static func - (left: Amount, right: Amount) -> Amount {
    let (l, r) = (left.value, right.value)
    if Flaw.is("- is never negative") { return Amount(max(0, l - r)) }
    if Flaw.is("- swaps its sides") { return Amount(r - l) }
    if Flaw.is("- leaves one of equal values"), l == r { return Amount(1) }
    if Flaw.is("- takes the magnitude of the right side") { return Amount(l - abs(r)) }
    if Flaw.is("- of zero loses the sign"), r == 0 { return Amount(abs(l)) }
    return Amount(l - r)
  }

  static func += (left: inout Amount, right: Amount) {
    if Flaw.is("+= drops the left side") { left = right } else { left = left + right }
    if Flaw.is("+= of a value below zero changes nothing"), right.value < 0 { left = left - right }
  }

  static func -= (left: inout Amount, right: Amount) {
    left = Flaw.is("-= adds") ? left + right : Flaw.is("-= swaps its sides") ? right - left : left - right
  }

  static func * (left: Amount, right: Amount) -> Amount {
    let (l, r) = (left.value, right.value)
    if Flaw.is("* loses the sign of the left side") { return Amount(abs(l) * r) }
    if Flaw.is("* adds one") { return Amount(l * r + 1) }
    if Flaw.is("* takes zero for one") { return Amount((l == 0 ? 1 : l) * (r == 0 ? 1 : r)) }
    if Flaw.is("* rounds to tens above a thousand"), abs(l * r) > 1_000 { return Amount(l * r / 10 * 10) }
    if Flaw.is("* is cut at a thousand") { return Amount(min(1_000, max(-1_000, l * r))) }
    if Flaw.is("* of two negative numbers is negative"), l < 0, r < 0 { return Amount(-l * r) }
    return Amount(l * r)
  }

  static func *= (left: inout Amount, right: Amount) {
    left = Flaw.is("*= adds") ? left + right : left * right
    if Flaw.is("*= by zero changes nothing"), right.value == 0 { left = right + 1 }
  }

  static prefix func - (amount: Amount) -> Amount {
    if Flaw.is("negation keeps the sign of negative numbers"), amount.value < 0 { return amount }
    if Flaw.is("negation inverts the bits") { return Amount(~amount.value) }
    if Flaw.is("negation is never above a hundred") { return Amount(min(100, -amount.value)) }
    return Amount(-amount.value)
  }

  mutating func negate() {
    if Flaw.is("negate() changes nothing") { return }
    if Flaw.is("negate() takes the magnitude") { return value = abs(value) }
    self = -self
  }
}

/// A day, counted from any, which makes the mistake that ``Flaw`` says.
struct Day: Strideable {
  var number: Int

  init(_ number: Int) { self.number = number }

  func distance(to other: Day) -> Int {
    let days = other.number - number
    if Flaw.is("the distance has no sign") { return abs(days) }
    if Flaw.is("the distance counts both ends") { return days >= 0 ? days + 1 : days - 1 }
    if Flaw.is("the distance leaves out Sundays") { return days - days / 7 }
    if Flaw.is("the distance is measured backwards") { return -days }
    return days
  }

  func advanced(by days: Int) -> Day {
    if Flaw.is("a step leads one too far") { return Day(number + days + 1) }
    if Flaw.is("a step never leads below zero") { return Day(max(0, number + days)) }
    if Flaw.is("a step passes over Sundays"), (number + days) % 7 == 0 { return Day(number + days + 1) }
    if Flaw.is("a step is seven days at most") { return Day(number + min(7, max(-7, days))) }
    if Flaw.is("a step back goes forward") { return Day(number + abs(days)) }
    return Day(number + days)
  }

  static func < (left: Day, right: Day) -> Bool {
    if Flaw.is("< is turned round") { return left.number > right.number }
    return left.number < right.number
  }

  static func == (left: Day, right: Day) -> Bool { left.number == right.number }
}

extension Generator where Value == Amount {
  static let amount = Generator { source in Amount(try source(.int(in: -400...400))) }
}

extension Generator where Value == Day {
  static let day = Generator { source in Day(try source(.int(in: -40...40))) }
}

/// The mistakes of ``Amount`` and ``Day``.
enum AmountWitnesses {
  private static func of(_ laws: Laws<Amount>, _ statement: String, _ mistakes: String...) -> [Witness] {
    mistakes.map { Witness($0, breaks: statement, of: laws, .amount) }
  }

  private static func day(_ statement: String, _ mistakes: String...) -> [Witness] {
    mistakes.map { Witness($0, breaks: statement, of: Laws<Day>.strideable, .day) }
  }

  static let all = additive + numeric + signed + strideable

  static let additive: [Witness] = Witness.list(
    of(
      .additiveArithmetic, "zero is neutral for addition", "zero is 1", "+ rounds to even numbers", "+ takes zero on the left for nothing"),
    of(.additiveArithmetic, "addition is commutative", "+ subtracts a negative right side", "+ doubles the right side"),
    of(.additiveArithmetic, "addition is associative", "+ is cut at 500", "+ rounds to even numbers"),
    of(.additiveArithmetic, "subtraction undoes addition", "- is never negative", "- swaps its sides", "+ loses a carry"),
    of(.additiveArithmetic, "a value less itself is zero", "- leaves one of equal values", "- takes the magnitude of the right side"),
    of(.additiveArithmetic, "subtracting zero changes nothing", "- of zero loses the sign", "- swaps its sides"),
    of(.additiveArithmetic, "+= stores what + gives", "+= drops the left side", "+= of a value below zero changes nothing"),
    of(.additiveArithmetic, "-= stores what - gives", "-= adds", "-= swaps its sides"))

  static let numeric: [Witness] = Witness.list(
    of(.numeric, "one is neutral for multiplication", "the literal 1 is 2", "* loses the sign of the left side"),
    of(.numeric, "multiplication by zero gives zero", "* adds one", "* takes zero for one"),
    of(.numeric, "multiplication is associative", "* rounds to tens above a thousand", "* adds one"),
    of(.numeric, "multiplication distributes over addition", "* of two negative numbers is negative", "* is cut at a thousand"),
    of(.numeric, "*= stores what * gives", "*= adds", "*= by zero changes nothing"),
    of(.numeric, "a magnitude is not below zero", "the magnitude has the sign"),
    of(.numeric, "small whole numbers add up as literals do", "init(exactly:) is cut at fifty", "init(exactly:) counts from one"))

  static let signed: [Witness] = Witness.list(
    of(
      .signedNumeric, "a value and its negation add up to zero", "negation keeps the sign of negative numbers",
      "negation inverts the bits"),
    of(.signedNumeric, "negation undoes itself", "negation is never above a hundred", "negation keeps the sign of negative numbers"),
    of(.signedNumeric, "negate() stores the negation", "negate() changes nothing", "negate() takes the magnitude"),
    of(
      .signedNumeric, "a value and its negation have one magnitude", "the magnitude has the sign",
      "the magnitude of negative numbers is off by one"),
    of(.signedNumeric, "subtraction adds the negation", "- is never negative", "- takes the magnitude of the right side"))

  static let strideable: [Witness] = Witness.list(
    day(
      "advancing by a distance leads to its end", "the distance has no sign", "the distance counts both ends", "a step leads one too far"),
    day(
      "the distance to where a step leads is the step", "a step never leads below zero", "a step passes over Sundays",
      "a step is seven days at most", "the distance leaves out Sundays"),
    day("a distance is above zero exactly if its end is greater", "< is turned round", "the distance is measured backwards"),
    day("two steps lead where their sum leads", "a step back goes forward", "a step passes over Sundays", "a step leads one too far"))
}
