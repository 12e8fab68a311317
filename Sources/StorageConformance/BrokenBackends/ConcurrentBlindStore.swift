import PropertyTesting
import StorageContract

extension Fault<LawSubject> {
  static let getsBlindly = overEachStore("getsBlindly", "gets what was there before the transaction") {
    ConcurrentBlindStore($0, gets: true)
  }

  static let countsBlindly = overEachStore(
    "countsBlindly", "counts and lists what was there before the transaction") {
    ConcurrentBlindStore($0, gets: false)
  }
}

/// A transaction does not see its own writes: not where it gets, or not where it counts.
private actor ConcurrentBlindStore: WrappingStore {
  nonisolated let base: any Store
  private let gets: Bool

  init(_ base: any Store, gets: Bool) {
    self.base = base
    self.gets = gets
  }

  func write<Result: Sendable>(_ body: @Sendable (any WriteTransaction) throws -> Result) async throws -> Result {
    let gets = gets
    return try await base.write { transaction in
      let before = Dictionary(
        uniqueKeysWithValues: try transaction.collections().map { ($0, try transaction.scan($0)) })
      return try body(BlindTransaction(transaction, before: before, gets: gets))
    }
  }
}

private final class BlindTransaction: RewiredTransaction {
  private let before: [String: [Record]]
  private let gets: Bool

  init(_ base: any WriteTransaction, before: [String: [Record]], gets: Bool) {
    self.before = before
    self.gets = gets
    super.init(base)
  }

  override func get(_ key: String, in collection: String) throws -> Record? {
    let now = try super.get(key, in: collection)
    return gets ? before[collection]?.first { $0.key.utf8.elementsEqual(key.utf8) } : now
  }

  override func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int {
    let now = try super.count(collection, from: lower, to: upper)
    return gets || lower != nil || upper != nil ? now : before[collection]?.count ?? 0
  }

  override func collections() throws -> [String] {
    let now = try super.collections()
    return gets ? now : before.keys.sorted()
  }
}
