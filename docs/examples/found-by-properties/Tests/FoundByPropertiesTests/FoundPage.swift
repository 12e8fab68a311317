import Foundation

/// Docs/found-by-properties.md, made of the findings and the versions in the manifest.
struct FoundPage {
  let file: URL
  /// By owner and name.
  private let versions: [String: String]

  init() throws {
    // The root of the repository is five folders up: docs/examples/found-by-properties/Tests/FoundByPropertiesTests.
    let folders = sequence(first: URL(fileURLWithPath: #filePath)) { $0.deletingLastPathComponent() }
    let (package, root) = (Array(folders.prefix(4))[3], Array(folders.prefix(7))[6])
    file = root.appendingPathComponent("docs/found-by-properties.md")
    let manifest = try String(contentsOf: package.appendingPathComponent("Package.swift"), encoding: .utf8)
    let lines = manifest.matches(of: #/github\.com\/([^"]+)", exact: "([^"]+)"/#)
    versions = Dictionary(lines.map { (String($0.1), String($0.2)) }, uniquingKeysWith: { first, _ in first })
  }

  /// - Parameter cases: what Touchstone prints of each, by id.
  func text(_ findings: [Finding], _ cases: [String: String]) throws -> String {
    let packages = Set(findings.map(\.package)).sorted { $0.lowercased() < $1.lowercased() }
    let findings = packages.flatMap { package in findings.filter { $0.package == package } }
    let chapters = try packages.map { package in
      let sections = try findings.filter { $0.package == package }.map { try section($0, cases[$0.id] ?? "held") }
      return "## \(package)\n\n" + sections.joined(separator: "\n")
    }
    let kinds = Finding.Kind.allCases.map { kind in
      (kind, findings.count { $0.kind == kind }, findings.count { $0.proposed == kind })
    }
    let proposed = findings.count { $0.proposed != nil }
    return """
      # Defects of published packages

      This page lists \(findings.count) defects of \(packages.count) published packages, beside the [broken laws](found-in-packages.md). A
      property that [touchstone write](write.md) proposed, or one written by hand, found each of them, and each was verified by a line of
      Swift without Touchstone, in Swift 6.3.1 on Linux (x86_64), in a debug build.
      [A package](examples/found-by-properties/Package.swift) has a property for each, at the versions below: a test passes as long as the
      defect is there, and fails as soon as it is mended. `make found-by-properties` runs them; with `TOUCHSTONE_WRITE_DOCS=1` it also
      writes this page.

      Each section has what the function does, and what demands something else; one line of Swift, with what it prints after `//`; and
      the verdict with the least case, as Touchstone prints it. “None found” means that a search of the package’s public reports found
      none; one search was often for several symptoms, so there may be one. What input from outside could abuse is not on this page.

      “Proposed” names the kind of property that touchstone write itself proposes, and that was seen to find the defect: \(proposed) of the
      \(findings.count), in \(Set(findings.filter { $0.proposed != nil }.map(\.package)).count) packages. Most were found by hand first.

      | kind of property | found first | proposed |
      |---|---|---|
      \(kinds.filter { $0.1 + $0.2 > 0 }.map { "| \($0.0.rawValue) | \($0.1) | \($0.2) |" }.joined(separator: "\n"))

      | finding | package | kind of property | proposed | known |
      |---|---|---|---|---|
      \(try findings.map(row).joined(separator: "\n"))

      \(chapters.joined(separator: "\n"))
      """
  }

  private func row(_ finding: Finding) throws -> String {
    guard let version = versions[finding.package] else {
      throw Finding.Malformed(description: "\(finding): the manifest has no \(finding.package) with an exact version")
    }
    let link = "[\(finding.package)](https://github.com/\(finding.package)) \(version)"
    return "| [\(finding.id)](#\(finding.id)): \(finding.does) | \(link) | \(finding.kind.rawValue) | \(finding.proposed?.rawValue ?? "") | \(finding.known) |"
  }

  private func section(_ finding: Finding, _ printed: String) throws -> String {
    """
    ### \(finding.id)

    \(finding.does) \(finding.demand)

    ```swift
    \(try finding.statements())  // \(finding.result)
    ```

    ```text
    \(printed)
    ```

    """
  }
}
