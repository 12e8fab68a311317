import Foundation
import ProcessIsolation
import PropertyTesting

/// A property that does not hold because of a defect, and a line that shows the defect without it. As soon as the property holds, the
/// defect is mended.
public struct KnownDefect: Sendable {
  private let needsProcess: Bool
  private let reproduction: @Sendable ((Any?) -> Void) throws -> Void
  private let check: @Sendable () throws -> Void

  /// - Parameters:
  ///   - title: what is demanded.
  ///   - cases: so many that a defect which is missed is mended, and not taken for mended.
  ///   - needsProcess: whether cases run in worker processes, because the defect is a trap or an endless loop.
  ///   - reproduction: shows the defect without the tool. What it prints is given to its argument.
  public init<Value>(
    _ title: String, cases: Int, forAll generator: Generator<Value>, needsProcess: Bool,
    reproduction: @escaping @Sendable ((Any?) -> Void) throws -> Void, filePath: String, line: Int,
    _ predicate: @escaping @Sendable (Value) throws -> Void
  ) {
    (self.needsProcess, self.reproduction) = (needsProcess, reproduction)
    check = {
      // The seed is fixed so that a page can show the case.
      try PropertyTesting.check(
        title, forAll: generator, settings: RunSettings(cases: cases, seed: 1, failures: 1, explanationCalls: 0),
        isolation: needsProcess ? .forked(timeout: .seconds(2)) : nil, filePath: filePath, line: line, predicate)
    }
  }

  /// The lines of the report that say what failed, and for which least case.
  /// - Returns: nil if the property holds.
  public func printedCase() throws -> String? {
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

  /// What the reproduction prints, or how it ends: "traps", "never ends", or "ends" if it should have.
  public func reproduced() throws -> String {
    guard needsProcess else {
      var printed: [String] = []
      try reproduction { printed.append($0.map { "\($0)" } ?? "nil") }
      return printed.joined(separator: " ")
    }
    let reproduction = reproduction
    let deaths = try IsolatedCases(limits: IsolationLimits(timeout: .seconds(2))).run(0..<1) { _ in try? reproduction { _ in } }
    guard let death = deaths.first else { return "ends" }
    return death.interruption.message.contains("did not end") ? "never ends" : "traps"
  }
}
