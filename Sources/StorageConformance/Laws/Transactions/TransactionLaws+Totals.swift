import DeterministicScheduling
import PropertyTesting
import StorageContract
import Synchronization

/// What one client of a bank does.
enum ConcurrentBankStep: Sendable, CounterexampleDescribable {
  /// If the account holds that much.
  case transfer(Int64, from: Int, to: Int)
  /// Takes the amount from one account, and throws before it reaches the other.
  case failedTransfer(Int64, from: Int, to: Int)
  /// Adds up all accounts.
  case audit

  var counterexampleDescription: String {
    switch self {
    case .transfer(let amount, let from, let to): "\(amount) from \(from) to \(to)"
    case .failedTransfer(let amount, let from, let to): "\(amount) from \(from) to \(to), throws half-way"
    case .audit: "audit"
    }
  }
}

extension Generator where Value == ConcurrentBankStep {
  static func bankStep(accounts: Int) -> Generator {
    Generator { source in
      let kind = try source(.int(in: 0...7))
      if kind < 3 { return .audit }
      let from = try source(.int(in: 0...(accounts - 1)))
      let to = (from + (try source(.int(in: 1...max(1, accounts - 1))))) % accounts
      let amount = try source(Generator<Int64>.integer(in: 1...45))
      return kind > 5 ? .failedTransfer(amount, from: from, to: to) : .transfer(amount, from: from, to: to)
    }
  }
}

extension TransactionLaws {
  private static let balance: Int64 = 50

  static let totals = StorageLaw(
    .transactions,
    Requirement(
      "STO-32", "Totals are conserved",
      says: """
        Clients of a bank move money between accounts at the same time. Some transfers throw midway, \
        and audits add up all accounts in between. Every audit finds the same total, no account is \
        overdrawn, and in the end each account holds the sum that its transfers give.
        """,
      mustCatch: [
        .over(.interleavesTransactions), .over(.keepsFirstWriteOnRollback), .over(.losesLastWriteOfABatch),
        .over(.servesStaleReads), .commitsInTwoHalves, .showsUncommittedWrites,
      ]
    ).holds(
      forAll: Generator<[[ConcurrentBankStep]]> { source in
        let accounts = try source(.int(in: 2...4))
        let step = Generator<ConcurrentBankStep>.bankStep(accounts: accounts)
        return try source(
          .oneOf(
            .array(of: .array(of: step, count: 1...4), count: 2...4),
            .array(of: .array(of: step, count: 3...5), count: 3...4)))
      },
      scheduled: .mixed,
      requiring: ["transfers": 0.4, "declined": 0.05, "throws half-way": 0.2, "audits": 0.5]
    ) { plans, subject, trial in
      /// By account, what its transfers came to.
      let moved = Mutex<[Int: Int64]>([:])
      try await subject.withStore { store in
        try await store.write { transaction in
          for account in 0..<4 { try transaction.put(number: balance, at: "\(account)") }
        }
        try await ConcurrentClients.together(
          plans.enumerated().map { number, plan in
            {
              for step in plan {
                let outcome = try await carryOut(step, on: store)
                trial.note("client \(number + 1): \(describe(step)): \(outcome)")
                trial.label(outcome)
                guard case .transfer(let amount, let from, let to) = step, outcome == "transfers" else { continue }
                moved.withLock { moved in
                  moved[from, default: 0] -= amount
                  moved[to, default: 0] += amount
                }
              }
            }
          })
        let final = try await store.readAgain { transaction in
          try (0..<4).map { try transaction.concurrentNumber("\($0)") }
        }
        let expected = moved.withLock { moved in (0..<4).map { balance + moved[$0, default: 0] } }
        try expect("balances in the end", final, equals: expected)
      }
    })

  /// - Returns: what came of it.
  private static func carryOut(_ step: ConcurrentBankStep, on store: any Store) async throws -> String {
    switch step {
    case .audit:
      let balances = try await store.readAgain { try $0.scan("c").map { StoreHistoryRecord($0).value ?? 0 } }
      try expect("an audit finds \(balances): their total", balances.reduce(0, &+), equals: 4 * balance)
      try expect("an audit finds \(balances): none is overdrawn", balances.allSatisfy { $0 >= 0 })
      return "audits"
    case .transfer(let amount, let from, let to): return try await move(amount, from, to, on: store)
    case .failedTransfer(let amount, let from, let to):
      return try await move(amount, from, to, throwsHalfWay: true, on: store)
    }
  }

  private static func move(
    _ amount: Int64, _ from: Int, _ to: Int, throwsHalfWay: Bool = false, on store: any Store
  ) async throws -> String {
    do {
      return try await store.writeAgain { transaction in
        let left = try transaction.concurrentNumber("\(from)") &- amount
        guard left >= 0 else { return "declined" }
        try transaction.put(number: left, at: "\(from)")
        if throwsHalfWay { throw StoreHistoryAbandoned(outputs: []) }
        try transaction.put(number: try transaction.concurrentNumber("\(to)") &+ amount, at: "\(to)")
        return "transfers"
      }
    } catch is StoreHistoryAbandoned where throwsHalfWay {
      return "throws half-way"
    }
  }
}
