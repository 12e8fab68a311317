import PropertyTesting

/// A text that may be a tax number, and how it was made.
public struct TaxIDText: Sendable {
  /// The text that the validator must judge.
  public let text: String
  /// How the text was made, such as "a code too short by one".
  public let making: String
}

extension TaxIDText: CounterexampleDescribable {
  public var counterexampleDescription: String { "\(describe(text)) (\(making))" }
}

/// The alphabet of GB 32100 and its check digit.
public enum SpecifiedTaxIDs {
  /// The 31 characters, in the order of their values from 0.
  public static let alphabet = Array("0123456789ABCDEFGHJKLMNPQRTUWXY")

  /// The eighteenth character for the first seventeen. It makes the weighted sum of all a multiple of 31. The weights
  /// of the seventeen are 1, 3, 9 and so on, and the weight of the eighteenth is 1.
  public static func checkDigit(of code: [Character]) -> Character {
    var (sum, weight) = (0, 1)
    for character in code {
      sum += (alphabet.firstIndex(of: character) ?? 0) * weight % 31
      weight = weight * 3 % 31
    }
    return alphabet[(31 - sum % 31) % 31]
  }
}

extension Generator where Value == String {
  /// A code with the right check digit, which every validator must accept.
  public static var taxID: Generator {
    taxCode(17).map { $0 + String(SpecifiedTaxIDs.checkDigit(of: Array($0))) }
  }

  fileprivate static func taxCode(_ count: Int) -> Generator {
    .text(.of(String(SpecifiedTaxIDs.alphabet)), count: count...count)
  }
}

extension Generator where Value == TaxIDText {
  /// Valid codes, codes of other lengths, and codes with a character that does not belong there.
  public static var taxIDText: Generator {
    Generator { source in
      let edit = try source(.element(of: TaxIDEdit.allCases))
      return TaxIDText(text: try edit.text(&source), making: edit.rawValue)
    }
  }
}

private enum TaxIDEdit: String, CaseIterable, Sendable {
  case valid = "a code with its check digit"
  case anyCheckDigit = "18 characters of the alphabet"
  case legacy = "15 digits, as before 2015"
  case shorter = "a code too short by one"
  case longer = "a code too long by one"
  case otherLength = "a code of another length"
  case bytes = "18 bytes, and fewer characters"
  case clusters = "18 characters, of which one is another"
  case lookalike = "a code with a Kelvin sign for a K"
  case padded = "17 characters and a blank"
  case withNewline = "18 characters and something after them"
  case lowercase = "a code with a small letter"
  case forbidden = "a code with a letter that the alphabet leaves out"

  func text(_ source: inout Source) throws -> String {
    let code = Array(try source(.taxID))
    let place = try source(.int(in: 0...17))
    func replacing(_ character: Character) -> String {
      String(code[..<place] + [character] + code[(place + 1)...])
    }
    switch self {
    case .valid: return String(code)
    case .anyCheckDigit: return try source(.taxCode(18))
    case .legacy: return try source(.digits(15))
    case .shorter: return try source(.taxCode(17))
    case .longer: return try source(.taxCode(19))
    case .otherLength: return try source(.taxCode(try source(.frequency((4, .int(in: 0...40)), (1, .element(of: [0, 36]))))))
    case .bytes: return try source(.taxCode(15)) + (try source(.element(of: ["税", "１"])))
    case .clusters: return replacing(try source(.element(of: ["é", "e\u{301}", "税", "１", "Ａ", "A\u{301}", "-", " "])))
    case .lookalike: return replacing("\u{212A}")
    case .padded: return try source(.element(of: [String(code[..<17]) + " ", " " + String(code[..<17]), String(code[..<17]) + "\n"]))
    case .withNewline: return String(code) + (try source(.element(of: ["\n", " ", "\0", "\u{200B}", "\r\n"])))
    case .lowercase: return replacing(try source(.element(of: ["a", "h", "y", "x"])))
    case .forbidden: return replacing(try source(.element(of: ["I", "O", "S", "V", "Z"])))
    }
  }
}
