import Foundation

extension WriteRun {
  /// More than a test usually has: the values are small, and nobody has chosen the generators with care.
  private static let cases = 5_000
  /// In a later round most properties are what they were.
  private static let casesOfLaterRounds = 1_000

  /// Runs what was built, until each property has a result.
  /// - Parameter deadline: when the cases are to be over.
  func results(of package: WrittenPackage, by deadline: Date, isFirst: Bool) throws -> RunResults {
    var results = RunResults()
    let cases = ProcessInfo.processInfo.environment["TOUCHSTONE_CASES"] ?? "\(isFirst ? Self.cases : Self.casesOfLaterRounds)"
    // What reads or writes a file that a value names finds nothing there, and leaves nothing in the package.
    let outside = FileManager.default.temporaryDirectory.appendingPathComponent("touchstone-write-\(UUID().uuidString)")
    let empty = outside.appendingPathComponent("a/b/c/d")
    try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: outside) }
    func run(_ filter: String?) throws -> Shell.Outcome {
      try? FileManager.default.removeItem(atPath: subject.report)
      let outcome = try Shell.run(
        subject.test + (filter.map { ["--filter", $0] } ?? []),
        environment: [
          "TOUCHSTONE_REPORT": subject.report, "TOUCHSTONE_CASES": cases,
          "TOUCHSTONE_BUDGET": "\(max(deadline.timeIntervalSinceNow, 1))",
        ], in: empty.path, telling: filter == nil ? tell : nil, everySeconds: 1, showing: Self.failures)
      results.add(subject.report, package)
      return outcome
    }
    _ = try run(nil)
    // A process that ended took every result with it: suites by themselves then, and tests by themselves in a suite that ends.
    let missing = package.properties.filter { results.results[$0.id] == nil }
    for suite in Set(missing.map(\.suite)).sorted() {
      _ = try run("\(suite)/")
      for property in missing where property.suite == suite && results.results[property.id] == nil {
        let outcome = try run("\(suite)/\(property.test)\\(")
        let words = (outcome.output + outcome.errors).split(separator: "\n").suffix(12).joined(separator: "\n")
        results.add(outcome.status == 0 ? RunResults.passedAlone : "ended its process", of: property.id, saying: words)
      }
    }
    return results
  }

  /// "✘ initialOfAgain()", as soon as Swift Testing says so.
  private static func failures(_ lines: ArraySlice<Substring>) -> [String] {
    lines.filter { $0.hasPrefix("✘ Test ") && !$0.hasPrefix("✘ Test run ") && $0.contains(" failed after ") }
      .map { "✘ \($0.split(separator: " ")[2])" }
  }
}
