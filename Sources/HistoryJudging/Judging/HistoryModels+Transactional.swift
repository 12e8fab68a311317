extension HistoryModels {
  /// Models of transactions: each call is a list of reads and writes that belong together.
  static let transactional: [any HistoryModel] = []
}
