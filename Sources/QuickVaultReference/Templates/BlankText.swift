/// Which characters are nothing to a reader. One table for the whole app: the tables of the platforms disagree, on
/// U+200B and U+FEFF among others.
public enum BlankText {
  /// Unicode's `White_Space`, and what takes no room at all: U+180E, U+200B, U+2060, U+FEFF.
  public static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x180E, 0x2000...0x200B, 0x2028, 0x2029, 0x202F, 0x205F, 0x2060,
      0x3000, 0xFEFF:
      true
    default: false
    }
  }

  /// Whether nothing of the text is left when it is trimmed.
  public static func isBlank(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(isBlank) }

  /// The text without what is blank at both ends.
  public static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !isBlank($0) }),
      let last = scalars.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(scalars[first...last])
  }
}
