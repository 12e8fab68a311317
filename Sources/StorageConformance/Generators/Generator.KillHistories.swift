import PropertyTesting

/// Transactions, and where the process is killed while they run.
struct KillRound: Sendable {
  let transactions: [CrashTransaction]
  /// How many calls reach the process first; where there are fewer, it is killed when all are through.
  let afterCalls: Int
  /// Nil: before the next call; else in its middle.
  let delayMicroseconds: Int?
}

extension Generator where Value == KillRound {
  /// - Parameter changes: of each transaction.
  static func killRound(changes: ClosedRange<Int> = 1...4) -> Generator {
    Generator { source in
      KillRound(
        transactions: try source(
          .array(of: .crashTransaction(changes: changes, sizes: 0...600), count: 1...6)),
        afterCalls: try source(.killPoint), delayMicroseconds: try source(.killDelay))
    }
  }
}

extension Generator where Value == Int {
  /// A call of the few transactions of a round.
  fileprivate static let killPoint = Generator.frequency((2, .int(in: 0...15)), (1, .int(in: 0...60)))
}

extension Generator where Value == Int? {
  /// A call takes some tens of microseconds; as much as that goes by before a thread runs.
  static let killDelay = Generator.frequency((7, .constant(nil)), (1, Generator<Int>.int(in: 0...200).map { $0 }))

  /// When an opening is killed, in microseconds; nil: when it is through.
  static let recoveryKill = Generator.frequency((1, .constant(nil)), (1, Generator<Int>.int(in: 0...4_000).map { $0 }))
}

extension Generator where Value == [KillRound] {
  static func killRounds(_ count: ClosedRange<Int> = 1...3, changes: ClosedRange<Int> = 1...4) -> Generator {
    .array(of: .killRound(changes: changes), count: count)
  }
}
