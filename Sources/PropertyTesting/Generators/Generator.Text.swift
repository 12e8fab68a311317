/// The characters that a text may have.
public enum Alphabet: Sendable {
  /// The 95 characters from space to tilde. Letters and digits are the simplest.
  case asciiPrintable
  /// All 128 characters, including controls and U+0000.
  case ascii
  /// Every Unicode scalar. Scalars that often break programs are drawn often: combining marks, scalars beyond U+FFFF, bidirectional
  /// controls, joiners, U+0000, U+FEFF, the last scalar of each plane.
  case unicode
  /// Only the scalars of this string; the first is the simplest.
  case of(String)
}

extension Generator where Value == Unicode.Scalar {
  /// One Unicode scalar. `a` is the simplest, then the other letters, `A` to `Z`, digits, space, punctuation, and the rest by code point.
  public static func scalar(_ alphabet: Alphabet = .unicode) -> Generator {
    switch alphabet {
    case .asciiPrintable: indexed(last: 94) { UInt32($0.uniform(upTo: 94)) }
    case .ascii: indexed(last: 127) { UInt32($0.uniform(upTo: 127)) }
    case .unicode: indexed(last: ScalarOrder.last, ScalarOrder.proposeUnicode)
    case .of(let text): Generator.element(of: Array(text.unicodeScalars))
    }
  }

  private static func indexed(
    last: UInt32, _ propose: @escaping @Sendable (inout Source) -> UInt32
  ) -> Generator {
    Generator { source in
      let proposed = source.mode == .simplest && source.staysSimplest() ? 0 : ScalarOrder.changed(propose(&source), source.designed.change, last: last)
      let index = source.resolve(
        UInt64(proposed), kind: .character, lower: 0, upper: UInt64(last), target: 0)
      return ScalarOrder.scalar(at: UInt32(truncatingIfNeeded: index))
    }
  }
}

extension Generator where Value == Character {
  /// One character: a single scalar, or in the Unicode alphabet sometimes a cluster of up to three.
  public static func character(_ alphabet: Alphabet = .unicode) -> Generator {
    let scalar = Generator<Unicode.Scalar>.scalar(alphabet)
    guard case .unicode = alphabet else { return scalar.map(Character.init) }
    return Generator<String>.text(.unicode, count: 1...3).compactMap { text in
      text.count == 1 ? text.first : text.unicodeScalars.first.map(Character.init)
    }
  }
}

extension Generator where Value == String {
  /// Text of exactly `count` scalars; of none if `count` is negative.
  public static func text(_ alphabet: Alphabet = .unicode, count: Int) -> Generator { .text(alphabet, count: max(0, count)...max(0, count)) }

  /// Text of Unicode scalars. Shrinking deletes and simplifies scalar by scalar.
  /// - Parameter count: how many scalars. Nil: **at most 40**, however large the case is: for code that treats long texts in another way,
  ///   give a range. A negative bound counts as 0. Scalars are not characters: combining marks make texts of fewer characters.
  public static func text(
    _ alphabet: Alphabet = .unicode, count: ClosedRange<Int>? = nil
  ) -> Generator {
    let scalar = Generator<Unicode.Scalar>.scalar(alphabet)
    let bounds = count.map { max(0, $0.lowerBound)...max(0, $0.upperBound) } ?? 0...40
    return Generator { source in
      if let literal = source.codeText(count: bounds) ?? source.lineEnds(count: bounds) {
        return try source.text(literal, of: scalar, count: bounds)
      }
      if let plan = source.planText() { return try source.repeatedText(plan, of: scalar, count: bounds) }
      source.beginText()
      if source.tape != nil {
        let scalars: [Unicode.Scalar] = try source.elements(count: bounds, limit: .max) { list, source in
          list.append(try scalar.produce(&source))
        }
        source.endText(count: scalars.count)
        return String(String.UnicodeScalarView(scalars))
      }
      var text = String.UnicodeScalarView()
      let count = source.drawCount(bounds)
      for _ in 0..<count { text.append(try scalar.produce(&source)) }
      source.endText(count: count)
      return String(text)
    }
  }
}

/// All Unicode scalars in an order of simplicity: 95 printable ASCII ones as people would choose them,
/// then the other 33, then the rest by code point.
enum ScalarOrder {
  /// 0x110000 code points less 0x800 surrogates, less one.
  static let last: UInt32 = 0x10_F7FF

  private static let ascii: [UInt8] = {
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ".utf8)
    let punctuation = (0x20...0x7E).map(UInt8.init).filter { !letters.contains($0) }
    let controls = (0...0x7F).map(UInt8.init).filter { $0 < 0x20 || $0 == 0x7F }
    return letters + punctuation + controls
  }()

  static func scalar(at index: UInt32) -> Unicode.Scalar {
    if index < 128 { return Unicode.Scalar(ascii[Int(index)]) }
    let codePoint = index < 0xD800 ? index : index + 0x800
    return Unicode.Scalar(codePoint) ?? Unicode.Scalar(ascii[0])
  }

  static func index(of scalar: Unicode.Scalar) -> UInt32 {
    if scalar.value < 128 {
      return UInt32(ascii.firstIndex(of: UInt8(scalar.value)) ?? 0)
    }
    return scalar.value < 0xD800 ? scalar.value : scalar.value - 0x800
  }

  /// Half printable ASCII; the rest from what is known to break programs, and from anywhere.
  static let proposeUnicode: @Sendable (inout Source) -> UInt32 = { source in
    let word = source.nextWord()
    let random = UInt32(truncatingIfNeeded: word &>> 32)
    switch word & 15 {
    case 0...7: return random % 95
    case 8: return 95 + random % 33
    case 9, 10: return troublesome[Int(random % UInt32(troublesome.count))]
    case 11: return 0x300 + random % 0x70  // combining diacritical marks
    case 12: return 0x80 + random % 0x580  // Latin-1 to Arabic
    case 13: return 0x4E00 + random % 0x5000  // CJK
    case 14: return 0x1_F300 - 0x800 + random % 0x400  // emoji
    default: return random % (last + 1)
    }
  }

  private static let troublesome: [UInt32] = [
    "\u{0}", "\u{301}", "\u{308}", "\u{327}", "é", "ß", "İ", "ı", "ſ", "Å", "\u{212B}", "\u{FB01}",
    "\u{200B}", "\u{200D}", "\u{200E}", "\u{200F}", "\u{202E}", "\u{2066}", "\u{2028}", "\u{2029}", "\u{A0}",
    "\u{3000}", "\u{FEFF}", "\u{FFFD}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}", "א", "ع", "٣", "漢", "가",
    "\u{1F468}", "\u{1F3FD}", "\u{1F1E6}", "\u{FE0F}", "\"", "\\", "\n", "\r", "'", "%",
  ].map { index(of: $0) }
}
