import PropertyTesting

/// Transactions, and where the process is killed while they run.
struct KillRound: Sendable {
  let transactions: [CrashTransaction]
  /// Where there are fewer calls or commits, it is killed when all are through.
  let moment: KillMoment
}

extension Generator where Value == KillRound {
  /// - Parameter changes: of each transaction.
  static func killRound(changes: ClosedRange<Int> = 1...4) -> Generator {
    Generator { source in
      KillRound(
        transactions: try source(
          .array(of: .crashTransaction(changes: changes, sizes: 0...600), count: 1...6)),
        moment: try source(.killMoment(calls: .frequency((2, .int(in: 0...15)), (1, .int(in: 0...60))), commits: 0...5)))
    }
  }
}

extension Generator where Value == KillMoment {
  /// Mostly between calls, where a kill can be repeated exactly.
  static func killMoment(calls: Generator<Int>, commits: ClosedRange<Int>) -> Generator {
    .frequency(
      (3, calls.map { .beforeCall($0) }),
      (1, Generator { .withinCommit(try $0(.int(in: commits)), percent: try $0(.int(in: 0...99))) }))
  }
}

extension Generator where Value == Int? {
  /// When an opening is killed, in microseconds; nil: when it is through.
  static let recoveryKill = Generator.frequency((1, .constant(nil)), (1, Generator<Int>.int(in: 0...4_000).map { $0 }))
}

extension Generator where Value == [KillRound] {
  static func killRounds(_ count: ClosedRange<Int> = 1...3, changes: ClosedRange<Int> = 1...4) -> Generator {
    .array(of: .killRound(changes: changes), count: count)
  }
}
