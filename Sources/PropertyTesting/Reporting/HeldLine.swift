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
    }
  }

  private func heldLine(_ took: Duration) -> String {
    let number = proof ?? (cases == 1 ? "1 case" : "\(cases) cases")
    return "✔ \(title): \(number) in \(String(format: "%.2f", took / .seconds(1))) s"
  }
}

private let isSummaryWanted = ProcessInfo.processInfo.environment["TOUCHSTONE_SUMMARY"] != nil

private func writeToStandardError(_ line: String) {
  FileHandle.standardError.write(Data((line + "\n").utf8))
}
