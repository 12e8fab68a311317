/// Words for money and for other measures, copied from the rule's document and not from the scanner.
public enum MoneyVocabulary {
  /// The words that make a number money, in lower case.
  public static let money = words(
    """
    price prices pricing cost costs amount amounts balance balances money fee fees total totals subtotal quantity quantities
    payment payments salary wage wages income expense expenses revenue profit profits budget tax taxes currency cash dollar
    dollars euro euros cents usd eur cny refund discount invoice deposit withdrawal dividend dividends commission debt loan
    gains proceeds pnl
    """)

  /// The words that give a number to another measure, in lower case. They win over a word for money in the same name.
  public static let otherMeasures = words(
    """
    time duration interval date second seconds minute minutes hour hours day days progress fraction ratio percent percentage
    opacity alpha width height size length radius angle offset spacing padding scale x y weight mass distance speed calories
    nutrition protein bytes count score energy volume memory delay timeout steps blur font
    """)

  private static func words(_ text: String) -> [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }
}
