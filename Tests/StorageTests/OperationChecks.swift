import StorageContract

enum OperationChecks {
  static let all = [putAndGet, compareAndSet, collections, names]

  static let putAndGet = ContractCheck.onStore("a put is what the next get returns") { store in
    let first = try await store.write { try $0.put(["n": .int64(1), "a": .null], at: "k", in: "c") }
    try demandEqual("first version", first, 1)
    let one = try await store.read { try $0.get("k", in: "c") }
    try demandEqual(
      "first", one, Record(key: "k", version: 1, fields: ["n": .int64(1), "a": .null]))
    // The whole record is replaced: `a` is gone.
    let second = try await store.write { try $0.put(["n": .int64(2)], at: "k", in: "c") }
    try demandEqual("second version", second, 2)
    let two = try await store.read { try $0.get("k", in: "c") }
    try demandEqual("second", two, Record(key: "k", version: 2, fields: ["n": .int64(2)]))
    try demandEqual("scan", try await store.read { try $0.scan("c") }, [two].compactMap { $0 })
    let absent = try await store.read { try [$0.get("K", in: "c"), $0.get("k", in: "d")] }
    try demandEqual("absent", absent, [nil, nil])
  }

  static let compareAndSet = ContractCheck.onStore("compare-and-set sets at that version only") { store in
    try await store.write { transaction in
      let version = try transaction.put(["n": .int64(1)], at: "k", in: "c")
      for wrong in [version - 1, version + 1, 0, -1, .max, .min] {
        try demandEqual(
          "at \(wrong)",
          try transaction.compareAndSet(["n": .int64(9)], at: "k", in: "c", version: wrong), nil)
      }
      try demandEqual(
        "absent", try transaction.compareAndSet([:], at: "none", in: "c", version: 0), nil)
      let next = try transaction.compareAndSet(["n": .int64(2)], at: "k", in: "c", version: version)
      try demandEqual("next version", next, version + 1)
      try demandEqual(
        "stale", try transaction.compareAndSet([:], at: "k", in: "c", version: version), nil)
    }
    let records = try await store.read { try $0.scan("c") }
    try demandEqual("records", records, [Record(key: "k", version: 2, fields: ["n": .int64(2)])])
  }

  static let collections = ContractCheck.onStore("collections are those with records, in order") { store in
    let names = ["_", "B", "a", "a_1", "b", "Z9", String(repeating: "n", count: 64)]
    try await store.write { transaction in
      try demandEqual("none yet", try transaction.collections(), [])
      for name in names.reversed() { try transaction.put([:], at: "k", in: name) }
      try demandEqual("inside", try transaction.collections(), names.sorted())
    }
    try await store.write { _ = try $0.delete("k", in: "a") }
    let left = try await store.read { try $0.collections() }
    try demandEqual("after", left, names.filter { $0 != "a" }.sorted())
  }

  static let names = ContractCheck.onStore("names are identifiers") { store in
    let invalid = ["", "1a", "a b", "a-b", "é", "e\u{301}", "a\u{0}", "a;", String(repeating: "n", count: 65)]
    try await store.write { transaction in
      for name in ["_", "a1", "Z_9", String(repeating: "n", count: 64)] {
        try transaction.put([name: .bool(true)], at: "k", in: name)
        try demandEqual(name, try transaction.get("k", in: name)?.fields, [name: .bool(true)])
      }
      for name in invalid {
        let isInvalid: @Sendable (StoreError) -> Bool = { $0 == .invalidName(name) }
        try demandRefused("field", isInvalid) { try transaction.put([name: .null], at: "k", in: "c") }
        try demandRefused("put", isInvalid) { try transaction.put([:], at: "k", in: name) }
        try demandRefused("insert", isInvalid) { _ = try transaction.insert([:], at: "k", in: name) }
        try demandRefused("compare-and-set", isInvalid) {
          _ = try transaction.compareAndSet([:], at: "k", in: name, version: 1)
        }
        try demandRefused("delete", isInvalid) { try transaction.delete("k", in: name) }
        try demandRefused("get", isInvalid) { _ = try transaction.get("k", in: name) }
        try demandRefused("scan", isInvalid) { _ = try transaction.scan(name) }
        try demandRefused("count", isInvalid) { _ = try transaction.count(name) }
      }
      try demandEqual("collections", try transaction.collections().count, 4)
    }
  }
}
