import PropertyTesting
import StorageContract

extension KeyLaws {
  static let bounds = StorageLaw(
    .keys,
    Requirement(
      "STO-11", "Bounds are half-open and limits exact",
      says: """
        A scan includes its lower bound and excludes its upper bound, compared as bytes. Bounds may be \
        any text, including empty text and text longer than a key, and need not be keys. If the lower \
        bound is above the upper bound, the scan returns nothing and is no error. A limit is the largest \
        number of records that a scan returns: 0 returns none, and a negative limit is refused with \
        invalidLimit, even if there are no records. count returns the number of records that a scan with \
        the same bounds and no limit returns.
        """,
      mustCatch: [
        .includesTheUpperBound, .excludesTheLowerBound, .takesAnEmptyBoundForNone, .swapsInvertedBounds,
        .takesNoRecordsForAll, .takesNegativeLimitsForNone, .checksNoLimitWhereNothingIs,
        .countsWithoutBounds, .takesLimitsModulo32Bits,
      ]
    ).holds(
      forAll: Generator<([String], [ScanRequest])>.zip(
        .array(of: .piecedKey, count: 0...12), .array(of: .scanRequest, count: 1...10)),
      requiring: [
        "lower bound is a key": 0.2, "upper bound is a key": 0.2, "bound is no key": 0.2, "inverted": 0.1,
        "empty bound": 0.05, "limit 0": 0.01, "limit cuts": 0.01, "limit is exact": 0.01, "negative limit": 0.04,
      ]
    ) { input, subject, trial in
      let (keys, requests) = input
      try await subject.withStore { store in
        let model = try await expectDone("writes and scans within the rules are done") {
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
    Requirement(
      "STO-12", "A scan returns every record",
      says: """
        A scan without a limit returns every record of the collection once, in its latest state, \
        however many records there are. The scan agrees with get for each key, and count is its size. A \
        backend that reads in pages must read all of them, even if a bound lies in the middle of a page \
        or a limit reaches into the next page.
        """,
      mustCatch: [
        .over(.limitsScans), .over(.scansOldAndNew), .scansAtMost100, .scansAtMost256,
        .losesRecordsBetweenPages, .repeatsRecordsBetweenPages, .countsAtMost100, .endsLimitedScansAtPages,
        .countsWholePages, .mergesPagesInTheWrongOrder,
      ]
    ).holds(
      forAll: Generator<(Int, LongOrder, Int, Int, Int, [LongRange])>.zip(
        .recordCount, .anyCase(), .int(in: 0...30), .int(in: 0...30),
        .frequency((1, .constant(1)), (1, .int(in: 2...12))),
        .array(of: .longRange, count: 2...10)),
      requiring: [
        "more than 256": 0.2, "deletes": 0.3, "overwrites": 0.3, "limits above 64": 0.1, "thinned out": 0.15,
        "ascending": 0.05, "descending": 0.05, "two runs": 0.05, "scattered": 0.05,
      ]
    ) { input, subject, trial in
      let (recordCount, order, deleted, overwritten, keptEvery, ranges) = input
      trial.label(order.rawValue)
      trial.label("more than 256", if: recordCount > 256)
      trial.label("deletes", if: deleted > 0)
      trial.label("overwrites", if: overwritten > 0 && recordCount > 0)
      trial.label("thinned out", if: keptEvery > 1 && recordCount > 256)
      let total = recordCount + deleted
      let places = order.places(total)
      trial.note("put \(total) records in transactions of 200, their keys \(order.rawValue)")
      try await subject.withStore { store in
        var model = KeyModel()
        for start in stride(from: 0, to: total, by: 200) {
          let before = model
          model = try await store.write { transaction in
            var after = before
            for place in places[start..<min(start + 200, total)] {
              try transaction.put(Int64(place), at: "key \(1_000 + place)", &after)
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
        try await store.read { transaction in
          try after.expectSame("after the commit", transaction)
          let keys = after.keys
          for range in ranges { try expectExact(range, keys, after, transaction, trial) }
        }
        if keptEvery == 1 { return }
        trial.note("delete all but each \(keptEvery)th")
        let thinned = try await store.write { transaction in
          var thinned = after
          for (number, key) in after.keys.enumerated() where number % keptEvery != 0 {
            try transaction.delete(key, &thinned)
          }
          return thinned
        }
        try await store.read { try thinned.expectSame("after the deletes", $0) }
      }
    })

  private static func expectExact(
    _ range: LongRange, _ keys: [String], _ model: KeyModel, _ transaction: any ReadTransaction, _ trial: Trial
  ) throws {
    if keys.isEmpty { return }
    let ends = [range.from, range.to].map { $0 * (keys.count - 1) / 1_000 }
    let (lower, upper) = (min(ends[0], ends[1]), max(ends[0], ends[1]))
    let bounds = "from \(describe(keys[lower])), number \(lower), to \(describe(keys[upper])), number \(upper)"
    let count = try transaction.count("c", from: keys[lower], to: keys[upper])
    try expect("count \(bounds)", count, equals: upper - lower)
    let found = Array(keys[lower..<upper].prefix(range.limit))
    trial.label("limits above 64", if: found.count > 64 && found.count < upper - lower)
    let scanned = try transaction.scan("c", from: keys[lower], to: keys[upper], limit: range.limit)
    try model.expect("scan \(bounds), limit \(range.limit)", scanned, are: found)
  }
}

/// In which order the records of a long collection are put: what pages are split where.
enum LongOrder: String, Sendable, CaseIterable {
  case ascending, descending
  /// Those of two owners in turn, each ascending.
  case twoRuns = "two runs"
  case scattered

  /// The places in the order of the keys, each once.
  func places(_ count: Int) -> [Int] {
    switch self {
    case .ascending: return Array(0..<count)
    case .descending: return (0..<count).reversed()
    case .twoRuns:
      let half = (count + 1) / 2
      return (0..<count).map { $0 % 2 == 0 ? $0 / 2 : half + $0 / 2 }
    case .scattered:
      // 1,009 is a prime above all counts: its residues are all different, those that are no place are left out.
      return (1..<1_009).map { $0 * 389 % 1_009 }.filter { $0 <= count }.map { $0 - 1 }
    }
  }
}

/// Bounds in a long collection, as thousandths of its length, either one first, and a limit.
struct LongRange: Sendable {
  let from: Int
  let to: Int
  let limit: Int
}

extension Generator where Value == LongRange {
  fileprivate static let longRange: Generator = Generator { source in
    let ends: (Int, Int) = (try source(.int(in: 0...1_000)), try source(.int(in: 0...1_000)))
    let limit = try source(.frequency((1, .int(in: 1...20)), (2, .int(in: 65...200)), (1, .constant(1_000))))
    return LongRange(from: ends.0, to: ends.1, limit: limit)
  }
}

extension Generator where Value == Int {
  /// Around the sizes of pages that databases and their drivers have.
  fileprivate static let recordCount: Generator = .frequency(
    (2, .int(in: 0...40)),
    (5, Generator<(Int, Int)>.zip(.element(of: [100, 128, 256, 500]), .int(in: -1...1)).map { $0 + $1 }),
    (2, .int(in: 257...700)))
}
