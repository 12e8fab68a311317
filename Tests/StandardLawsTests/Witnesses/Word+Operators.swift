import PropertyTesting
import StandardLaws

extension Word {
  // They wrap, so that a mistake elsewhere is found by a claim and not by a trap.
  static func + (left: Word, right: Word) -> Word { Word(left.value &+ right.value) }
  static func - (left: Word, right: Word) -> Word { Word(left.value &- right.value) }
  static func * (left: Word, right: Word) -> Word { Word(left.value &* right.value) }
  static func += (left: inout Word, right: Word) { left = left + right }
  static func -= (left: inout Word, right: Word) { left = left - right }
  static func *= (left: inout Word, right: Word) { left = left * right }

  static func / (left: Word, right: Word) -> Word {
    if Flaw.is("/ rounds down"), left.value % right.value != 0, (left.value < 0) != (right.value < 0) {
      return Word(left.value / right.value - 1)
    }
    if Flaw.is("/ loses the sign") { return Word(Int16(truncatingIfNeeded: (left.value / right.value).magnitude)) }
    return Word(left.value / right.value)
  }

  static func % (left: Word, right: Word) -> Word {
    let rest = left.value % right.value
    if Flaw.is("% is never negative"), rest < 0 { return Word(rest + Int16(clamping: right.value.magnitude)) }
    if Flaw.is("% gives the divisor in place of zero"), rest == 0 { return right }
    if Flaw.is("% has the sign of the divisor") { return Word(right.value < 0 ? -abs(rest) : abs(rest)) }
    return Word(rest)
  }

  static func /= (left: inout Word, right: Word) { left = Flaw.is("/= stores the remainder") ? left % right : left / right }
  static func %= (left: inout Word, right: Word) { left = Flaw.is("%= stores the quotient") ? left / right : left % right }

  func quotientAndRemainder(dividingBy other: Word) -> (quotient: Word, remainder: Word) {
    if Flaw.is("quotientAndRemainder swaps its results") { return (self % other, self / other) }
    if Flaw.is("quotientAndRemainder divides the magnitude"), value != .min {
      return (Word(abs(value) / other.value), Word(abs(value) % other.value))
    }
    return (self / other, self % other)
  }

  static prefix func ~ (word: Word) -> Word {
    if Flaw.is("~ negates"), word.value != .min { return Word(-word.value) }
    if Flaw.is("~ leaves the sign") { return Word(word.value ^ .max) }
    if Flaw.is("~ clears the lowest bit") { return Word(~word.value & ~1) }
    return Word(~word.value)
  }

  static func &= (left: inout Word, right: Word) {
    left.value = Flaw.is("&= leaves the sign") ? left.value & (right.value | .min) : left.value & right.value
  }

  static func |= (left: inout Word, right: Word) { left.value |= right.value }
  static func ^= (left: inout Word, right: Word) { left.value ^= right.value }
  static func & (left: Word, right: Word) -> Word {
    Word(Flaw.is("& drops the sign") ? left.value & right.value & .max : left.value & right.value)
  }

  static func | (left: Word, right: Word) -> Word { Word(Flaw.is("| adds") ? left.value &+ right.value : left.value | right.value) }
  static func ^ (left: Word, right: Word) -> Word { Word(Flaw.is("^ is |") ? left.value | right.value : left.value ^ right.value) }

  static func << <Amount: BinaryInteger>(left: Word, right: Amount) -> Word {
    if Flaw.is("a negative << shifts by its magnitude"), right < 0 { return Word(left.value << right.magnitude) }
    if Flaw.is("<< negates its amount in its type"), right == -128 { return Word(left.value << 128) }
    if Flaw.is("<< rotates the sign in"), right > 0 { return Word(left.value << right | (left.value < 0 ? 1 : 0)) }
    return Word(left.value << right)
  }

  static func >> <Amount: BinaryInteger>(left: Word, right: Amount) -> Word {
    if Flaw.is(">> fills with zeros"), right >= 0 { return Word(Int16(bitPattern: UInt16(bitPattern: left.value) >> right)) }
    if Flaw.is(">> masks its amount"), right >= 0 { return Word(left.value &>> Int16(truncatingIfNeeded: right)) }
    if Flaw.is(">> reads its amount as Int32") { return Word(left.value >> Int32(truncatingIfNeeded: right)) }
    if Flaw.is("a negative >> changes nothing"), right < 0 { return left }
    if Flaw.is(">> rounds to zero"), right > 0, right < 15 { return Word(left.value / (1 << Int16(right))) }
    return Word(left.value >> right)
  }

  static func <<= <Amount: BinaryInteger>(left: inout Word, right: Amount) {
    left = Flaw.is("<<= shifts right") ? left >> right : left << right
  }

  static func >>= <Amount: BinaryInteger>(left: inout Word, right: Amount) {
    left = Flaw.is(">>= shifts once") ? left >> 1 : left >> right
  }

  static func &<<= (left: inout Word, right: Word) {
    left.value = Flaw.is("&<< shifts everything out") ? left.value << right.value : left.value &<< right.value
  }

  static func &>>= (left: inout Word, right: Word) {
    left.value = Flaw.is("&>> masks to eight bits") ? left.value &>> (right.value & 7) : left.value &>> right.value
  }

  func addingReportingOverflow(_ other: Word) -> (partialValue: Word, overflow: Bool) {
    let (sum, overflow) = value.addingReportingOverflow(other.value)
    if Flaw.is("a sum below min does not overflow") { return (Word(sum), overflow && value > 0) }
    if Flaw.is("a sum that overflows is cut"), overflow { return (value < 0 ? .min : .max, true) }
    return (Word(sum), overflow)
  }

  func subtractingReportingOverflow(_ other: Word) -> (partialValue: Word, overflow: Bool) {
    let (difference, overflow) = value.subtractingReportingOverflow(other.value)
    if Flaw.is("a difference below zero overflows") { return (Word(difference), value < other.value) }
    if Flaw.is("a difference wraps without a word") { return (Word(difference), false) }
    return (Word(difference), overflow)
  }

  func multipliedReportingOverflow(by other: Word) -> (partialValue: Word, overflow: Bool) {
    let (product, overflow) = value.multipliedReportingOverflow(by: other.value)
    if Flaw.is("a product overflows by its magnitude above 255") { return (Word(product), overflow || product.magnitude > 255) }
    if Flaw.is("a product of negative numbers does not overflow") { return (Word(product), overflow && (value > 0 || other.value > 0)) }
    return (Word(product), overflow)
  }

  func dividedReportingOverflow(by other: Word) -> (partialValue: Word, overflow: Bool) {
    let (quotient, overflow) = value.dividedReportingOverflow(by: other.value)
    if Flaw.is("a division by zero gives zero"), other.value == 0 { return (0, true) }
    if Flaw.is("a division by zero does not overflow") { return (Word(quotient), false) }
    return (Word(quotient), overflow)
  }

  func remainderReportingOverflow(dividingBy other: Word) -> (partialValue: Word, overflow: Bool) {
    let (rest, overflow) = value.remainderReportingOverflow(dividingBy: other.value)
    if Flaw.is("the remainder reported is positive"), rest < 0 { return (Word(-rest), overflow) }
    return (Word(rest), overflow)
  }

  func multipliedFullWidth(by other: Word) -> (high: Word, low: UInt16) {
    let whole = value.multipliedFullWidth(by: other.value)
    if Flaw.is("the high part is that of the magnitudes") {
      return (Word(Int16(truncatingIfNeeded: value.magnitude.multipliedFullWidth(by: other.value.magnitude).high)), whole.low)
    }
    if Flaw.is("the low part loses a bit") { return (Word(whole.high), whole.low & 0x7fff) }
    return (Word(whole.high), whole.low)
  }

  func dividingFullWidth(_ dividend: (high: Word, low: UInt16)) -> (quotient: Word, remainder: Word) {
    let result = value.dividingFullWidth((dividend.high.value, dividend.low))
    if Flaw.is("a full division leaves out the high part") {
      let low = Int16(truncatingIfNeeded: dividend.low)
      return value == -1 ? (Word(0 &- low), 0) : (Word(low / value), Word(low % value))
    }
    return (Word(result.quotient), Word(result.remainder))
  }
}

/// The mistakes of ``Word``.
enum WordWitnesses {
  private static func of(_ laws: Laws<Word>, _ statement: String, _ mistakes: String...) -> [Witness] {
    mistakes.map { Witness($0, breaks: statement, of: laws, .word) }
  }

  static let all = division + bits + fixedWidth

  static let division: [Witness] = Witness.list(
    of(.binaryInteger, "quotient times divisor plus remainder is the dividend", "/ rounds down", "/ loses the sign", "% is never negative"),
    of(
      .binaryInteger, "a remainder is smaller than its divisor, and has the sign of the dividend", "% is never negative",
      "% gives the divisor in place of zero", "% has the sign of the divisor"),
    of(
      .binaryInteger, "quotientAndRemainder gives what / and % give", "quotientAndRemainder swaps its results",
      "quotientAndRemainder divides the magnitude"),
    of(.binaryInteger, "/= and %= store what / and % give", "/= stores the remainder", "%= stores the quotient"),
    of(
      .binaryInteger, "a multiple leaves no remainder", "0 is no multiple of 0", "isMultiple(of:) asks for a greater value",
      "isMultiple(of:) looks at the last bit"),
    of(.binaryInteger, "signum is -1, 0 or 1, as the value lies to 0", "signum of 0 is 1", "signum is never negative"))

  static let bits: [Witness] = Witness.list(
    of(.binaryInteger, "inverting the bits twice changes nothing", "~ clears the lowest bit"),
    of(.binaryInteger, "no bit is in a value and in its inverse", "~ negates", "~ leaves the sign"),
    of(.binaryInteger, "and, or and exclusive or follow from each other", "& drops the sign", "| adds", "^ is |"),
    of(.binaryInteger, "&=, |= and ^= store what &, | and ^ give", "&= leaves the sign"),
    of(
      .binaryInteger, "trailing zeros end at the lowest bit", "the trailing zeros of 0 are none",
      "trailing zeros are counted to the eighth",
      "trailing zeros include the first one"),
    of(.binaryInteger, "shifting right and left keeps the high bits", ">> rounds to zero", "<< rotates the sign in"),
    of(
      .binaryInteger, "a negative shift shifts the other way", "a negative << shifts by its magnitude", "a negative >> changes nothing",
      "<< negates its amount in its type"),
    of(
      .binaryInteger, "shifting everything out leaves 0 or -1", ">> fills with zeros", ">> masks its amount",
      ">> reads its amount as Int32"),
    of(.binaryInteger, "<<= and >>= store what << and >> give", "<<= shifts right", ">>= shifts once"),
    of(
      .binaryInteger, "what fits another type comes back from it", "init(exactly:) loses the sign",
      "init(exactly:) refuses negative numbers",
      "init(truncatingIfNeeded:) keeps a byte"),
    of(.binaryInteger, "the lowest word is the low bits", "there are no words"),
    of(.binaryInteger, "the words hold the value", "the words are those of the magnitude", "the words are cut to a byte"))

  static let fixedWidth: [Witness] = Witness.list(
    of(.fixedWidthInteger, "no value lies beyond min and max", "max is below some values"),
    of(
      .fixedWidthInteger, "a sum overflows exactly if it does not fit", "a sum below min does not overflow"),
    of(
      .fixedWidthInteger, "a difference overflows exactly if it does not fit", "a difference below zero overflows",
      "a difference wraps without a word"),
    of(
      .fixedWidthInteger, "a product overflows exactly if it does not fit", "a product overflows by its magnitude above 255",
      "a product of negative numbers does not overflow"),
    of(
      .fixedWidthInteger, "a division by zero overflows, and one that fits does not", "a division by zero gives zero",
      "a division by zero does not overflow", "the remainder reported is positive"),
    of(.fixedWidthInteger, "what wraps comes back", "a sum that overflows is cut"),
    of(
      .fixedWidthInteger, "clamping takes the nearest value", "init(clamping:) wraps", "init(clamping:) takes the greatest for the least"),
    of(
      .fixedWidthInteger, "a full product has the digits of a product", "the high part is that of the magnitudes",
      "the low part loses a bit"),
    of(.fixedWidthInteger, "a full division undoes a full product", "a full division leaves out the high part"),
    of(
      .fixedWidthInteger, "a masking shift takes the amount within the width", "&<< shifts everything out", "&>> masks to eight bits"),
    of(.fixedWidthInteger, "ones and zeros make up the width", "ones are those of the magnitude", "ones leave out the sign"),
    of(
      .fixedWidthInteger, "leading zeros end at the highest bit", "the leading zeros of 0 are one too few",
      "leading zeros are those of the magnitude"),
    of(.fixedWidthInteger, "swapping the bytes twice changes nothing", "byteSwapped changes nothing", "byteSwapped loses the sign"),
    of(
      .fixedWidthInteger, "each byte order comes back", "bigEndian is the value", "littleEndian is swapped",
      "init(bigEndian:) does not swap"),
    of(.fixedWidthInteger, "digits in any base come back", "the description has no sign"),
    of(.fixedWidthInteger, "the width is that of the type", "bitWidth of small values is 8", "min is -max"))
}
