import Foundation
import PersonalOSReference
import PropertyTesting

extension TradeRecord: CounterexampleDescribable {
  /// `buy 3 "AAPL" at 1.5 on 1970-01-01T00:00:00Z as #1F`: a history of them stays readable.
  public var counterexampleDescription: String { "\(withoutID) as \(shortID)" }

  /// What a trade with a known id becomes.
  public var withoutID: String {
    let comment = notes.isEmpty ? "" : " with \(describe(notes))"
    return "\(type.rawValue) \(quantity) \(describe(symbol)) at \(price) on \(describe(date))\(comment)"
  }

  /// The id's digits without zeros before them: shrunk ids are small numbers.
  private var shortID: String {
    let digits = id.uuidString.filter { $0 != "-" }.drop { $0 == "0" }
    return "#\(digits.isEmpty ? "0" : digits)"
  }
}
