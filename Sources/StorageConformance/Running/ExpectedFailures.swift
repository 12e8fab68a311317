import Foundation

/// The laws that a backend is known to break, from a file: one law's number a line, followed by an optional remark.
///
///     # Known failures of the cache-only build, to be fixed with the new journal.
///     STO-39 acknowledged before the flush
///     STO-47
///
/// The list must be exact. A law that fails and is not listed is a failure, and so is a listed law that holds or is
/// skipped.
public struct ExpectedFailures: Sendable, Equatable {
  /// The numbers of the laws that are expected to fail.
  public let ids: Set<String>

  /// No law is expected to fail.
  public static let none = ExpectedFailures(ids: [])

  /// Expects the laws with these numbers to fail.
  public init(ids: Set<String>) {
    self.ids = ids
  }

  /// - Throws: ``ExpectedFailuresError`` if a line does not begin with a law's number, or a law is listed twice.
  public init(text: String, known: [String] = StorageLaws.all.map(\.id)) throws {
    var ids: Set<String> = []
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let words = line.trimmingCharacters(in: .whitespaces).split(whereSeparator: \.isWhitespace)
      guard let word = words.first, !word.hasPrefix("#") else { continue }
      let id = word.uppercased()
      guard known.contains(id) else {
        throw ExpectedFailuresError(
          reason: "line \(number + 1): “\(word)” is not a law; laws are \(known.first ?? "") to \(known.last ?? "")")
      }
      guard ids.insert(id).inserted else {
        throw ExpectedFailuresError(reason: "line \(number + 1): \(id) is listed twice")
      }
    }
    self.ids = ids
  }

  /// Why entries of the list are wrong, a sentence each.
  public func disagreements(with report: ConformanceReport) -> [String] {
    let unknown = ids.subtracting(StorageLaws.all.map(\.id)).sorted().map { id in
      "\(id) is listed as an expected failure, but is not a law. Remove it from the list."
    }
    return unknown + report.rows.compactMap { row in
      switch (ids.contains(row.law.id), row.outcome) {
      case (true, .skipped(let reason)), (true, .notExamined(let reason)):
        "\(row.law.id) is listed as an expected failure, but was \(row.word): \(reason). Remove it from the list."
      case (true, .notTried(let reason)):
        "\(row.law.id) is listed as an expected failure, but was not tried: \(reason)."
      case (true, .ran) where row.isHeld:
        "\(row.law.id) is listed as an expected failure, but holds now. Remove it from the list."
      default: nil
      }
    }
  }

  /// The laws of the report that do not hold, as expected.
  func met(in report: ConformanceReport) -> [String] {
    report.broken.map(\.law.id).filter(ids.contains)
  }

  /// Whether the laws that do not hold are exactly those listed.
  public func agree(with report: ConformanceReport) -> Bool {
    let tried = Set(report.rows.map(\.law.id))
    return Set(report.broken.map(\.law.id)) == ids.intersection(tried)
  }
}

/// An invalid list of expected failures.
public struct ExpectedFailuresError: Error, Sendable, CustomStringConvertible {
  /// What is wrong with the list, and in which line.
  public let reason: String
  public var description: String { reason }
}
