/// Recognises Chinese telephone numbers (Req 2.4). The whole text must be a number, in ASCII; nothing is trimmed.
///
///     number    = mobile / landline
///     mobile    = ["+86" / "86-" / "+86-"] "1" 3-9 9digit
///     landline  = area ["-"] 2-9 6*7digit ["-" 1*6digit]
///     area      = "010" / "02" digit / "0" 3-9 2digit
///
/// An empty text is not a number. The template says whether a field may be empty.
public enum PhoneValidator {
  /// Whether the whole text is a mobile number or a landline number.
  public static func isValid(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return isMobile(bytes[...]) || isLandline(bytes[...])
  }

  private static func isMobile(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    // The longest prefix comes first, because "+86-" begins with "+86".
    for prefix in ["+86-", "+86", "86-"] where rest.starts(with: prefix.utf8) {
      rest = rest.dropFirst(prefix.utf8.count)
      break
    }
    return rest.count == 11 && rest.allSatisfy(isDigit)
      && rest.first == UInt8(ascii: "1") && (UInt8(ascii: "3")...UInt8(ascii: "9")).contains(rest[rest.startIndex + 1])
  }

  private static func isLandline(_ bytes: ArraySlice<UInt8>) -> Bool {
    // No text has both an area of three digits and one of four: they differ in the second or third digit.
    guard let areaSize = areaSize(bytes) else { return false }
    var rest = bytes.dropFirst(areaSize)
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let local = rest.prefix(while: isDigit)
    guard (7...8).contains(local.count), (UInt8(ascii: "2")...UInt8(ascii: "9")).contains(local[local.startIndex])
    else { return false }
    rest = rest.dropFirst(local.count)
    if rest.isEmpty { return true }
    let extensionDigits = rest.dropFirst()
    return rest.first == UInt8(ascii: "-") && (1...6).contains(extensionDigits.count)
      && extensionDigits.allSatisfy(isDigit)
  }

  private static func areaSize(_ bytes: ArraySlice<UInt8>) -> Int? {
    let digits = bytes.prefix(4).prefix(while: isDigit).map { $0 - UInt8(ascii: "0") }
    guard digits.count >= 3, digits[0] == 0 else { return nil }
    switch digits[1] {
    case 1: return digits[2] == 0 ? 3 : nil
    case 2: return 3
    case 3...9: return digits.count == 4 ? 4 : nil
    default: return nil
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
