import PropertyTesting
import Synchronization

extension ThreadBug {
  static let tornRead = ThreadBug(
    "torn read", "A price of two words is read while it is written: the amount is new, the currency old.", verdict: .race,
    buggy: {
      let quote = Quote()
      try readWhileQuoted(write: { quote.price = $0 }, read: { quote.price })
    },
    fixed: {
      let quote = GuardedQuote()
      try readWhileQuoted(write: { price in quote.price.withLock { $0 = price } }, read: { quote.price.withLock { $0 } })
    })
}

private struct Price {
  var amount = 1
  var currency = 1
}

private final class Quote: @unchecked Sendable {
  var price = Price()
}

private final class GuardedQuote: Sendable {
  let price = Mutex(Price())
}

private func readWhileQuoted(write: @escaping @Sendable (Price) -> Void, read: @escaping @Sendable () -> Price) throws {
  let seen = inThreads(
    {
      write(Price(amount: 2, currency: 2))
      return Price()
    }, read)[1]
  try expect("amount and currency of one quote", seen.amount, equals: seen.currency)
}
