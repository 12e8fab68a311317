import PropertyTesting
import Synchronization

extension ThreadBug {
  static let uncheckedSendable = ThreadBug(
    "@unchecked Sendable", "A basket promises to be safe among threads and has nothing that makes it so.", verdict: .race,
    buggy: {
      let basket = Basket()
      try fill(add: { basket.items += $0 }, count: { basket.items })
    },
    fixed: {
      let basket = GuardedBasket()
      try fill(add: { number in basket.items.withLock { $0 += number } }, count: { basket.items.withLock { $0 } })
    })
}

private final class Basket: @unchecked Sendable {
  var items = 0
}

private final class GuardedBasket: Sendable {
  let items = Mutex(0)
}

private func fill(add: @escaping @Sendable (Int) -> Void, count: () -> Int) throws {
  inThreads({ add(2) }, { add(3) })
  try expect("items", count(), equals: 5)
}
