/// Recognises Chinese tax numbers (Req 3.4): exactly 18 characters of the alphabet of GB 32100, which has digits and
/// capital letters other than I, O, S, V and Z. Nothing is trimmed. The check digit may be wrong.
public enum TaxIDValidator {
  /// The number of characters of a tax number.
  public static let length = 18
  static let alphabet = Set("0123456789ABCDEFGHJKLMNPQRTUWXY".utf8)

  /// Whether the whole text is 18 characters of the alphabet.
  public static func isValid(_ text: String) -> Bool {
    // Each character of the alphabet is one byte of UTF-8.
    text.utf8.count == length && text.utf8.allSatisfy(alphabet.contains)
  }
}
