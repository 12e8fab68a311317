import Foundation
import PersonalOSReference
import PropertyTesting

extension TradeRecord: CounterexampleDescribable {
  /// `buy 3 "AAPL" at 1.5 on 1970-01-01T00:00:00Z as #1F`: short enough for a readable history.
  public var counterexampleDescription: String { "\(withoutID) as \(shortID)" }

  /// The same text without the id, for trades whose id is already known.
  public var withoutID: String {
    let comment = notes.isEmpty ? "" : " with \(describe(notes))"
    return "\(type.rawValue) \(quantity) \(describe(symbol)) at \(price) on \(describe(date))\(comment)"
  }

  /// The digits of the id without leading zeros. Shrunk ids are small numbers.
  private var shortID: String {
    let digits = id.uuidString.filter { $0 != "-" }.drop { $0 == "0" }
    return "#\(digits.isEmpty ? "0" : digits)"
  }
}
