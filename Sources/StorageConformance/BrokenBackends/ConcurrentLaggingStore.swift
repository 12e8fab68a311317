import PropertyTesting
import StorageContract

extension Fault<LawSubject> {
  static let readsLagBehind = overEachStore("readsLagBehind", "reads a copy that is one transaction behind") {
    ConcurrentLaggingStore($0, alternates: false)
  }

  static let readsGoBackInTime = overEachStore(
    "readsGoBackInTime", "reads every other time from a copy that is one transaction behind") {
    ConcurrentLaggingStore($0, alternates: true)
  }
}

/// Reads are answered by a copy that gets each transaction when the next one is committed. For a store that is opened
/// empty: the copy is.
private actor ConcurrentLaggingStore: WrappingStore {
  nonisolated let base: any Store
  private let writers = ConcurrentLock()
  private let alternates: Bool
  private var copy: (any Store)?
  private var isCopysTurn = false
  private var latest: [DraftWrite] = []

  init(_ base: any Store, alternates: Bool) {
    self.base = base
    self.alternates = alternates
  }

  func read<Result: Sendable>(_ body: @Sendable (any ReadTransaction) throws -> Result) async throws -> Result {
    isCopysTurn.toggle()
    if alternates && !isCopysTurn { return try await base.read(body) }
    return try await openCopy().read(body)
  }

  func write<Result: Sendable>(_ body: @Sendable (any WriteTransaction) throws -> Result) async throws -> Result {
    await writers.lock()
    defer { writers.unlock() }
    let (result, writes) = try await base.write { transaction in
      let draft = DraftTransaction(transaction)
      return (try body(draft), draft.writes)
    }
    try await openCopy().commit(latest)
    latest = writes
    return result
  }

  private func openCopy() async throws -> any Store {
    if let copy { return copy }
    let new = try await MemoryLocation().open()
    // Another call may have made one meanwhile.
    if let copy { return copy }
    copy = new
    return new
  }
}
