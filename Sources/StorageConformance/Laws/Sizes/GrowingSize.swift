import StorageContract

/// Something of a store that has a size, without bound or up to a bound that the contract sets.
///
/// The law goes through the sizes in this order, by each ladder in turn, and has no time for all of them over a slow store. So what a
/// transaction, a rollback or a backup does comes before what only has to be kept.
enum GrowingSize: String, CaseIterable, Sendable {
  case records = "records in a collection"
  case rolledBack = "writes before a rollback"
  case rollbacks = "rollbacks before a reopening"
  case commits = "commits before a reopening"
  case writes = "writes in a transaction"
  case backedUp = "records in a backup"
  case backups = "backups before a reopening"
  case compacted = "deleted records before a compaction"
  case overwrites = "puts at one key"
  case turns = "inserts and deletes at one key"
  case deletes = "deletes in a transaction"
  case collections
  case textBytes = "bytes of a text"
  case writtenKilobytes = "kB written by a transaction"
  case fields = "fields of a record"
  case keyBytes = "bytes of a key"
  case nameLetters = "letters of a name"
  case openings
  case clients = "clients at the same time"

  /// The largest that is tried.
  func limit(_ budget: SizeBudget, _ capabilities: StoreCapabilities) -> Int {
    switch self {
    case .records, .writes, .rolledBack, .deletes, .backedUp, .compacted: budget.records
    case .overwrites, .writtenKilobytes, .fields: budget.records / 2
    case .commits, .rollbacks, .backups, .turns: budget.records / 4
    case .collections: budget.records / 8
    case .openings, .clients: max(4, budget.records / 32)
    case .keyBytes: min(budget.records, capabilities.maximumKeySizeBytes)
    case .nameLetters: RecordRules.maximumNameLength
    case .textBytes: min(budget.records * 64, capabilities.maximumFieldSizeBytes)
    }
  }

  func isDeclared(_ capabilities: StoreCapabilities) -> Bool {
    switch self {
    case .backedUp, .backups: capabilities.backup
    case .compacted: capabilities.compaction
    default: true
    }
  }
}

/// Through which sizes something grows.
enum SizeLadder: String, CaseIterable, Sendable {
  /// Whatever is wrong from some size on is found in one step, so that a slow store, for which the others take too long, has been tried
  /// at every size.
  case atOnce = "the largest at once"
  case powersOfTwo = "powers of two"
  case oneBelow = "one below a power of two"
  case oneAbove = "one above a power of two"
  case roundNumbers = "1, 2 and 5 times powers of ten"

  /// Ascending, from 1 to `limit` at most, which is the last.
  func sizes(upTo limit: Int) -> [Int] {
    let doubled = sequence(first: 1) { $0 * 2 }.prefix { $0 <= 2 * limit }
    let sizes =
      switch self {
      case .atOnce: [Int]()
      case .powersOfTwo: Array(doubled)
      case .oneBelow: doubled.map { $0 - 1 }
      case .oneAbove: doubled.map { $0 + 1 }
      case .roundNumbers: sequence(first: 1) { $0 * 10 }.prefix { $0 <= limit }.flatMap { [$0, 2 * $0, 5 * $0] }
      }
    return sizes.filter { $0 >= 1 && $0 <= limit } + (sizes.contains(limit) ? [] : [limit])
  }
}
