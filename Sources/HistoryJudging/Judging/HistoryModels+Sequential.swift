extension HistoryModels {
  /// Models of things that do one call after the other: registers, sets, queues, locks.
  static let sequential: [any HistoryModel] =
    ObjectModels.all + SetChecks.all + [CounterCheck.bounds, BankCheck.totals, UniqueIDsCheck.once, LongForkCheck.forks, LogCheck.log]
}
