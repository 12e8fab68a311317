import StorageContract

extension StoreCapabilities.EmulatedPart {
  /// The laws that look only at this part: over an adapter that emulates it, they would judge the adapter, and never the store.
  ///
  /// A law that needs the store for anything else is not among them. STO-14 has the store keep keys of every length, whoever refuses
  /// the others; STO-12 needs all keys, whoever sorts them; STO-33 and STO-40 need a batch
  /// to be done whole or not at all, whoever collects it; STO-65 needs a closed store to let another process in, whoever kept it out.
  var laws: Set<String> {
    switch self {
    case .values: ["STO-01", "STO-02", "STO-03", "STO-04", "STO-05", "STO-06"]
    case .rules: ["STO-08", "STO-21"]
    case .order: ["STO-10", "STO-11"]
    case .collections: ["STO-15"]
    case .versions: ["STO-20"]
    case .conditionalPuts: ["STO-17", "STO-19"]
    // A migration is a transaction that is rolled back if a step throws.
    case .transactions: ["STO-24", "STO-26", "STO-55"]
    case .exclusiveStores: ["STO-48"]
    case .backup: ["STO-52", "STO-53", "STO-54"]
    case .compaction: ["STO-57"]
    case .integrity: ["STO-46", "STO-47"]
    }
  }

  /// The name, as it reads after "the adapter emulates".
  var phrase: String {
    switch self {
    case .values: "types of values"
    case .rules: "the refusal of invalid input"
    case .order: "the order of scans"
    case .collections: "collections"
    case .versions: "versions"
    case .conditionalPuts: "inserts and compare-and-sets"
    case .transactions: "transactions"
    case .exclusiveStores: "the refusal of a second opener"
    case .backup: "backups"
    case .compaction: "compaction"
    case .integrity: "checksums"
    }
  }
}

extension StorageLaw {
  /// The part that an adapter may emulate, and then the law does not judge its store; nil: the law always does.
  var emulatedPart: StoreCapabilities.EmulatedPart? { StoreCapabilities.EmulatedPart.allCases.first { $0.laws.contains(id) } }
}
