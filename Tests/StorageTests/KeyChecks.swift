import StorageContract

enum KeyChecks {
  static let all = [canonicalEquivalentsDiffer, orderIsByBytes, boundsAndLimits, sizes, longScans]

  /// In byte order. UTF-16 order would put the astral one before U+FFFD; a C string ends at U+0000.
  static let inOrder = [
    "\u{0}", "\u{0}\u{0}", "\u{0}a", " ", "A", "B", "a", "a\u{0}", "a\u{0}b", "a\u{1}", "aa", "b", "e\u{301}",
    "z", "\u{7F}", "é", "\u{1161}", "\u{D7FF}", "\u{E000}", "\u{FFFD}", "\u{10000}", "\u{10FFFF}",
  ]

  private static func fill(_ transaction: any WriteTransaction) throws {
    // Not in order, and not in the reverse.
    for step in inOrder.indices {
      let key = inOrder[(step * 7 + 3) % inOrder.count]
      try transaction.put(["key": .text(key)], at: key, in: "c")
    }
  }

  static let canonicalEquivalentsDiffer = ContractCheck.onStore(
    "canonical equivalents and cases are keys of their own"
  ) { store in
    let keys = ["e\u{301}", "é", "\u{1112}\u{1161}", "하", "ﬁ", "fi", "Ω", "\u{2126}", "FI"]
    try await store.write { transaction in
      for (index, key) in keys.enumerated() {
        try transaction.put(["n": .int64(Int64(index))], at: key, in: "c")
      }
    }
    try await store.write { transaction in
      try demandEqual("count", try transaction.count("c"), keys.count)
      for (index, key) in keys.enumerated() {
        let record = try transaction.get(key, in: "c")
        try demandEqual("number", record?.fields, ["n": .int64(Int64(index))])
        try demandSameBytes("key", [record?.key ?? ""], [key])
      }
      _ = try transaction.delete(keys[0], in: "c")
      try demand(try transaction.get(keys[1], in: "c") != nil, "deleting é's equivalent deletes é")
    }
  }

  static let orderIsByBytes = ContractCheck.onStore("scans are in byte order") { store in
    try await store.write { transaction in
      try fill(transaction)
      try demandSameBytes("inside", try transaction.scan("c").map(\.key), inOrder)
    }
    let keys = try await store.read { try $0.scan("c").map(\.key) }
    try demandSameBytes("after", keys, inOrder)
    // An overwrite moves nothing.
    try await store.write { _ = try $0.put([:], at: inOrder[2], in: "c") }
    try demandSameBytes("overwritten", try await store.read { try $0.scan("c").map(\.key) }, inOrder)
  }

  static let boundsAndLimits = ContractCheck.onStore("bounds are half-open, limits exact") { store in
    try await store.write { try fill($0) }
    try await store.read { transaction in
      let bounds: [String?] = [nil, "", "b\u{0}", "\u{10FFFF}\u{0}"] + inOrder
      for lower in bounds {
        for upper in bounds {
          let expected = inOrder.filter { key in
            !(lower.map { KeyBytes.precedes(key, $0) } ?? false)
              && (upper.map { KeyBytes.precedes(key, $0) } ?? true)
          }
          let what = "from \(lower.debugDescription) to \(upper.debugDescription)"
          let count = try transaction.count("c", from: lower, to: upper)
          try demandEqual("count " + what, count, expected.count)
          for limit in [nil, 0, 1, expected.count, 1_000] as [Int?] {
            let records = try transaction.scan("c", from: lower, to: upper, limit: limit)
            try demandSameBytes(
              "\(what), limit \(limit.debugDescription)", records.map(\.key),
              Array(expected.prefix(limit ?? .max)))
          }
        }
      }
      try demandRefused("limit -1", { $0 == .invalidLimit(-1) }) {
        _ = try transaction.scan("c", from: nil, to: nil, limit: -1)
      }
      try demandRefused("limit -1, nothing there", { $0 == .invalidLimit(-1) }) {
        _ = try transaction.scan("none", from: nil, to: nil, limit: -1)
      }
    }
  }

  static let sizes = ContractCheck.onStore("keys have 1 to 1,024 bytes") { store in
    let isInvalid: @Sendable (StoreError) -> Bool = {
      if case .invalidKey(let reason) = $0 { !reason.isEmpty } else { false }
    }
    try await store.write { transaction in
      for key in ["x", String(repeating: "x", count: 1_024), String(repeating: "é", count: 512)] {
        try transaction.put(["n": .int64(1)], at: key, in: "c")
        try demand(try transaction.get(key, in: "c") != nil, "a key of \(key.utf8.count) bytes")
      }
      for key in ["", String(repeating: "x", count: 1_025), String(repeating: "é", count: 513)] {
        try demandRefused("put", isInvalid) { try transaction.put([:], at: key, in: "c") }
        try demandRefused("get", isInvalid) { _ = try transaction.get(key, in: "c") }
        try demandRefused("delete", isInvalid) { try transaction.delete(key, in: "c") }
        try demandRefused("insert", isInvalid) { _ = try transaction.insert([:], at: key, in: "c") }
        try demandRefused("compare-and-set", isInvalid) {
          _ = try transaction.compareAndSet([:], at: key, in: "c", version: 1)
        }
      }
      try demandEqual("count", try transaction.count("c"), 3)
    }
  }

  static let longScans = ContractCheck.onStore("a scan returns every record") { store in
    let keys = (0..<1_000).map { "key-\($0 + 1_000)" }
    try await store.write { transaction in
      for index in keys.indices {
        let number = index * 377 % keys.count
        try transaction.put(["n": .int64(Int64(number))], at: keys[number], in: "c")
      }
      for number in stride(from: 0, to: 1_000, by: 3) { try transaction.delete(keys[number], in: "c") }
    }
    let expected = keys.indices.filter { $0 % 3 != 0 }
    try await store.read { transaction in
      let records = try transaction.scan("c")
      try demandSameBytes("keys", records.map(\.key), expected.map { keys[$0] })
      try demandEqual(
        "numbers", records.map { $0.fields["n"] }, expected.map { .int64(Int64($0)) })
      try demandEqual("count from", try transaction.count("c", from: keys[500], to: keys[800]), 200)
    }
  }
}
