import PersonalOSReference
import PropertyTesting

extension TradeRecord: CounterexampleDescribable {
  /// `buy 3 "AAPL" at 1.5 on 1970-01-01T00:00:00Z as 0000…`: a history of them stays readable.
  public var counterexampleDescription: String {
    let comment = notes.isEmpty ? "" : " with \(describe(notes))"
    return "\(type.rawValue) \(quantity) \(describe(symbol)) at \(price) on \(describe(date)) as \(id)\(comment)"
  }
}
