/// Checks, waits for another actor, and acts on what may no longer be so.
actor Account {
  private(set) var balance = 100
  private let audit = Audit()

  func withdraw(_ amount: Int) async -> Bool {
    guard balance >= amount else { return false }
    await audit.record(amount)
    balance -= amount
    return true
  }

  /// The same the right way round.
  func withdrawSafely(_ amount: Int) async -> Bool {
    guard balance >= amount else { return false }
    balance -= amount
    await audit.record(amount)
    return true
  }
}

actor Audit {
  private var entries: [Int] = []
  func record(_ amount: Int) { entries.append(amount) }
}

/// Lets one task in at a time.
actor AsyncMutex {
  private var isHeld = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func lock() async {
    if isHeld { await withCheckedContinuation { waiting.append($0) } }
    isHeld = true
  }

  func unlock() {
    isHeld = false
    if !waiting.isEmpty { waiting.removeFirst().resume() }
  }
}
