import PropertyTesting

extension GalleryBug {
  static let lockOrder = GalleryBug(
    "lock-order deadlock",
    "Two transfers in opposite directions each hold one account and wait for the other.",
    schedules: .withoutGrace, verdict: "deadlocked",
    buggy: { try await transferBothWays { ($0, $1) } },
    fixed: { try await transferBothWays { $0.number < $1.number ? ($0, $1) : ($1, $0) } })
}

private func transferBothWays(
  inOrder order: @escaping @Sendable (LockedAccount, LockedAccount) -> (LockedAccount, LockedAccount)
) async throws {
  let (savings, checking) = (LockedAccount(number: 1), LockedAccount(number: 2))
  @Sendable func transfer(_ amount: Int, from source: LockedAccount, to target: LockedAccount) async {
    let (first, second) = order(source, target)
    await first.lock.lock()
    await second.lock.lock()
    await source.add(-amount)
    await target.add(amount)
    await second.lock.unlock()
    await first.lock.unlock()
  }
  let deposit = Task { await transfer(30, from: checking, to: savings) }
  let withdrawal = Task { await transfer(10, from: savings, to: checking) }
  _ = await (deposit.value, withdrawal.value)
  try expect("savings", await savings.balance, equals: 20)
}

private actor LockedAccount {
  nonisolated let number: Int
  nonisolated let lock = AsyncLock()
  private(set) var balance = 0

  init(number: Int) {
    self.number = number
  }

  func add(_ amount: Int) {
    balance += amount
  }
}
