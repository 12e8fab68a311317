import PersonalOSReference

/// Another amount book, with one defect: what POS-11 must catch. Without a defect it holds.
actor DefectiveSharedAmounts: SharedAmounts {
  enum Defect: Sendable {
    case readsInOneClosureAndWritesInAnother, suspendsInsideItsTurn, unlocksBeforeTheTotal
    case takesInOneClosureAndGivesInAnother, wrapsAround, movesNegativeAmounts, keepsTheLast
    case givesWhatItCouldNotTake
  }

  private let data: DataActor
  private let defect: Defect?
  private var isLocked = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ data: DataActor, _ defect: Defect?) {
    self.data = data
    self.defect = defect
  }

  func add(_ amount: Int64, to name: String) async throws -> Int64 {
    switch defect {
    case .readsInOneClosureAndWritesInAnother: return try await addInTwoClosures(amount, to: name)
    case .suspendsInsideItsTurn: return try await addAcrossASuspension(amount, to: name)
    case .unlocksBeforeTheTotal:
      await lock()
      let result = try await data.perform { try $0.add(amount, to: name, in: AmountBook.collection) }
      unlock()
      _ = try await data.perform { try $0.add(amount, to: "all", in: AmountBook.totals) }
      return result
    default:
      let defect = defect
      return try await data.perform { scope in
        _ = try scope.add(amount, to: "all", in: AmountBook.totals, defect)
        return try scope.add(amount, to: name, in: AmountBook.collection, defect)
      }
    }
  }

  func transfer(_ amount: Int64, from source: String, to target: String) async throws -> Bool {
    let defect = defect
    let isTaken = try await data.perform { scope in
      guard amount >= 0 || defect == .movesNegativeAmounts else { return false }
      let there = try scope.amount(source, in: AmountBook.collection)
      guard there > amount || there == amount && defect != .keepsTheLast else { return false }
      do {
        _ = try scope.add(-amount, to: source, in: AmountBook.collection)
      } catch where defect == .givesWhatItCouldNotTake {}
      if defect == .takesInOneClosureAndGivesInAnother { return true }
      _ = try scope.add(amount, to: target, in: AmountBook.collection, defect)
      return true
    }
    guard isTaken && defect == .takesInOneClosureAndGivesInAnother else { return isTaken }
    _ = try await data.perform { try $0.add(amount, to: target, in: AmountBook.collection) }
    return true
  }

  func readAll() async throws -> Amounts { try await data.perform { try $0.amounts() } }

  /// Each closure is a transaction; what lies between them is not.
  private nonisolated func addInTwoClosures(_ amount: Int64, to name: String) async throws -> Int64 {
    let before = try await data.perform { scope in
      (
        try scope.amount(name, in: AmountBook.collection), try scope.amount("all", in: AmountBook.totals)
      )
    }
    return try await data.perform { scope in
      let result = try sum(before.0, amount)
      try scope.setAmount(try sum(before.1, amount), of: "all", in: AmountBook.totals)
      try scope.setAmount(result, of: name, in: AmountBook.collection)
      return result
    }
  }

  /// "An actor does one thing at a time": not while it waits.
  private func addAcrossASuspension(_ amount: Int64, to name: String) async throws -> Int64 {
    try await inTurn { amounts in
      amounts.total = try sum(amounts.total, amount)
      amounts.byName[name] = try sum(amounts.byName[name] ?? 0, amount)
      // To be asked whether that is all right.
      await Task.yield()
      return amounts.byName[name] ?? 0
    }
  }

  private func inTurn(
    _ change: @Sendable (inout Amounts) async throws -> Int64
  ) async throws -> Int64 {
    var amounts = try await readAll()
    let result = try await change(&amounts)
    let changed = amounts
    try await data.perform { scope in
      try scope.setAmount(changed.total, of: "all", in: AmountBook.totals)
      for (name, amount) in changed.byName {
        try scope.setAmount(amount, of: name, in: AmountBook.collection)
      }
    }
    return result
  }

  private func lock() async {
    while isLocked { await withCheckedContinuation { waiting.append($0) } }
    isLocked = true
  }

  private func unlock() {
    isLocked = false
    if !waiting.isEmpty { waiting.removeFirst().resume() }
  }
}

private func sum(_ one: Int64, _ other: Int64) throws(DatabaseError) -> Int64 {
  let (sum, overflows) = one.addingReportingOverflow(other)
  if overflows { throw .constraintViolation }
  return sum
}

extension DataScope {
  fileprivate func add(
    _ amount: Int64, to name: String, in collection: String, _ defect: DefectiveSharedAmounts.Defect? = nil
  ) throws -> Int64 {
    let before = try self.amount(name, in: collection)
    let result = defect == .wrapsAround ? before &+ amount : try sum(before, amount)
    try setAmount(result, of: name, in: collection)
    return result
  }
}
