import PropertyTesting
import StorageContract

/// What it takes to reach a size, from any smaller one.
extension SizedStore {
  mutating func grow(_ size: GrowingSize, to count: Int) async throws {
    switch size {
    case .records: try await putRecords(upTo: count, in: "c")
    case .collections:
      let names = (contents.collections.count..<max(count, contents.collections.count)).map { "c_\($0)" }
      try await write { for (number, name) in names.enumerated() { try $0.put(number, at: "k", in: name) } }
    case .fields:
      let fields = Dictionary(uniqueKeysWithValues: (0..<count).map { ("f\($0)", FieldValue.int64(Int64($0))) })
      try await write { try $0.put(fields, at: "k") }
    case .keyBytes:
      let common = String(repeating: "k", count: count - 1)
      // Not in their order: a store that compares the beginning alone would keep it by chance.
      try await write {
        try $0.put(2, at: common + "b")
        try $0.put(1, at: common + "a")
      }
    case .nameLetters:
      let common = String(repeating: "n", count: count - 1)
      try await write { transaction in
        for last in ["a", "b"] {
          try transaction.put([common + "a": .text(last), common + "b": .null], at: "k", in: common + last)
        }
      }
    case .textBytes:
      // The one that ends in another letter is cut to the same, if it is cut: at the end, or at the U+0000 in the middle.
      let common =
        count < 3
        ? String(repeating: "t", count: count - 1)
        : String(repeating: "t", count: count / 2 - 1) + "\u{0}" + String(repeating: "t", count: count - count / 2 - 1)
      try await write { try $0.put(["a": .text(common + "a"), "b": .text(common + "b")], at: "k") }
    case .writes, .writtenKilobytes, .rolledBack, .deletes, .overwrites: try await growTransaction(size, to: count)
    case .commits:
      for number in 0..<count {
        try await write { transaction in
          let key = "k\(number * 5 % 8)"
          if number % 3 == 2 { try transaction.delete(key) } else { try transaction.put(number, at: key) }
        }
      }
    case .rollbacks:
      try await write { try $0.put(0, at: "k") }
      for number in 0..<count { try await abandon { try $0.put(number, at: "k\(number % 8)") } }
    case .turns:
      let first = reached
      for start in stride(from: first, to: count, by: 16) {
        try await write { transaction in
          for _ in start..<min(start + 16, count) {
            try transaction.insert(at: "turned")
            try transaction.delete("turned")
          }
        }
      }
      reached = max(first, count)
    case .openings:
      while reached < count {
        let number = reached
        try await write { try $0.put(number, at: "k\(number % 8)") }
        try await reopen()
        reached += 1
      }
    case .clients: try await addClients(count)
    case .backedUp: try await backUpAndRestore(count)
    case .backups: try await backUp(count)
    case .compacted:
      try await putRecords(upTo: count + 2, in: "c")
      try await write { for number in 1...count { try $0.delete(Self.key(number), in: "c") } }
      try await store.compact()
    }
  }

  private mutating func growTransaction(_ size: GrowingSize, to count: Int) async throws {
    switch size {
    case .writes:
      // Every other one is over the one before: the store is to have all of the last and half of the first.
      try await write { transaction in
        for number in 0..<count { try transaction.put(number, at: Self.key(number - number % 2)) }
        try transaction.expectSame()
      }
    case .writtenKilobytes:
      let text = String(repeating: "t", count: 1_000)
      try await write { transaction in
        for number in 0..<count { try transaction.put(["t": .text(text)], at: Self.key(number)) }
      }
    case .rolledBack:
      try await write { for number in 0..<10 { try $0.put(number, at: Self.key(number * 3)) } }
      try await abandon { transaction in
        for number in 0..<count {
          // Each writes another record: a store may count the records that it has to undo.
          let key = Self.key(number * 3)
          try transaction.put(-1, at: key)
          // Ten are there from before, and every other one of these is deleted; further on nothing is there.
          if number % 5 == 4 { try transaction.delete(number < 10 ? key : Self.key(number * 3 + 1)) }
        }
      }
    case .deletes:
      try await putRecords(upTo: count + 2, in: "c")
      try await write { transaction in
        for number in 1...count { try transaction.delete(Self.key(number)) }
        try transaction.expectSame()
      }
    default:
      let first = reached
      try await write { for number in first..<max(first, count) { try $0.put(number, at: "k") } }
      reached = max(first, count)
      // A counter that has become too small for its column answers with another record's version.
      let version = contents.putCounter
      let taken = try await store.write { try $0.compareAndSet([:], at: "k", in: "c", version: version - 1) }
      try expect("a compare-and-set at the version before", taken, equals: nil)
    }
  }

  /// "k000000", "k000001", …: their order is that of the numbers.
  static func key(_ number: Int) -> String {
    let digits = String(number)
    return "k" + String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits
  }

  /// In transactions of 64, in an order that is neither ascending nor descending.
  private mutating func putRecords(upTo count: Int, in collection: String) async throws {
    let missing = (0..<count).filter { contents.collections[collection]?[Self.key($0)] == nil }
    let places = missing.filter { $0 % 2 == 1 } + missing.filter { $0 % 2 == 0 }.reversed()
    for start in stride(from: 0, to: places.count, by: 64) {
      let part = Array(places[start..<min(start + 64, places.count)])
      try await write { for number in part { try $0.put(number, at: Self.key(number), in: collection) } }
    }
  }

  /// Each adds one to one number.
  private mutating func addClients(_ count: Int) async throws {
    let (store, start) = (store, reached)
    let adding: @Sendable () async throws -> Void = {
      try await store.writeAgain { transaction in
        let sum = try transaction.concurrentNumber("sum")
        try transaction.put(number: sum + 1, at: "sum")
      }
    }
    if start == 0 { try await store.write { try $0.put(number: 0, at: "sum") } }
    try await ConcurrentClients.together(Array(repeating: adding, count: count))
    reached = start + count
    let sum = try await store.read { try $0.concurrentNumber("sum") }
    try expect("the sum that \(count) clients have added one to, each", sum, equals: Int64(reached))
    restored(SizedContents(counting: reached))
  }

  /// So often, each time to a new file; the last backup is restored.
  private mutating func backUp(_ count: Int) async throws {
    try await write { try $0.put(count, at: "k") }
    let store = store
    try await LawFolder.with { folder in
      for number in 1...count {
        try await store.backup(to: folder.file("\(number)"))
        if number < count { try folder.remove("\(number)") }
      }
      try await store.restore(from: folder.file("\(count)"))
    }
  }

  private mutating func backUpAndRestore(_ count: Int) async throws {
    try await putRecords(upTo: count, in: "c")
    // A rollback comes before it: nothing of that is backed up.
    try await abandon { try $0.put(-1, at: "of a rollback") }
    let store = store
    let backedUp = contents
    try await LawFolder.with { folder in
      try await store.backup(to: folder.file("backup"))
      try await store.write { transaction in
        for number in 0..<count { try transaction.delete(Self.key(number), in: "c") }
        try transaction.put([:], at: "k", in: "later")
        try transaction.setSchemaVersion(3)
      }
      try await store.restore(from: folder.file("backup"))
    }
    let version = try await store.read { try $0.schemaVersion() }
    try expect("schema version, restored", version, equals: 0)
    restored(backedUp)
  }
}

extension SizedContents {
  /// One record, put `count` times and once before.
  init(counting count: Int) {
    for number in 0...count { put(StoreHistoryRecord.fields(Int64(number)), at: "sum", in: "c") }
  }
}
