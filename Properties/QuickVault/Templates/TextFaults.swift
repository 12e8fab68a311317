import Foundation
import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

// What QV-07, QV-10, QV-13 and QV-36 must catch: other texts of cards.
extension Fault<QuickVaultSystem> {
  static let omitsEmptyLines = text("omitsEmptyLines", "leaves out the lines of empty values") { card in
    card.lines(of: card.fields.inDisplayOrder.filter { !$0.value.isEmpty })
  }
  static let ordersByLabel = text("ordersByLabel", "orders the lines by their labels") { card in
    card.lines(of: card.fields.sorted { $0.label < $1.label })
  }
  static let ordersAsGiven = text("ordersAsGiven", "leaves the fields in the order in which they are given") { card in
    card.lines(of: card.fields)
  }
  static let writesValuesAlone = text("writesValuesAlone", "writes no labels") { card in
    card.fields.inDisplayOrder.map(\.value)
  }
  static let omitsLabelsThatAreSaid = text("omitsLabelsThatAreSaid", "leaves out a label that a value contains") { card in
    card.fields.inDisplayOrder.map { field in
      card.fields.contains { $0.value.hasBytes(of: field.label) } ? field.value : field.line
    }
  }
  static let writesFullWidthColons = text("writesFullWidthColons", "writes full-width colons") { card in
    card.fields.inDisplayOrder.map { "\($0.label)：\($0.value)" }
  }
  static let writesTaxIDsAlone = text("writesTaxIDsAlone", "writes the tax ID without its label") { card in
    card.fields.inDisplayOrder.map { ["税号", "Tax ID"].contains($0.label) ? $0.value : $0.line }
  }
  static let masksBankAccounts = text("masksBankAccounts", "masks all but the last four characters of the bank account") { card in
    card.fields.inDisplayOrder.map { field in
      guard ["银行账号", "Bank Account"].contains(field.label) else { return field.line }
      return "\(field.label): " + String(repeating: "*", count: max(0, field.value.count - 4)) + field.value.suffix(4)
    }
  }
  static let labelsInEnglish = text("labelsInEnglish", "writes all labels in English") { card in
    let template = CardType(rawValue: card.cardType).map { CardTemplate.of($0) }
    return card.fields.inDisplayOrder.map { "\(template?.field(labelled: $0.label)?.english ?? $0.label): \($0.value)" }
  }
  static let losesOptionalFields = text("losesOptionalFields", "leaves out optional fields") { card in
    card.lines(of: card.fields.inDisplayOrder.filter(\.isRequired))
  }
  static let labelsGeneralTexts = text("labelsGeneralTexts", "writes the label of a general text") { card in
    card.fields.inDisplayOrder.map(\.line)
  }
  static let trimsCopiedValues = text("trimsCopiedValues", "trims the values") { card in
    card.lines(of: card.fields.inDisplayOrder.map { field in
      var field = field
      field.value = field.value.trimmingCharacters(in: .whitespacesAndNewlines)
      return field
    })
  }
  static let takesTheLabelOffTexts = whole("takesTheLabelOffTexts", "takes a label off the beginning of the text") { text, card in
    guard card.cardType == CardType.generalText.rawValue, let colon = text.firstIndex(of: ":") else { return text }
    return String(text[colon...].dropFirst(2))
  }
  static let joinsByCommas = whole("joinsByCommas", "joins the lines by commas") { text, _ in
    text.replacing("\n", with: ", ")
  }
  static let endsWithANewline = whole("endsWithANewline", "ends the text with a newline") { text, _ in text + "\n" }
  static let putsTheTitleInFront = whole("putsTheTitleInFront", "puts the title in front") { text, card in "\(card.title)\n\(text)" }
  static let putsTagsBehind = whole("putsTagsBehind", "puts the tags behind") { text, card in
    card.tags.isEmpty ? text : text + "\n" + card.tags.joined(separator: ", ")
  }
  static let composesCopies = whole("composesCopies", "writes the text in composed normal form") { text, _ in
    text.precomposedStringWithCanonicalMapping
  }

  /// - Parameter lines: those of a card with labels; a general text has its values, but for what it returns of one.
  private static func text(
    _ id: String, _ fact: String, _ lines: @escaping @Sendable (CardDTO) -> [String]
  ) -> Fault {
    Fault(id, fact) { $0.parts.format = { lines($0).joined(separator: "\n") } }
  }

  private static func whole(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (String, CardDTO) -> String
  ) -> Fault {
    Fault(id, fact) { system in
      let format = system.parts.format
      system.parts.format = { change(format($0), $0) }
    }
  }
}

extension CardDTO {
  fileprivate func lines(of fields: [CardFieldDTO]) -> [String] {
    cardType == CardType.generalText.rawValue ? fields.map(\.value) : fields.map(\.line)
  }
}

extension CardFieldDTO {
  fileprivate var line: String { "\(label): \(value)" }
}
