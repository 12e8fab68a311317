import Foundation
import ProcessIsolation
import PropertyTesting

/// A defect in Foundation: a property that its documentation or a standard demands, and that does not hold.
///
/// It is a known failure. As soon as the property holds, the defect is mended, and the finding and its section in docs/found.md go.
struct Finding: Sendable, CustomStringConvertible {
  /// What its section of docs/found.md is called.
  let id: String
  /// The file that declares it.
  let filePath: String
  /// One line that shows the defect without the tool. Docs/found.md has it word for word.
  let reproduction: @Sendable ((Any?) -> Void) -> Void
  /// Whether the defect ends or blocks its process.
  let needsProcess: Bool
  private let check: @Sendable () throws -> Void

  var description: String { id }

  /// - Parameters:
  ///   - title: what is demanded.
  ///   - needsProcess: whether cases run in worker processes, because the defect is a trap or an endless loop.
  ///   - reproduction: shows the defect without the tool. What it prints is given to its argument.
  init<Value>(
    _ id: String, _ title: String, forAll generator: Generator<Value>, needsProcess: Bool = false,
    reproduction: @escaping @Sendable ((Any?) -> Void) -> Void, filePath: String = #filePath, line: Int = #line,
    _ predicate: @escaping @Sendable (Value) throws -> Void
  ) {
    self.id = id
    self.filePath = filePath
    self.reproduction = reproduction
    self.needsProcess = needsProcess
    check = {
      // A defect that is missed would be taken for mended, hence so many cases: with them, each of the seeds 1 to 9 finds every defect.
      // The seed is fixed so that the page can show the case.
      try PropertyTesting.check(
        title, forAll: generator, settings: RunSettings(cases: 100_000, seed: 1, failures: 1, explanationCalls: 0),
        isolation: needsProcess ? .forked(timeout: .seconds(2)) : nil, filePath: filePath, line: line, predicate)
    }
  }

  /// The lines of the report that say what failed, and for which least case.
  /// - Returns: nil if the property holds.
  func printedCase() throws -> String? {
    do {
      try check()
      return nil
    } catch let failure as PropertyFailure {
      let kept = failure.description.split(separator: "\n").filter { $0.hasPrefix("  claim ") || $0.hasPrefix("  given ") }
      // What a process wrote last has the time in it, and the frame of a crash the line of the property.
      let lines = kept.map {
        String($0.dropFirst(2)).replacing(#/; it last wrote “.*/#, with: "").replacing(#/, in closure .*\.swift:\d+\)$/#, with: "")
      }
      return ([failure.result.verdict.name] + lines).joined(separator: "\n")
    }
  }

  /// What the reproduction prints, or how it ends.
  func reproduced() throws -> String {
    guard needsProcess else {
      var printed: [String] = []
      reproduction { printed.append($0.map { "\($0)" } ?? "nil") }
      return printed.joined(separator: " ")
    }
    let reproduction = reproduction
    let deaths = try IsolatedCases(limits: IsolationLimits(timeout: .seconds(2))).run(0..<1) { _ in reproduction { _ in } }
    guard let death = deaths.first else { return "ends" }
    return death.interruption.message.contains("did not end") ? "never ends" : "traps"
  }
}

extension Finding {
  /// In the order of docs/found.md.
  static let all: [Finding] =
    NumberFindings.all + CollectionFindings.all + CharacterSetFindings.all + CodingFindings.all + TextFindings.all
    + DateFindings.all + FormatterFindings.all
}
