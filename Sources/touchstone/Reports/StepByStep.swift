import Foundation
import PropertyTesting

/// Shows what a case did, one step at a time, before its report: each command with the states after it, each stretch of a task.
struct StepByStep {
  private let given: String
  private let steps: [String]
  /// Reads a line; nil: nobody types, and all steps are shown at once.
  private let read: (() -> String?)?

  /// Nil if the case held, or noted no steps.
  init?(_ result: PropertyResult) {
    guard let found = result.verdict.counterexample, !found.trace.isEmpty else { return nil }
    given = found.value
    steps = found.trace
    read = isatty(STDIN_FILENO) == 1 && Terminal.isInteractive ? { readLine() } : nil
  }

  func show() {
    Terminal.print("given \(given)")
    var isAsking = read != nil
    if isAsking { Terminal.print("Enter shows the next step, q all that are left.") }
    for (number, step) in steps.enumerated() {
      Terminal.print("── step \(number + 1) of \(steps.count)\n\(step)")
      guard isAsking, number + 1 < steps.count else { continue }
      // The end of the input is as good as q.
      isAsking = read?().map { !$0.hasPrefix("q") } ?? false
    }
  }
}
