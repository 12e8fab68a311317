import PropertyTesting
import StandardLaws

/// A number of sixteen bits with a sign, which makes the mistake that ``Flaw`` says. Each member is that of `Int16`.
struct Word: FixedWidthInteger, SignedInteger {
  var value: Int16

  init(_ value: Int16) { self.value = value }
  init(integerLiteral value: Int16) { self.value = value }
  init<Source: BinaryInteger>(_ source: Source) { value = Int16(source) }

  init?<Source: BinaryInteger>(exactly source: Source) {
    guard let exact = Int16(exactly: source) else { return nil }
    value = Flaw.is("init(exactly:) loses the sign") ? Int16(exact.magnitude & 0x7fff) : exact
    if Flaw.is("init(exactly:) refuses negative numbers"), exact < 0 { return nil }
  }

  init<Source: BinaryInteger>(truncatingIfNeeded source: Source) {
    value = Int16(truncatingIfNeeded: source)
    if Flaw.is("init(truncatingIfNeeded:) keeps a byte") { value &= 255 }
  }

  init<Source: BinaryInteger>(clamping source: Source) {
    value = Flaw.is("init(clamping:) wraps") ? Int16(truncatingIfNeeded: source) : Int16(clamping: source)
    if Flaw.is("init(clamping:) takes the greatest for the least"), Int(truncatingIfNeeded: source) < -32_768 { value = .max }
  }

  init(_truncatingBits bits: UInt) { value = Int16(truncatingIfNeeded: bits) }

  static var bitWidth: Int { 16 }
  static var min: Word { Word(Flaw.is("min is -max") ? -Int16.max : Int16.min) }
  static var max: Word { Word(Flaw.is("max is below some values") ? 100 : Int16.max) }

  var magnitude: UInt16 { value.magnitude }

  struct Words: RandomAccessCollection {
    let word: UInt
    var startIndex: Int { 0 }
    var endIndex: Int { Flaw.is("there are no words") ? 0 : 1 }
    subscript(place: Int) -> UInt { word }
  }

  var words: Words {
    if Flaw.is("the words are those of the magnitude") { return Words(word: UInt(magnitude)) }
    if Flaw.is("the words are cut to a byte") { return Words(word: UInt(truncatingIfNeeded: value & 0xff)) }
    return Words(word: UInt(truncatingIfNeeded: value))
  }

  var bitWidth: Int { Flaw.is("bitWidth of small values is 8") && magnitude < 100 ? 8 : 16 }
  var description: String { Flaw.is("the description has no sign") ? magnitude.description : value.description }

  var trailingZeroBitCount: Int {
    if Flaw.is("the trailing zeros of 0 are none"), value == 0 { return 0 }
    if Flaw.is("trailing zeros are counted to the eighth") { return Swift.min(8, value.trailingZeroBitCount) }
    if Flaw.is("trailing zeros include the first one"), value != 0 { return Swift.min(15, value.trailingZeroBitCount + 1) }
    return value.trailingZeroBitCount
  }

  var leadingZeroBitCount: Int {
    if Flaw.is("the leading zeros of 0 are one too few"), value == 0 { return 15 }
    if Flaw.is("leading zeros are those of the magnitude") { return magnitude.leadingZeroBitCount }
    return value.leadingZeroBitCount
  }

  var nonzeroBitCount: Int {
    if Flaw.is("ones are those of the magnitude") { return magnitude.nonzeroBitCount }
    if Flaw.is("ones leave out the sign") { return (value & .max).nonzeroBitCount }
    return value.nonzeroBitCount
  }

  var byteSwapped: Word {
    if Flaw.is("byteSwapped changes nothing") { return self }
    if Flaw.is("byteSwapped loses the sign") { return Word(value.byteSwapped & .max) }
    return Word(value.byteSwapped)
  }

  var bigEndian: Word { Flaw.is("bigEndian is the value") ? self : Word(value.bigEndian) }
  var littleEndian: Word { Flaw.is("littleEndian is swapped") ? Word(value.byteSwapped) : Word(value.littleEndian) }
  init(bigEndian word: Word) { value = Flaw.is("init(bigEndian:) does not swap") ? word.value : Int16(bigEndian: word.value) }
  init(littleEndian word: Word) { value = Int16(littleEndian: word.value) }

  func signum() -> Word {
    if Flaw.is("signum of 0 is 1"), value == 0 { return 1 }
    if Flaw.is("signum is never negative") { return Word(abs(value.signum())) }
    return Word(value.signum())
  }

  func isMultiple(of other: Word) -> Bool {
    if Flaw.is("0 is no multiple of 0"), other.value == 0 { return false }
    if Flaw.is("isMultiple(of:) asks for a greater value"), value.magnitude < other.value.magnitude { return false }
    if Flaw.is("isMultiple(of:) looks at the last bit") { return value & 1 == 0 || other.value & 1 == 1 }
    return value.isMultiple(of: other.value)
  }

  // Comparison, and where a collection looks it up.
  static func < (left: Word, right: Word) -> Bool { left.value < right.value }
  static func == (left: Word, right: Word) -> Bool { left.value == right.value }
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Generator where Value == Word {
  static let word = Generator { source in Word(Int16(truncatingIfNeeded: try source(.int(in: -32_768...32_767)))) }
}
