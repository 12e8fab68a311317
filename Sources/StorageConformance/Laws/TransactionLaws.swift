/// Laws of transactions: STO-23…32.
enum TransactionLaws {
  static let all: [StorageLaw] = [
    wholeCommit, rollback, cancellation, ownWrites, deadHandles, noLostUpdate, wholeReads, linearizable, oneWinner,
    totals,
  ]
}
