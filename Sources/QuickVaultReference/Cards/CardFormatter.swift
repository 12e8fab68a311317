/// Renders a card as text for the clipboard (Req 2.3, 3.3, 18.1).
public enum CardFormatter {
  /// A line "label: value" for each field in the order of the screen, empty fields included. For a general text, the
  /// value without the label (Req 4.3).
  public static func text(of card: CardDTO) -> String {
    let fields = card.fields.inDisplayOrder
    let lines =
      card.cardType == CardType.generalText.rawValue
      ? fields.map(\.value) : fields.map { "\($0.label): \($0.value)" }
    return lines.joined(separator: "\n")
  }
}
