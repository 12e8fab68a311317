// Numbers, as far as they are such: `0xff.description` is a number, a dot and a name. Wrong digits belong to the number,
// as they do for the compiler, which then complains.

extension Lexer {
  func endOfNumber() -> (kind: SwiftToken.Kind, end: Int) {
    if byte(at: position) == UInt8(ascii: "0") {
      switch byte(at: position + 1) {
      case UInt8(ascii: "x"): return endOfHexNumber()
      case UInt8(ascii: "o"), UInt8(ascii: "b"): return (.integer, endOfWord(from: position + 2))
      default: break
      }
    }
    var end = endOfDigits(from: position)
    switch byte(at: end) {
    case UInt8(ascii: "."):
      // After a dot, `0.1` is the number of a part of a tuple, and again one of a part of that.
      guard let next = byte(at: end + 1), isDigit(next), !followsDot else { return (.integer, end) }
      end = endOfDigits(from: end + 1)
    case UInt8(ascii: "e"), UInt8(ascii: "E"): break
    default: return (.integer, endOfWord(from: end))
    }
    guard let exponent = byte(at: end), exponent | 32 == UInt8(ascii: "e") else { return (.float, end) }
    return (.float, endOfWord(from: afterSign(end + 1)))
  }

  private func endOfHexNumber() -> (kind: SwiftToken.Kind, end: Int) {
    let start = position + 2
    guard let first = byte(at: start), isHexDigit(first) else { return (.integer, endOfWord(from: start)) }
    let whole = endOfHexDigits(from: start)
    var end = whole
    var hasFraction = false
    switch byte(at: end) {
    case UInt8(ascii: "."):
      guard let next = byte(at: end + 1), isHexDigit(next) else { return (.integer, whole) }
      hasFraction = true
      end = endOfHexDigits(from: end + 1)
      // Without an exponent it is no number with a fraction, but `0xff.description`.
      guard let exponent = byte(at: end), exponent | 32 == UInt8(ascii: "p") else { return (.integer, whole) }
    case UInt8(ascii: "p"), UInt8(ascii: "P"): break
    default: return (.integer, endOfWord(from: end))
    }
    let digits = afterSign(end + 1)
    if hasFraction, digits == end + 1, byte(at: digits).map(isDigit) == false,
      byte(at: whole + 1).map(isDigit) != true
    {
      return (.integer, whole)  // `0xff.fpValue`
    }
    return (.float, endOfWord(from: digits))
  }

  private var followsDot: Bool {
    last?.kind == .punctuation && last.map { bytes[$0.range.lowerBound] } == UInt8(ascii: ".")
  }

  private func afterSign(_ index: Int) -> Int {
    let sign = byte(at: index)
    return sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") ? index + 1 : index
  }

  private func endOfDigits(from start: Int) -> Int {
    var index = start
    while let byte = byte(at: index), isDigit(byte) || byte == UInt8(ascii: "_") { index += 1 }
    return index
  }

  private func endOfHexDigits(from start: Int) -> Int {
    var index = start
    while let byte = byte(at: index), isHexDigit(byte) || byte == UInt8(ascii: "_") { index += 1 }
    return index
  }
}
