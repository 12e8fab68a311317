import PropertyTesting

extension GalleryBug {
  /// An actor's state is safe within one turn only, and every `await` ends a turn.
  static let actorReentrancy = GalleryBug(
    "actor re-entrancy",
    "A withdrawal checks the balance, waits for the audit, and takes money that is no longer there.",
    buggy: { try await spendTogether { await $0.withdrawAfterAudit($1) } },
    fixed: { try await spendTogether { await $0.withdraw($1) } })
}

private func spendTogether(
  _ withdraw: @escaping @Sendable (Account, Int) async -> Bool
) async throws {
  let account = Account(balance: 100)
  async let rent = withdraw(account, 70)
  async let food = withdraw(account, 40)
  _ = await (rent, food)
  let balance = await account.balance
  try expect("the account is not overdrawn, at \(balance)", balance >= 0)
}

private actor Account {
  private(set) var balance: Int
  private let audit = AuditLog()

  init(balance: Int) {
    self.balance = balance
  }

  func withdrawAfterAudit(_ amount: Int) async -> Bool {
    guard balance >= amount else { return false }
    await audit.record(amount)
    balance -= amount
    return true
  }

  func withdraw(_ amount: Int) async -> Bool {
    guard balance >= amount else { return false }
    balance -= amount
    await audit.record(amount)
    return true
  }
}

private actor AuditLog {
  private var amounts: [Int] = []

  func record(_ amount: Int) {
    amounts.append(amount)
  }
}
