import StorageContract

/// What a store's contents and answers have to be: a dictionary that is sorted when it is asked for. It shares
/// nothing with any store, the one in memory included.
struct HistoryModel: Sendable {
  private(set) var records: [RecordPlace: Record] = [:]
  private(set) var puts: Int64 = 0
  private(set) var schemaVersion: Int64 = 0

  /// Makes the call and says what a store answers to it.
  mutating func answer(_ call: HistoryCall) -> HistoryAnswer {
    switch call {
    case .put(let place, let fields):
      return .version(put(fields, at: place))
    case .insert(let place, let fields):
      return .version(records[place] == nil ? put(fields, at: place) : nil)
    case .compareAndSet(let place, let fields, let version):
      guard let record = records[place], record.version == version else { return .version(nil) }
      return .version(put(fields, at: place))
    case .delete(let place):
      return .flag(records.removeValue(forKey: place) != nil)
    case .get(let place):
      return .record(records[place])
    case .scan(let collection, let lower, let upper, let limit):
      return .records(Array(scan(collection, from: lower, to: upper).prefix(limit ?? .max)))
    case .count(let collection, let lower, let upper):
      return .number(Int64(scan(collection, from: lower, to: upper).count))
    case .collections:
      return .names(collections)
    case .schemaVersion:
      return .number(schemaVersion)
    case .setSchemaVersion(let version):
      schemaVersion = version
      return .done
    case .refused(let call):
      return call.expected
    }
  }

  /// The place of the record with the highest version.
  var newest: RecordPlace? { records.max { $0.value.version < $1.value.version }?.key }

  var collections: [String] { Set(records.keys.map(\.collection)).sorted() }

  func scan(_ collection: String, from lower: String? = nil, to upper: String? = nil) -> [Record] {
    let lower = lower.map { Array($0.utf8) } ?? []
    let upper = upper.map { Array($0.utf8) }
    return records.filter { $0.key.collection == collection }
      .map { (bytes: Array($0.value.key.utf8), record: $0.value) }
      .filter { entry in
        !entry.bytes.lexicographicallyPrecedes(lower)
          && upper.map { entry.bytes.lexicographicallyPrecedes($0) } ?? true
      }
      .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
      .map(\.record)
  }

  private mutating func put(_ fields: [String: FieldValue], at place: RecordPlace) -> Int64 {
    puts += 1
    records[place] = Record(key: place.key.text, version: puts, fields: fields)
    return puts
  }
}
