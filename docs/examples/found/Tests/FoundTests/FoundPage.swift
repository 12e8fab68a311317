import Foundation

/// Docs/found.md, and the sentence of the README that counts what is on it.
struct FoundPage {
  /// What a section says of its finding.
  struct Section {
    let id: String
    /// The line that shows the defect, as code.
    let reproduction: String
    /// What stands behind it: what the line prints, or how it ends.
    let result: String
    /// The lines of the tool's report.
    let printed: String
  }

  struct Malformed: Error, CustomStringConvertible {
    let description: String
  }

  let sections: [Section]
  /// The ids that the table links to.
  let listed: [String]
  /// How many findings the page says that there are, and how many the README.
  let counts: [Int?]

  init() throws {
    let text = try Self.text("docs/found.md")
    listed = text.matches(of: #/(?m)^\| \[[^\]]*\]\(#([a-z0-9-]+)\)/#).map { String($0.1) }
    sections = try text.components(separatedBy: "\n### ").dropFirst().map(Self.section)
    counts = try [text, Self.text("README.md")].map { document in
      document.firstMatch(of: #/(\d+) defects found in Foundation/#).flatMap { Int($0.1) }
    }
  }

  func section(_ id: String) throws -> Section {
    guard let section = sections.first(where: { $0.id == id }) else {
      throw Malformed(description: "docs/found.md has no section “\(id)”")
    }
    return section
  }

  private static func section(_ text: String) throws -> Section {
    let id = text.prefix { $0 != "\n" }
    guard
      let code = text.firstMatch(of: #/```swift\n([^\n]*)  \/\/ ([^\n]*)\n```/#),
      let printed = text.firstMatch(of: #/```text\n((?s).*?)\n```/#)
    else { throw Malformed(description: "docs/found.md: “\(id)” has no line of code, or no printed case") }
    return Section(id: String(id), reproduction: String(code.1), result: String(code.2), printed: String(printed.1))
  }

  private static func text(_ path: String) throws -> String {
    // The root of the repository is five folders up: docs/examples/found/Tests/FoundTests.
    let root = (0..<6).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }
}
