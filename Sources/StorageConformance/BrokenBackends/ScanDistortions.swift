import PropertyTesting
import StorageContract

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

  static let takesAnEmptyBoundForNone = ranging(
    "takesAnEmptyBoundForNone", "takes an empty bound for none") { range in
    if range.upper?.isEmpty == true { range.upper = nil }
  }

  static let swapsInvertedBounds = ranging("swapsInvertedBounds", "swaps inverted bounds") { range in
    guard let lower = range.lower, let upper = range.upper, KeyBytes.precedes(upper, lower) else { return }
    (range.lower, range.upper) = (upper, lower)
  }

  static let takesNoRecordsForAll = ranging("takesNoRecordsForAll", "takes a limit of 0 for none") { range in
    if range.limit == 0 { range.limit = nil }
  }

  static let takesNegativeLimitsForNone = ranging(
    "takesNegativeLimitsForNone", "takes a negative limit for none") { range in
    if let limit = range.limit, limit < 0 { range.limit = nil }
  }

  static let countsWithoutBounds = distorted("countsWithoutBounds", "counts without regard to the bounds") {
    var distortion = Distortion()
    distortion.count = { range, pass in try pass(.init(collection: range.collection)) }
    return distortion
  }

  static let excludesTheLowerBound = distorted("excludesTheLowerBound", "excludes the lower bound") {
    var distortion = Distortion()
    distortion.scan = { range, pass in
      var next = range
      next.lower = range.lower.map { $0 + "\u{0}" }
      return try pass(next)
    }
    return distortion
  }

  /// A limit is not looked at before there is something to limit.
  static let checksNoLimitWhereNothingIs = distorted(
    "checksNoLimitWhereNothingIs", "checks no limit where nothing is there") {
    var distortion = Distortion()
    distortion.scan = { range, pass in
      var all = range
      all.limit = nil
      return try pass(all).isEmpty ? [] : try pass(range)
    }
    return distortion
  }

  /// The bounds as they are, but for a change, of scans and of counts.
  private static func ranging(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (inout Distortion.Range) -> Void
  ) -> Fault {
    distorted(id, fact) {
      var distortion = Distortion()
      distortion.scan = { range, pass in
        var range = range
        change(&range)
        return try pass(range)
      }
      distortion.count = { range, pass in
        var range = range
        change(&range)
        return try pass(range)
      }
      return distortion
    }
  }

  // Pages.

  static let scansAtMost100 = scanning("scansAtMost100", "scans 100 records at most") { Array($0.prefix(100)) }
  static let scansAtMost256 = scanning("scansAtMost256", "scans 256 records at most") { Array($0.prefix(256)) }

  static let losesRecordsBetweenPages = scanning(
    "losesRecordsBetweenPages", "loses a record between pages of 128") { records in
    records.enumerated().filter { $0.offset % 128 != 127 || $0.offset == records.count - 1 }.map(\.element)
  }

  static let repeatsRecordsBetweenPages = scanning(
    "repeatsRecordsBetweenPages", "repeats the last record of pages of 128") { records in
    records.enumerated().flatMap { $0.offset % 128 == 127 ? [$0.element, $0.element] : [$0.element] }
  }

  /// What a page has to give is taken for all that there is.
  static let endsLimitedScansAtPages = distorted(
    "endsLimitedScansAtPages", "ends a scan with a limit where a page of 128 ends") {
    var distortion = Distortion()
    distortion.scan = { range, pass in
      let records = try pass(range)
      guard range.limit != nil, let lower = range.lower else { return records }
      let before = try pass(.init(collection: range.collection, upper: lower)).count
      return Array(records.prefix(128 - before % 128))
    }
    return distortion
  }

  static let mergesPagesInTheWrongOrder = distorted(
    "mergesPagesInTheWrongOrder", "puts pages together the wrong way around after many deletes") {
    let most = RewiredMemory(0)
    var distortion = Distortion()
    distortion.scan = { range, pass in
      let records = try pass(range)
      guard range.limit == nil, range.lower == nil, range.upper == nil else { return records }
      let isThinned = most.withValue { most in
        most = max(most, records.count)
        return most > 128 && records.count * 2 <= most
      }
      return isThinned ? Array(records.dropFirst(records.count / 2) + records.prefix(records.count / 2)) : records
    }
    return distortion
  }

  static let countsWholePages = distorted(
    "countsWholePages", "counts from the beginning of the page of 128 that the lower bound is in") {
    var distortion = Distortion()
    distortion.count = { range, pass in
      let count = try pass(range)
      guard let lower = range.lower, count > 128 else { return count }
      return count + (try pass(.init(collection: range.collection, upper: lower))) % 128
    }
    return distortion
  }

  static let countsAtMost100 = distorted("countsAtMost100", "counts to 100 at most") {
    var distortion = Distortion()
    distortion.count = { range, pass in min(100, try pass(range)) }
    return distortion
  }

  /// The next page is whatever comes after as many records as the pages before it had.
  static let pagesByOffset = distorted("pagesByOffset", "finds the next page by an offset") {
    let offset = RewiredMemory(0)
    var distortion = Distortion()
    distortion.scan = { range, pass in
      guard let limit = range.limit, limit > 0 else { return try pass(range) }
      var all = range
      (all.lower, all.limit) = (nil, nil)
      let skipped = range.lower == nil ? 0 : offset.withValue { $0 }
      let page = Array(try pass(all).dropFirst(skipped).prefix(limit))
      _ = offset.exchange(skipped + page.count)
      return page
    }
    return distortion
  }

  /// The next page was read along with the one before it.
  static let readsPagesAhead = distorted(
    "readsPagesAhead", "serves the next page as it was when it served the one before") {
    let ahead = RewiredMemory<(lower: String, records: [Record])?>(nil)
    var distortion = Distortion()
    distortion.scan = { range, pass in
      guard let limit = range.limit, limit > 0 else { return try pass(range) }
      var two = range
      two.limit = 2 * limit
      let read = try pass(two)
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
    return distortion
  }

  static let beginsPagesWithTheLastRecord = distorted(
    "beginsPagesWithTheLastRecord", "begins a page with the last record of the one before") {
    var distortion = Distortion()
    distortion.scan = { range, pass in
      var range = range
      if range.limit != nil, let lower = range.lower, lower.utf8.last == 0 {
        range.lower = String(String.UnicodeScalarView(lower.unicodeScalars.dropLast()))
      }
      return try pass(range)
    }
    return distortion
  }
}
