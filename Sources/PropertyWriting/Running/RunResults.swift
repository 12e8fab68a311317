import Foundation

/// What became of each property that was run.
struct RunResults: Sendable {
  struct Result: Codable, Sendable {
    let place: String
    let verdict: String
    let reason: String?
    let report: String?
    let cases: Int
    /// What the verdict does not cover; nil: nothing.
    var limits: [String]? = nil
    /// How many of the cases had each label.
    var classes: [String: Int]? = nil
    /// Whether there are no other cases.
    var proven: Bool? = nil

    /// What did not hold, in the first words of the report about it.
    var claim: String { field("claim").first ?? "" }
    /// The least case; nil: it was not printed, or has several lines.
    var given: String? { field("given").count == 1 ? field("given").first : nil }

    private func field(_ name: String) -> [String] {
      let lines = (report ?? "").split(separator: "\n").drop { !$0.hasPrefix("  \(name) ") }
      let rest = lines.dropFirst().prefix { $0.hasPrefix("      ") }
      return (lines.prefix(1).map { $0.dropFirst(2 + name.count) } + rest).map { String($0.drop { $0 == " " }) }
    }

    /// Whether it held in fewer cases than asked for, because the time was over.
    var isCutShort: Bool { verdict == "held" && limits?.contains { $0.hasPrefix("TOUCHSTONE_BUDGET") } ?? false }
    /// Whether it does not hold of the first values that were accepted.
    var isOfTheFirstAccepted: Bool {
      verdict == "falsified" && report?.contains("falsified at case ") ?? false && classes?[Proposal.labelOfAccepted] ?? 0 == 0
    }
    /// Whether a value ended or blocked its process.
    var isEnded: Bool { ["crashed", "timed out", "ended its process"].contains(verdict) }
    /// Whether the code itself refused the values, by words of its own: a demand, and no mistake that it made.
    var isDemand: Bool {
      guard isEnded, let report else { return false }
      guard !report.contains("Precondition failed") else { return true }
      guard let start = report.range(of: "Fatal error: ") else { return false }
      let words = report[start.upperBound...].prefix { $0 != "(" && $0 != "\n" }
      return !Self.wordsOfTheLibrary.contains { words.contains($0) }
    }
    /// How the standard library says that a program made a mistake.
    private static let wordsOfTheLibrary = [
      "Unexpectedly found nil", "ndex out of range", "out of bounds", "ivision by zero", "Not enough bits", "cannot be converted",
      "is not representable",
      "expression unexpectedly raised an error", "Range requires", "Can't ", "Could not cast", "Duplicate keys", "Stride",
      "Insufficient space", "Negative ", "Unsafe", "Array index",
    ]
    /// Whether the values were made when the process ended.
    var hasValues: Bool {
      verdict == "ended its process" || (report ?? "").split(separator: "\n").contains { line in
        line.hasPrefix("  given ") && !line.contains("the generator was ended") || line.hasPrefix("  drawn ") && !line.contains(" count = ")
      }
    }
  }
  private struct Document: Decodable { let results: [Result] }

  /// By the property's id.
  private(set) var results: [String: Result] = [:]

  /// Reads the report of a run.
  mutating func add(_ folder: String, _ package: WrittenPackage) {
    guard let data = FileManager.default.contents(atPath: "\(folder)/run.json"),
      let document = try? JSONDecoder().decode(Document.self, from: data)
    else { return }
    for result in document.results {
      let parts = result.place.split(separator: ":")
      guard parts.count >= 2, let line = Int(parts[1]),
        let file = package.files.first(where: { $0.path.hasSuffix(parts[0]) || parts[0].hasSuffix($0.path) }),
        let property = file.property(at: line)
      else { continue }
      // Of several laws, the first that does not hold.
      if let known = results[property.id], known.verdict != "held" || result.verdict == "held" { continue }
      results[property.id] = result
    }
  }

  /// Keeps what held in more cases in an earlier run.
  mutating func keep(_ earlier: RunResults, of ids: some Sequence<String>) {
    for id in ids {
      guard let old = earlier.results[id], let new = results[id], old.verdict == "held", ["held", "gave up"].contains(new.verdict)
      else { continue }
      if old.cases > new.cases { results[id] = old }
    }
  }

  /// What passed when it ran by itself, and has no result of the run with the others.
  static let passedAlone = "passed alone"

  /// For what has no result when its suite ran by itself.
  mutating func add(_ verdict: String, of id: String, saying words: String) {
    if results[id] == nil { results[id] = Result(place: "", verdict: verdict, reason: words, report: words, cases: 0) }
  }
}
