/// Decides which names stand for money.
///
/// A name is split at its capitals and underscores. It stands for money if one of its words does and none of them
/// stands for another measure: `unitPrice` and `total` do, `totalDuration` and `priceChartWidth` do not.
public enum MoneyNames {
  static let money: Set<String> = [
    "price", "prices", "pricing", "cost", "costs", "amount", "amounts", "balance", "balances", "money", "fee",
    "fees", "total", "totals", "subtotal", "quantity", "quantities", "payment", "payments", "salary", "wage",
    "wages", "income", "expense", "expenses", "revenue", "profit", "profits", "budget", "tax", "taxes",
    "currency", "cash", "dollar", "dollars", "euro", "euros", "cents", "usd", "eur", "cny", "refund",
    "discount", "invoice", "deposit", "withdrawal", "dividend", "dividends", "commission", "debt", "loan",
    "gains", "proceeds", "pnl",
  ]

  static let otherMeasures: Set<String> = [
    "time", "duration", "interval", "date", "second", "seconds", "minute", "minutes", "hour", "hours", "day",
    "days", "progress", "fraction", "ratio", "percent", "percentage", "opacity", "alpha", "width", "height",
    "size", "length", "radius", "angle", "offset", "spacing", "padding", "scale", "x", "y", "weight", "mass",
    "distance", "speed", "calories", "nutrition", "protein", "bytes", "count", "score", "energy", "volume",
    "memory", "delay", "timeout", "steps", "blur", "font",
  ]

  /// Whether `name`, which belongs to a variable, parameter, function or type, stands for money.
  public static func contains(_ name: String) -> Bool {
    let words = words(of: name)
    return words.contains(where: money.contains) && !words.contains(where: otherMeasures.contains)
  }

  /// Whether a type of this name is money and nothing else, such as `Money` or `TotalPrice`.
  static func isMoney(type name: String) -> Bool {
    let words = words(of: name)
    return !words.isEmpty && words.allSatisfy(money.contains)
  }

  /// The lower-case words of a name: "unitPriceUSD_max" gives unit, price, usd, max.
  static func words(of name: String) -> [String] {
    var words: [String] = []
    var word = ""
    var previous: Character = "_"
    let characters = Array(name)
    for (index, character) in characters.enumerated() {
      let next = index + 1 < characters.count ? characters[index + 1] : nil
      let begins = character.isUppercase && (!previous.isUppercase || next?.isLowercase == true)
      if begins || !character.isLetter {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if character.isLetter { word += character.lowercased() }
      previous = character
    }
    return word.isEmpty ? words : words + [word]
  }
}
