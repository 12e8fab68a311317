import Foundation

/// A report in the schema that the viewers of Stryker read: mutation-testing-report-schema, version 2
/// (github.com/stryker-mutator/mutation-testing-elements).
public struct StrykerReport: Codable, Sendable {
  public struct Position: Codable, Sendable {
    /// From 1; the column in UTF-16 units, as viewers count them.
    let line: Int
    let column: Int
  }

  public struct Location: Codable, Sendable {
    let start: Position
    let end: Position
  }

  public struct Mutant: Codable, Sendable {
    let id: String
    let mutatorName: String
    let replacement: String
    let location: Location
    let status: String
    let statusReason: String?
    let coveredBy: [String]?
    let killedBy: [String]?
    /// What the schema does not know, and viewers leave alone: by it a later run knows the mutant again.
    let diff: String?
  }

  public struct File: Codable, Sendable {
    let language: String
    let source: String
    let mutants: [Mutant]
  }

  public struct Test: Codable, Sendable {
    let id: String
    let name: String
  }

  public struct TestFile: Codable, Sendable {
    let tests: [Test]
  }

  public struct Thresholds: Codable, Sendable {
    let high: Int
    let low: Int
  }

  let schemaVersion: String
  let thresholds: Thresholds
  let files: [String: File]
  let testFiles: [String: TestFile]

  public init(_ report: MutationReport) {
    schemaVersion = "2"
    thresholds = Thresholds(high: 90, low: 70)
    files = Dictionary(grouping: report.outcome.results, by: \.mutation.file).mapValues { results in
      let source = report.outcome.sources[results[0].mutation.file] ?? ""
      let lines = source.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      return File(
        language: "swift", source: source,
        mutants: results.map { Self.mutant($0, lines, report.equivalent.entry(for: $0.mutation)) })
    }
    let names = Set(report.outcome.results.flatMap(\.reachedBy)).sorted()
    testFiles = ["tests": TestFile(tests: names.map { Test(id: $0, name: $0.isEmpty ? "all tests" : $0) })]
  }

  private static func mutant(_ result: MutantResult, _ lines: [Substring], _ entry: EquivalentMutants.Entry?) -> Mutant
  {
    let mutation = result.mutation
    let status =
      switch result.status {
      // The schema's RuntimeError is a mutant that could not be tried; a crash of the tests is a kill.
      case .killed, .crashed: "Killed"
      case .timedOut: "Timeout"
      case .survived: entry == nil ? "Survived" : "Ignored"
      case .notCovered: entry == nil ? "NoCoverage" : "Ignored"
      case .refused: "CompileError"
      }
    let reason =
      result.status == .crashed
      ? "the process of the tests crashed" : result.isKilled ? nil : entry?.reason ?? result.note
    return Mutant(
      id: String(mutation.id), mutatorName: mutation.kind.rawValue, replacement: mutation.replacement,
      location: Location(
        start: position(mutation.line, mutation.column, lines),
        end: position(mutation.endLine, mutation.endColumn, lines)),
      status: status, statusReason: reason, coveredBy: result.reachedBy, killedBy: result.killedBy, diff: mutation.diff)
  }

  private static func position(_ line: Int, _ column: Int, _ lines: [Substring]) -> Position {
    guard lines.indices.contains(line - 1) else { return Position(line: line, column: column) }
    return Position(
      line: line, column: String(decoding: lines[line - 1].utf8.prefix(column - 1), as: UTF8.self).utf16.count + 1)
  }

  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}

/// The survivors of an earlier report.
public struct KnownSurvivors: Sendable {
  private let diffs: Set<String>

  /// - Throws: ``MutationError`` for what is no report of this tool's.
  public init(json: Data, name: String) throws {
    guard let report = try? JSONDecoder().decode(StrykerReport.self, from: json) else {
      throw MutationError("\(name) is not a report by touchstone mutate (schema of Stryker, version 2)")
    }
    diffs = Set(
      report.files.values.flatMap(\.mutants).filter { ["Survived", "NoCoverage"].contains($0.status) }.compactMap(
        \.diff))
  }

  func contains(_ mutation: Mutation) -> Bool { diffs.contains(mutation.diff) }
}
