/// Chinese tax numbers (Req 3.4): exactly 18 characters of the alphabet of GB 32100, which has neither I, O, S, V nor
/// Z; capital letters only, nothing trimmed. The check digit is not enforced.
public enum TaxIDValidator {
  public static let length = 18
  static let alphabet = Set("0123456789ABCDEFGHJKLMNPQRTUWXY".utf8)

  public static func isValid(_ text: String) -> Bool {
    // What is in the alphabet is one character a byte.
    text.utf8.count == length && text.utf8.allSatisfy(alphabet.contains)
  }
}
