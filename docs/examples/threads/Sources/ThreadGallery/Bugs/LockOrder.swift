import PropertyTesting
import Synchronization

extension ThreadBug {
  static let lockOrder = ThreadBug(
    "lock order", "Two transfers in opposite directions lock the payer first, and wait for each other.", verdict: .deadlocked,
    buggy: {
      try transferBothWays { from, to, amount in
        from.balance.withLock { payer in
          to.balance.withLock { payee in
            payer -= amount
            payee += amount
          }
        }
      }
    },
    fixed: {
      try transferBothWays { from, to, amount in
        let (first, second, sign) = from.number < to.number ? (from, to, 1) : (to, from, -1)
        first.balance.withLock { one in
          second.balance.withLock { other in
            one -= sign * amount
            other += sign * amount
          }
        }
      }
    })
}

private final class Account: Sendable {
  let number: Int
  let balance = Mutex(100)
  init(_ number: Int) { self.number = number }
}

private func transferBothWays(_ transfer: @escaping @Sendable (Account, Account, Int) -> Void) throws {
  let (savings, current) = (Account(1), Account(2))
  inThreads({ transfer(savings, current, 10) }, { transfer(current, savings, 25) })
  try expect("savings", savings.balance.withLock { $0 }, equals: 115)
}
