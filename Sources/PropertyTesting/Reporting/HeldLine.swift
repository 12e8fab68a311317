import Foundation

extension PropertyResult {
  /// Says that the property held, if anybody asked: a test that passes shows nothing of it otherwise. That a known failure can go is said
  /// in any case.
  func announce(_ settings: RunSettings, took: Duration) {
    if let announce = settings.announce {
      ([heldLine(took)] + knownFailureLines).forEach(announce)
    } else if isSummaryWanted {
      ([heldLine(took)] + knownFailureLines).forEach(writeToStandardError)
    } else {
      for known in knownFailures where known.isObsolete { writeToStandardError("\(title): \(known)") }
      if isClaimUnsaid || isOutOfTime { writeToStandardError(heldLine(took)) }
    }
  }

  /// Says that no other case was run: a token that was left in a test would go unseen.
  func announceReplay(isInCode: Bool) {
    let advice = isInCode ? "remove “replaying:” to run all cases" : "its token is in TOUCHSTONE_REPLAY"
    writeToStandardError("✔ \(title): the replayed case passes, and no other case ran; \(advice)")
  }

  /// Says which saved counterexamples say nothing today: a run that holds shows nothing of them otherwise.
  func announceStale() {
    guard let keeping else { return }
    for regression in regressions {
      guard case .stale(let reason) = regression.result else { continue }
      writeToStandardError(
        "\(title): a saved counterexample in \(relative(keeping.path)) means something else now: \(reason); delete it, or give checks of one "
          + "file different titles")
    }
  }

  /// Says which saved counterexamples pass: a run that holds shows nothing of them otherwise.
  package func announceFixed() {
    let fixed = regressions.count { $0.result == .fixed }
    // What a test keeps is to pass in every later run.
    if fixed > 0, verdict.isHeld, keeping == nil {
      writeToStandardError("✔ \(id) \(title): \(fixed == 1 ? "1 saved counterexample passes" : "\(fixed) saved counterexamples pass")")
    }
  }

  private func heldLine(_ took: Duration) -> String {
    let limit = onlyClaim.map { ", which show only \($0)" + (isClaimUnsaid ? ": if that is the claim, say “claims: .completion”" : "") }
    return "✔ \(title): \(extent) in \(String(format: "%.2f", took / .seconds(1))) s\(limit ?? "")"
  }
}

private let isSummaryWanted = ProcessInfo.processInfo.environment["TOUCHSTONE_SUMMARY"] != nil

func writeToStandardError(_ line: String) {
  FileHandle.standardError.write(Data((line + "\n").utf8))
}
