/// Identifiers that are handed out once each. After Jepsen's checker `unique-ids`.
enum UniqueIDsCheck {
  static let once = CheckedHistoryModel(
    name: "unique-ids", summary: "generate → id: no identifier twice", consistency: "unique"
  ) { history in
    var owners: [HistoryValue: HistoryOperation] = [:]
    var twice: [(story: String, calls: [HistoryOperation])] = []
    var count = 0
    for operation in history.operations where operation.outcome == .ok {
      guard !operation.result.isNull else {
        throw operation.error("\(operation.function) returned nothing", in: history, hint: "each call returns an identifier")
      }
      count += 1
      if let owner = owners[operation.result] {
        twice.append(("\(owner.told) and \(operation.told) both got \(operation.result)", [owner, operation]))
      } else {
        owners[operation.result] = operation
      }
    }
    var check = HistoryCheck(lookedAt: [counted(count, "identifier", "identifiers")])
    check.note("duplicate-id", twice)
    return check
  }
}
