extension HistoryModels {
  /// Models of things that do one call after the other: registers, sets, queues, locks.
  static let sequential: [any HistoryModel] = []
}
