import PropertyTesting
import StorageContract

extension KeyLaws {
  static let bounds = StorageLaw(
    .keys,
    says: """
      A scan includes its lower bound and excludes its upper one, compared as bytes. Bounds may be any text, the \
      empty one and more bytes than a key has too, and need not be keys; bounds that are the wrong way around hold \
      nothing, and are no error. A limit is the most records that are returned: 0 returns none, and a negative one is \
      refused with invalidLimit, also where nothing is there. count counts what a scan with the same bounds and no \
      limit returns.
      """,
    Property(
      "STO-11", "Bounds are half-open and limits exact",
      forAll: Generator<([String], [ScanRequest])>.zip(
        .array(of: .piecedKey, count: 0...12), .array(of: .scanRequest, count: 1...10)),
      requiring: [
        "lower bound is a key": 0.2, "upper bound is a key": 0.2, "bound is no key": 0.2, "inverted": 0.1,
        "empty bound": 0.05, "limit 0": 0.01, "limit cuts": 0.01, "limit is exact": 0.01, "negative limit": 0.04,
      ],
      mustCatch: .includesTheUpperBound, .excludesTheLowerBound, .takesAnEmptyBoundForNone, .swapsInvertedBounds,
      .takesNoRecordsForAll, .takesNegativeLimitsForNone, .checksNoLimitWhereNothingIs, .countsWithoutBounds
    ) { input, subject, trial in
      let (keys, requests) = input
      try await subject.withStore { store in
        let model = try await expectDone("keys within the rules are taken") {
          try await store.write { transaction in
            var model = KeyModel()
            for (number, key) in keys.enumerated() {
              trial.note("put \(number) at \(describe(key))")
              try transaction.put(Int64(number), at: key, &model)
            }
            for request in requests { try expectExact(request, keys, model, transaction, trial) }
            return model
          }
        }
        try await expectDone("scans with any bounds are done") {
          try await store.read { transaction in
            for request in requests { try expectExact(request, keys, model, transaction, trial) }
          }
        }
      }
    })

  private static func expectExact(
    _ request: ScanRequest, _ keys: [String], _ model: KeyModel, _ transaction: any ReadTransaction, _ trial: Trial
  ) throws {
    let lower = request.bound(request.lower, among: keys)
    let upper = request.bound(request.upper, among: keys)
    let found = model.keys(from: lower, to: upper)
    let limit = request.limit(found: found.count)
    let bounds = "from \(describe(lower)) to \(describe(upper))"
    trial.note("scan \(bounds), limit \(describe(limit))")
    trial.label("lower bound is a key", if: lower.map { model[$0] != nil } ?? false)
    trial.label("upper bound is a key", if: upper.map { model[$0] != nil } ?? false)
    trial.label("bound is no key", if: [lower, upper].contains { $0.map { model[$0] == nil } ?? false })
    trial.label("empty bound", if: upper?.isEmpty ?? false)
    if let lower, let upper { trial.label("inverted", if: KeyBytes.precedes(upper, lower)) }
    trial.label("limit 0", if: limit == 0 && !found.isEmpty)

    if let limit, limit < 0 {
      trial.label("negative limit")
      for collection in ["c", "nothing"] {
        let error = try expectThrows("the refusal of limit \(limit) in \(collection)", StoreError.self) {
          try transaction.scan(collection, from: lower, to: upper, limit: limit)
        }
        try expect("error of limit \(limit)", error, equals: .invalidLimit(limit))
      }
    } else {
      trial.label("limit cuts", if: limit.map { $0 > 0 && $0 < found.count } ?? false)
      trial.label("limit is exact", if: limit.map { $0 > 0 && $0 == found.count } ?? false)
      let scanned = try transaction.scan("c", from: lower, to: upper, limit: limit)
      try model.expect(
        "scan \(bounds), limit \(describe(limit))", scanned, are: Array(found.prefix(limit ?? .max)))
      let nothing = try transaction.scan("nothing", from: lower, to: upper, limit: limit)
      try model.expect("scan of a collection that holds nothing", nothing, are: [])
    }
    try expect("count \(bounds)", try transaction.count("c", from: lower, to: upper), equals: found.count)
  }

  static let wholeScans = StorageLaw(
    .keys, weight: 5,
    says: """
      A scan without a limit returns every record of the collection once, however many there are, as it was last \
      written: it is the set of what get returns for each key, and count is its size. A backend that reads in pages \
      has to read them all.
      """,
    Property(
      "STO-12", "A scan returns every record",
      forAll: Generator<(Int, Int, Int)>.zip(.recordCount, .int(in: 0...30), .int(in: 0...30)),
      requiring: ["more than 256": 0.2, "deletes": 0.3, "overwrites": 0.3],
      mustCatch: .over(.limitsScans), .over(.scansOldAndNew), .scansAtMost100, .scansAtMost256,
      .losesRecordsBetweenPages, .repeatsRecordsBetweenPages, .countsAtMost100
    ) { input, subject, trial in
      let (recordCount, deleted, overwritten) = input
      trial.label("more than 256", if: recordCount > 256)
      trial.label("deletes", if: deleted > 0)
      trial.label("overwrites", if: overwritten > 0 && recordCount > 0)
      trial.note("put \(recordCount + deleted) records in transactions of 200")
      let total = recordCount + deleted
      try await subject.withStore { store in
        var model = KeyModel()
        for start in stride(from: 0, to: total, by: 200) {
          let before = model
          model = try await store.write { transaction in
            var after = before
            for number in start..<min(start + 200, total) {
              // Neither in order nor in the reverse: 389 is a prime, and no count is a multiple of it.
              try transaction.put(Int64(number), at: "key \(1_000_000 + number * 389 % 1_000_003)", &after)
            }
            return after
          }
        }
        trial.note("put \(overwritten) of them anew, delete the last \(deleted)")
        let before = model
        let after = try await store.write { transaction in
          var after = before
          let keys = before.keys
          for key in keys.prefix(overwritten) { try transaction.put(-1, at: key, &after) }
          for key in keys.suffix(deleted) { try transaction.delete(key, &after) }
          return after
        }
        try await store.read { try after.expectSame("after the commit", $0) }
      }
    })
}

extension Generator where Value == Int {
  /// Around the sizes of pages that databases and their drivers have.
  fileprivate static let recordCount: Generator = .frequency(
    (2, .int(in: 0...40)),
    (5, Generator<(Int, Int)>.zip(.element(of: [100, 128, 256, 500]), .int(in: -1...1)).map { $0 + $1 }),
    (2, .int(in: 257...700)))
}
