import Foundation
import StorageContract

enum ValueChecks {
  static let all = [comeBackExactly, emptyNullAndMissingDiffer, limitsAreSharp]

  static let samples: [FieldValue] = {
    var samples: [FieldValue] = [.null, .bool(true), .bool(false)]
    samples += [0, 1, -1, .max, .min, 9_007_199_254_740_993, 1 << 62].map { .int64($0) }
    samples += [
      0.0, -0.0, 0.1, 1 / 3, .infinity, -.infinity, .nan, -.nan, .leastNonzeroMagnitude,
      .greatestFiniteMagnitude, .leastNormalMagnitude, 1e21, 1e-7, .signalingNaN,
      Double(bitPattern: 0x7FF8_0000_0000_1234),
    ].map { .double($0) }
    samples += [
      "0", "1", "-1", "0.1", "3.133", "100", "1e20", "12345678901234567890.123456789012345678",
      "99999999999999999999999999999999999999", "-99999999999999999999999999999999999999",
      "0.00000000000000000000000000000000000001", "1e127", "1e-128", "-1e-128",
      "99999999999999999999999999999999999999e127", "-9500e127", "1.2345678901234567890123456789012345678e-91",
    ].map { .decimal(Decimal(string: $0)!) }
    samples += [
      "", " ", " a ", "a\u{0}b", "\u{0}", "\"\\\n\r\t\u{1}\u{1F}\u{7F}", "é", "e\u{301}", "ﬁ", "한글",
      "\u{1112}\u{1161}\u{11AB}", "👩‍👩‍👧‍👦", "\u{FFFD}", "\u{FEFF}", "\u{10FFFF}", "null", "{\"int64\":\"1\"}",
      String(repeating: "x", count: 70_000),
    ].map { .text($0) }
    samples += [[], [0], [0, 255, 10, 0], Array(0...255)].map { .bytes($0) }
    samples += [
      0, -0.0, 0.1, 1e-9, 800_000_000.123456, -63_114_076_800, 1e300, -978_307_200.000001,
    ].map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    samples += [
      UUID(uuidString: "00000000-0000-0000-0000-000000000000")!,
      UUID(uuidString: "FFFFFFFF-FFFF-4FFF-8FFF-FFFFFFFFFFFF")!,
    ].map { .uuid($0) }
    return samples
  }()

  static let comeBackExactly = ContractCheck("values come back exactly") { backend in
    try await withLocation(of: backend) { location in
      let store = try await location.open()
      try await store.write { transaction in
        for (index, value) in samples.enumerated() {
          try transaction.put(["value": value, "other": .int64(7)], at: "\(index)", in: "values")
          try demandEqual(
            "inside the transaction, sample \(index)",
            try transaction.get("\(index)", in: "values")?.fields["value"], value)
        }
      }
      try await compare(store)
      try await store.close()
      let reopened = try await location.open()
      try await compare(reopened)
      try await reopened.close()
    }
  }

  private static func compare(_ store: any Store) async throws {
    try await store.read { transaction in
      try demandEqual("count", try transaction.count("values"), samples.count)
      for record in try transaction.scan("values") {
        let expected = ["value": samples[Int(record.key)!], "other": .int64(7)]
        try demandEqual("scan at \(record.key)", record.fields, expected)
        try demandEqual(
          "get at \(record.key)", try transaction.get(record.key, in: "values")?.fields, expected)
      }
    }
  }

  static let emptyNullAndMissingDiffer = ContractCheck.onStore(
    "empty, null and missing differ"
  ) { store in
    let records: [String: [String: FieldValue]] = [
      "empty text": ["field": .text("")], "empty bytes": ["field": .bytes([])],
      "null": ["field": .null], "missing": [:], "other": ["fields": .text("")],
    ]
    try await store.write { transaction in
      for (key, fields) in records { try transaction.put(fields, at: key, in: "c") }
    }
    try await store.read { transaction in
      for (key, fields) in records {
        try demandEqual(key, try transaction.get(key, in: "c")?.fields, fields)
      }
    }
  }

  static let limitsAreSharp = ContractCheck.onStore("limits on values are sharp") { store in
    let limit = store.capabilities.maximumFieldSizeBytes
    let isInvalid: @Sendable (StoreError) -> Bool = {
      if case .invalidValue("field", let reason) = $0 { !reason.isEmpty } else { false }
    }
    try await store.write { transaction in
      for value: FieldValue in [
        .text(String(repeating: "x", count: limit)), .bytes([UInt8](repeating: 7, count: limit)),
        .decimal(Decimal(string: "-99999999999999999999999999999999999999")!),
      ] {
        try transaction.put(["field": value], at: "k", in: "c")
        try demandEqual("at the limit", try transaction.get("k", in: "c")?.fields["field"], value)
      }
      for value: FieldValue in [
        .text(String(repeating: "x", count: limit + 1)), .text(String(repeating: "é", count: limit)),
        .bytes([UInt8](repeating: 7, count: limit + 1)), .decimal(.nan),
        .decimal(Decimal(string: "100000000000000000000000000000000000001")!),
        .date(Date(timeIntervalSinceReferenceDate: .infinity)),
        .date(Date(timeIntervalSinceReferenceDate: .nan)),
      ] {
        try demandRefused("put over the limit", isInvalid) {
          try transaction.put(["field": value, "good": .null], at: "k", in: "c")
        }
        try demandRefused("insert over the limit", isInvalid) {
          _ = try transaction.insert(["field": value], at: "new", in: "c")
        }
        try demandRefused("compare-and-set over the limit", isInvalid) {
          _ = try transaction.compareAndSet(["field": value], at: "k", in: "c", version: 1)
        }
      }
      try demandEqual("records", try transaction.count("c"), 1)
    }
  }
}
