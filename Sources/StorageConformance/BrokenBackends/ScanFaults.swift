import PropertyTesting
import StorageContract
import StorageFaults

/// Stores whose scans and counts return other records, or in another order.
extension Fault<LawSubject> {
  // Order.

  static let scansInUTF16Order = scanning("scansInUTF16Order", "scans in the order of UTF-16") { records in
    records.sorted { $0.key.utf16.lexicographicallyPrecedes($1.key.utf16) }
  }

  /// As Swift compares text.
  static let scansInCanonicalOrder = scanning(
    "scansInCanonicalOrder", "scans in the order of canonical forms") { records in
    records.sorted { $0.key < $1.key }
  }

  static let scansWithoutRegardToCase = scanning(
    "scansWithoutRegardToCase", "scans without regard to case") { records in
    records.sorted { KeyBytes.precedes($0.key.lowercased(), $1.key.lowercased()) }
  }

  /// As languages do in which a byte has a sign.
  static let scansInOrderOfSignedBytes = scanning(
    "scansInOrderOfSignedBytes", "scans in the order of signed bytes") { records in
    records.sorted { left, right in
      left.key.utf8.map { Int8(bitPattern: $0) }.lexicographicallyPrecedes(right.key.utf8.map { Int8(bitPattern: $0) })
    }
  }

  // Bounds and limits.

  static let includesTheUpperBound = ranging("includesTheUpperBound", "includes the upper bound") { range in
    range.upper = range.upper.map { $0 + "\u{0}" }
  }

  static let takesAnEmptyBoundForNone = ranging("takesAnEmptyBoundForNone", "treats an empty bound as no bound") { range in
    if range.upper?.isEmpty == true { range.upper = nil }
  }

  static let swapsInvertedBounds = ranging("swapsInvertedBounds", "swaps inverted bounds") { range in
    guard let lower = range.lower, let upper = range.upper, KeyBytes.precedes(upper, lower) else { return }
    (range.lower, range.upper) = (upper, lower)
  }

  static let takesNoRecordsForAll = ranging("takesNoRecordsForAll", "treats a limit of 0 as no limit") { range in
    if range.limit == 0 { range.limit = nil }
  }

  static let takesNegativeLimitsForNone = ranging(
    "takesNegativeLimitsForNone", "treats a negative limit as no limit") { range in
    if let limit = range.limit, limit < 0 { range.limit = nil }
  }

  static let countsWithoutBounds = calling("countsWithoutBounds", "counts without regard to the bounds") { calls in
    calls.count = { transaction, range in try transaction.count(ScanRange(range.collection)) }
  }

  static let excludesTheLowerBound = calling("excludesTheLowerBound", "excludes the lower bound") { calls in
    calls.scan = { transaction, range in
      var next = range
      next.lower = range.lower.map { $0 + "\u{0}" }
      return try transaction.scan(next)
    }
  }

  /// A limit is not looked at before there is something to limit.
  static let checksNoLimitWhereNothingIs = calling(
    "checksNoLimitWhereNothingIs", "does not check a limit if there are no records") { calls in
    calls.scan = { transaction, range in
      var all = range
      all.limit = nil
      return try transaction.scan(all).isEmpty ? [] : try transaction.scan(range)
    }
  }

  /// Changes the bounds of scans and counts.
  private static func ranging(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (inout ScanRange) -> Void
  ) -> Fault {
    calling(id, fact) { $0.changeRanges(change) }
  }

  // Pages.

  static let scansAtMost100 = scanning("scansAtMost100", "scans 100 records at most") { Array($0.prefix(100)) }
  static let scansAtMost256 = scanning("scansAtMost256", "scans 256 records at most") { Array($0.prefix(256)) }

  static let takesLimitsModulo32Bits = calling("takesLimitsModulo32Bits", "takes the low 32 bits of a limit") { calls in
    calls.scan = { transaction, range in
      var range = range
      range.limit = range.limit.map { $0 < 0 || $0 == .max ? $0 : $0 % (1 << 32) }
      return try transaction.scan(range)
    }
  }

  static let endsScansFromABoundAt1000 = calling(
    "endsScansFromABoundAt1000", "ends a scan from a bound after 1,000 records") { calls in
    calls.scan = { transaction, range in
      let found = try transaction.scan(range)
      return range.lower != nil && range.limit == nil ? Array(found.prefix(1_000)) : found
    }
  }

  static let losesRecordsBetweenPages = scanning(
    "losesRecordsBetweenPages", "loses a record between pages of 128") { records in
    records.enumerated().filter { $0.offset % 128 != 127 || $0.offset == records.count - 1 }.map(\.element)
  }

  static let repeatsRecordsBetweenPages = scanning(
    "repeatsRecordsBetweenPages", "repeats the last record of pages of 128") { records in
    records.enumerated().flatMap { $0.offset % 128 == 127 ? [$0.element, $0.element] : [$0.element] }
  }

  /// What a page has to give is taken for all that there is.
  static let endsLimitedScansAtPages = calling(
    "endsLimitedScansAtPages", "ends a scan with a limit at the end of a page of 128") { calls in
    calls.scan = { transaction, range in
      let records = try transaction.scan(range)
      guard range.limit != nil, let lower = range.lower else { return records }
      let before = try transaction.scan(ScanRange(range.collection, to: lower)).count
      return Array(records.prefix(128 - before % 128))
    }
  }

  static let mergesPagesInTheWrongOrder = interposed(
    "mergesPagesInTheWrongOrder", "returns pages in the wrong order after many deletes") { hooks in
    let most = Remembered(0)
    hooks.hookCalls { calls in
      calls.scan = { transaction, range in
        let records = try transaction.scan(range)
        guard range.limit == nil, range.lower == nil, range.upper == nil else { return records }
        let isThinned = most.withValue { most in
          most = max(most, records.count)
          return most > 128 && records.count * 2 <= most
        }
        return isThinned ? Array(records.dropFirst(records.count / 2) + records.prefix(records.count / 2)) : records
      }
    }
  }

  static let countsWholePages = calling(
    "countsWholePages", "counts from the start of the page of 128 that holds the lower bound") { calls in
    calls.count = { transaction, range in
      let count = try transaction.count(range)
      guard let lower = range.lower, count > 128 else { return count }
      return count + (try transaction.count(ScanRange(range.collection, to: lower))) % 128
    }
  }

  static let countsAtMost100 = calling("countsAtMost100", "counts to 100 at most") { calls in
    calls.count = { transaction, range in min(100, try transaction.count(range)) }
  }

  /// The next page is whatever comes after as many records as the pages before it had.
  static let pagesByOffset = interposed("pagesByOffset", "finds the next page by an offset") { hooks in
    let offset = Remembered(0)
    hooks.hookCalls { calls in
      calls.scan = { transaction, range in
        guard let limit = range.limit, limit > 0 else { return try transaction.scan(range) }
        var all = range
        (all.lower, all.limit) = (nil, nil)
        let skipped = range.lower == nil ? 0 : offset.withValue { $0 }
        let page = Array(try transaction.scan(all).dropFirst(skipped).prefix(limit))
        _ = offset.exchange(skipped + page.count)
        return page
      }
    }
  }

  /// The next page was read along with the one before it.
  static let readsPagesAhead = interposed(
    "readsPagesAhead", "reads the next page ahead, and serves it stale") { hooks in
    let ahead = Remembered<(lower: String, records: [Record])?>(nil)
    hooks.hookCalls { calls in
      calls.scan = { transaction, range in
        guard let limit = range.limit, limit > 0 else { return try transaction.scan(range) }
        var two = range
        two.limit = 2 * limit
        let read = try transaction.scan(two)
        let known = ahead.withValue { $0 }
        let page: [Record]
        if let known, let lower = range.lower, KeyBytes.equal(known.lower, lower) {
          page = Array(known.records.prefix(limit))
        } else {
          page = Array(read.prefix(limit))
        }
        let rest = Array(read.drop { record in page.last.map { !KeyBytes.precedes($0.key, record.key) } ?? false })
        _ = ahead.exchange(page.last.map { ($0.key + "\u{0}", rest) })
        return page
      }
    }
  }

  static let beginsPagesWithTheLastRecord = calling(
    "beginsPagesWithTheLastRecord", "begins a page with the last record of the one before") { calls in
    calls.scan = { transaction, range in
      var range = range
      if range.limit != nil, let lower = range.lower, lower.utf8.last == 0 {
        range.lower = String(String.UnicodeScalarView(lower.unicodeScalars.dropLast()))
      }
      return try transaction.scan(range)
    }
  }
}
