import StorageContract

/// What a store holds, as far as histories see it: the model that stores are compared with. It shares nothing with
/// any of them.
struct StoreHistoryState: Hashable, Sendable {
  private var records: [StoreHistoryPlace: StoreHistoryRecord] = [:]
  /// The version of the latest put.
  private(set) var putCounter: Int64 = 0
  private(set) var schemaVersion: Int64 = 0

  subscript(place: StoreHistoryPlace) -> StoreHistoryRecord? { records[place] }

  var collectionNames: [String] { Set(records.keys.map(\.collection)).sorted() }

  mutating func apply(_ step: StoreHistoryStep) -> StoreHistoryOutput {
    switch step {
    case .get(let place): return .record(records[place])
    case .put(let place, let value): return .version(put(value, at: place))
    case .insert(let place, let value): return .version(records[place] == nil ? put(value, at: place) : nil)
    case .compareAndSet(let place, let value, let version):
      return .version(records[place]?.version == version ? put(value, at: place) : nil)
    case .delete(let place): return .deleted(records.removeValue(forKey: place) != nil)
    case .add(let place, let amount):
      _ = put((records[place]?.value ?? 0) &+ amount, at: place)
      return .record(records[place])
    case .scan(let range): return .records(Array(found(in: range).prefix(range.limit ?? .max)))
    case .count(let range): return .count(found(in: range).count)
    case .collections: return .names(collectionNames)
    case .schemaVersion: return .number(schemaVersion)
    case .setSchemaVersion(let version):
      schemaVersion = version
      return .done
    }
  }

  /// All of the transaction, or nothing of it where it is abandoned.
  mutating func apply(_ transaction: StoreHistoryTransaction) -> [StoreHistoryOutput] {
    var next = self
    let outputs = transaction.steps.map { next.apply($0) }
    if !transaction.isAbandoned { self = next }
    return outputs
  }

  /// The same, whose puts get the versions that a store with gaps has told: above that of the record replaced, and of no record
  /// that is there.
  mutating func apply(_ transaction: StoreHistoryTransaction, told: [StoreHistoryOutput]) -> [StoreHistoryOutput] {
    var next = self
    let outputs = transaction.steps.enumerated().map { number, step in
      if let version = number < told.count ? step.newVersion(in: told[number]) : nil, next.allows(version, of: step) {
        next.putCounter = version - 1
      }
      return next.apply(step)
    }
    if !transaction.isAbandoned { self = next }
    // It is the same state whatever was put last.
    putCounter = 0
    return outputs
  }

  private func allows(_ version: Int64, of step: StoreHistoryStep) -> Bool {
    version > (step.place.flatMap { records[$0]?.version } ?? 0) && !records.values.contains { $0.version == version }
  }

  private mutating func put(_ value: Int64, at place: StoreHistoryPlace) -> Int64 {
    putCounter += 1
    records[place] = StoreHistoryRecord(key: place.key, value: value, version: putCounter)
    return putCounter
  }

  /// Keys of histories are ASCII letters: every order of text is the same for them.
  private func found(in range: ScanRange) -> [StoreHistoryRecord] {
    records.filter { place, _ in
      place.collection == range.collection && range.lower ?? "" <= place.key && (range.upper.map { place.key < $0 } ?? true)
    }.values.sorted { $0.key < $1.key }
  }
}
