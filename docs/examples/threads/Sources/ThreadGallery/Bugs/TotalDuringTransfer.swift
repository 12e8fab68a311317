import PropertyTesting
import Synchronization

extension ThreadBug {
  static let totalDuringTransfer = ThreadBug(
    "total during a transfer", "A total of two accounts is read while an amount has left one and not come to the other.",
    buggy: {
      let (savings, current) = (Account(), Account())
      try readTotal(
        transfer: {
          savings.balance.withLock { $0 -= 10 }
          current.balance.withLock { $0 += 10 }
        }, total: { savings.balance.withLock { $0 } + current.balance.withLock { $0 } })
    },
    fixed: {
      let (savings, current) = (Account(), Account())
      try readTotal(
        transfer: {
          savings.balance.withLock { savings in
            savings -= 10
            current.balance.withLock { $0 += 10 }
          }
        }, total: { savings.balance.withLock { savings in savings + current.balance.withLock { $0 } } })
    })
}

private final class Account: Sendable {
  let balance = Mutex(50)
}

private func readTotal(transfer: @escaping @Sendable () -> Void, total: @escaping @Sendable () -> Int) throws {
  let seen = inThreads(
    {
      transfer()
      return 100
    }, total)
  try expect("totals", seen, equals: [100, 100])
}
