import PropertyTesting
import StandardLaws

/// A code with a number, which makes the mistake that ``Flaw`` says.
struct Code: RawRepresentable, Equatable {
  var number: Int
  var isKnown = true

  init(_ number: Int) { self.number = number }

  static func == (left: Code, right: Code) -> Bool { left.number == right.number && left.isKnown == right.isKnown }

  init?(rawValue: Int) {
    number = rawValue
    if Flaw.is("init(rawValue:) refuses odd numbers"), number % 2 != 0 { return nil }
    if Flaw.is("init(rawValue:) refuses zero"), number == 0 { return nil }
    if Flaw.is("init(rawValue:) rounds to even numbers") { number -= number % 2 }
    if Flaw.is("init(rawValue:) takes large numbers for the largest") { number = min(number, 50) }
    if Flaw.is("init(rawValue:) marks the value as unknown") { isKnown = false }
  }

  var rawValue: Int {
    if Flaw.is("rawValue is counted") { return Flaw.next }
    if Flaw.is("rawValue is the same for neighbours") { return number / 2 }
    if Flaw.is("rawValue leaves out the last digit") { return number / 10 }
    return number
  }
}

/// Options of which there are six, which make the mistake that ``Flaw`` says.
struct Options: OptionSet {
  var rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }
  init() { rawValue = Flaw.is("the empty set has a bit") ? 1 : 0 }

  static func == (left: Options, right: Options) -> Bool {
    if Flaw.is("== looks at the low bits") { return left.rawValue & 7 == right.rawValue & 7 }
    return left.rawValue == right.rawValue
  }

  mutating func formUnion(_ other: Options) {
    rawValue = Flaw.is("union adds the raw values") ? rawValue &+ other.rawValue : rawValue | other.rawValue
    if Flaw.is("union drops an option of the other set") { rawValue &= ~(other.rawValue & 1) }
  }

  mutating func formIntersection(_ other: Options) {
    rawValue = Flaw.is("intersection is a union") ? rawValue | other.rawValue : rawValue & other.rawValue
    if Flaw.is("intersection leaves out the last option") { rawValue &= 31 }
  }

  mutating func formSymmetricDifference(_ other: Options) {
    rawValue = Flaw.is("symmetric difference is a union") ? rawValue | other.rawValue : rawValue ^ other.rawValue
  }

  func subtracting(_ other: Options) -> Options {
    if Flaw.is("subtracting is a symmetric difference") { return Options(rawValue: rawValue ^ other.rawValue) }
    if Flaw.is("subtracting subtracts the raw values") { return Options(rawValue: rawValue &- other.rawValue) }
    return Options(rawValue: rawValue & ~other.rawValue)
  }

  func contains(_ member: Options) -> Bool {
    if Flaw.is("contains asks for one bit") { return member.rawValue == 0 || rawValue & member.rawValue != 0 }
    if Flaw.is("contains is false for the empty set") { return member.rawValue != 0 && rawValue & member.rawValue == member.rawValue }
    return rawValue & member.rawValue == member.rawValue
  }

  func isSubset(of other: Options) -> Bool {
    if Flaw.is("isSubset compares the raw values") { return rawValue <= other.rawValue }
    if Flaw.is("isSubset is false for equal sets") { return rawValue & ~other.rawValue == 0 && rawValue != other.rawValue }
    return rawValue & ~other.rawValue == 0
  }
}

extension Generator where Value == Code {
  static let code = Generator { source in Code(try source(.int(in: -100...100))) }
}

extension Generator where Value == Options {
  static let options = Generator { source in Options(rawValue: UInt8(try source(.int(in: 0...63)))) }
}

/// The mistakes of ``Code`` and ``Options``.
enum CodeWitnesses {
  private static func of(_ statement: String, _ mistakes: String...) -> [Witness] {
    mistakes.map { Witness($0, breaks: statement, of: Laws<Code>.rawRepresentable, .code) }
  }

  private static func options(_ statement: String, _ mistakes: String...) -> [Witness] {
    mistakes.map { Witness($0, breaks: statement, of: Laws<Options>.optionSet, .options) }
  }

  static let all: [Witness] = Witness.list(
    of("the raw value of a value makes a value", "init(rawValue:) refuses odd numbers", "init(rawValue:) refuses zero"),
    of(
      "the value made from a raw value has this raw value", "init(rawValue:) rounds to even numbers",
      "init(rawValue:) takes large numbers for the largest"),
    of("the value made from a value's raw value equals it", "init(rawValue:) marks the value as unknown"),
    of("different values have different raw values", "rawValue is the same for neighbours", "rawValue leaves out the last digit"),
    of("the raw value of a value stays the same", "rawValue is counted"),
    options("the empty set has no bits", "the empty set has a bit"),
    options("a union has the bits of both sets", "union adds the raw values", "union drops an option of the other set"),
    options("an intersection has the bits that both sets have", "intersection is a union", "intersection leaves out the last option"),
    options("a symmetric difference has the bits that one set has", "symmetric difference is a union"),
    options(
      "subtracting drops the bits of the other set", "subtracting is a symmetric difference", "subtracting subtracts the raw values"),
    options("a set contains an option if it has all of its bits", "contains asks for one bit", "contains is false for the empty set"),
    options("equal sets have the same bits", "== looks at the low bits"),
    options("a subset has no bit that the other set lacks", "isSubset compares the raw values", "isSubset is false for equal sets"))
}
