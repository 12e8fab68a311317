import PropertyTesting
import Synchronization

extension ThreadBug {
  static let lostUpdate = ThreadBug(
    "lost update", "A deposit reads the balance and writes it in two sections, each under the lock.",
    buggy: {
      try makeTwoDeposits { account, amount in
        let before = account.balance.withLock { $0 }
        account.balance.withLock { $0 = before + amount }
      }
    },
    fixed: { try makeTwoDeposits { account, amount in account.balance.withLock { $0 += amount } } })
}

private final class Account: Sendable {
  let balance = Mutex(0)
}

private func makeTwoDeposits(_ deposit: @escaping @Sendable (Account, Int) -> Void) throws {
  let account = Account()
  inThreads({ deposit(account, 30) }, { deposit(account, 12) })
  try expect("balance", account.balance.withLock { $0 }, equals: 42)
}
