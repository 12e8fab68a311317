import Foundation

/// Docs/found-in-packages.md.
struct FoundPage {
  /// What a section says of its finding.
  struct Section {
    let id: String
    /// The line that shows the violation, as code.
    let reproduction: String
    /// What stands behind it: what the line prints.
    let result: String
    /// The law, and the lines of the tool's report.
    let printed: String
  }

  struct Malformed: Error, CustomStringConvertible {
    let description: String
  }

  let sections: [Section]
  /// The ids that the table links to.
  let listed: [String]
  /// How many violations the page says that there are.
  let count: Int?

  init() throws {
    // The root of the repository is five folders up: docs/examples/found-in-packages/Tests/FoundInPackagesTests.
    let root = (0..<6).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    let text = try String(contentsOf: root.appendingPathComponent("docs/found-in-packages.md"), encoding: .utf8)
    listed = text.matches(of: #/(?m)^\| \[[^\]]*\]\(#([a-z0-9-]+)\)/#).map { String($0.1) }
    sections = try text.components(separatedBy: "\n### ").dropFirst().map(Self.section)
    count = text.firstMatch(of: #/(\d+) violations/#).flatMap { Int($0.1) }
  }

  func section(_ id: String) throws -> Section {
    guard let section = sections.first(where: { $0.id == id }) else {
      throw Malformed(description: "docs/found-in-packages.md has no section “\(id)”")
    }
    return section
  }

  private static func section(_ text: String) throws -> Section {
    let id = text.prefix { $0 != "\n" }
    guard
      let code = text.firstMatch(of: #/```swift\n([^\n]*)  \/\/ ([^\n]*)\n```/#),
      let printed = text.firstMatch(of: #/```text\n((?s).*?)\n```/#)
    else { throw Malformed(description: "docs/found-in-packages.md: “\(id)” has no line of code, or no printed case") }
    return Section(id: String(id), reproduction: String(code.1), result: String(code.2), printed: String(printed.1))
  }
}
