import Foundation
import PropertyTesting

/// A failure as an error that GitHub shows at the line of its claim:
/// https://docs.github.com/actions/reference/workflow-commands-for-github-actions
struct GitHubAnnotation {
  let text: String

  /// Nil outside of GitHub Actions: the environment has no GITHUB_ACTIONS.
  init?(_ failure: PropertyFailure, _ environment: [String: String] = ProcessInfo.processInfo.environment) {
    guard environment["GITHUB_ACTIONS"] == "true" else { return nil }
    let place = failure.claimLocation
    // From the root of the checkout, wherever the package is.
    let root = (environment["GITHUB_WORKSPACE"] ?? FileManager.default.currentDirectoryPath) + "/"
    let file = place.filePath.hasPrefix(root) ? String(place.filePath.dropFirst(root.count)) : place.filePath
    let result = failure.result
    var message = result.verdict.name
    if let found = result.verdict.counterexample {
      message = "\(result.verdict.name): \(found.message.prefix(1_000))\ngiven \(found.value.prefix(1_000))"
    }
    text =
      "::error file=\(Self.property(file)),line=\(place.line),title=\(Self.property(result.title))::\(Self.escaped(message))"
  }

  /// On a line of its own of standard output, where GitHub looks for it.
  func print() {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }

  private static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "%", with: "%25").replacingOccurrences(of: "\r", with: "%0D").replacingOccurrences(of: "\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    escaped(text).replacingOccurrences(of: ":", with: "%3A").replacingOccurrences(of: ",", with: "%2C")
  }
}
