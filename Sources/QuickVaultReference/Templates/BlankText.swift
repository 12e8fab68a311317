/// Decides which characters are blank to a reader. The whole app uses this one table, because the tables of the
/// platforms disagree, for instance on U+200B and U+FEFF.
public enum BlankText {
  /// Whether the scalar is one of Unicode's `White_Space`, or has no width: U+180E, U+200B, U+2060 or U+FEFF.
  public static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x180E, 0x2000...0x200B, 0x2028, 0x2029, 0x202F, 0x205F, 0x2060,
      0x3000, 0xFEFF:
      true
    default: false
    }
  }

  /// Whether trimming leaves nothing of the text.
  public static func isBlank(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(isBlank) }

  /// The text without the blank characters at both ends.
  public static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !isBlank($0) }),
      let last = scalars.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(scalars[first...last])
  }
}
