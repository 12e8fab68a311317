import Foundation

/// A page of docs, and the sources that compile its examples.
struct Document {
  private static let folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
  private let text: String

  /// - Parameter section: only the part below this heading.
  init(_ name: String, section: String? = nil) throws {
    let root = Self.folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let whole = try String(contentsOf: root.appendingPathComponent("docs/\(name)"), encoding: .utf8)
    let part = section.map { whole.components(separatedBy: $0)[1].components(separatedBy: "\n## ")[0] }
    text = part ?? whole
  }

  /// The lines of its examples in Swift that no source beside this one has. A source may fix the seed and
  /// say `private`, which a page does not show.
  func linesThatNothingCompiles() throws -> [String] {
    let files = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
    let compiled = Set(
      try files.filter { $0.pathExtension == "swift" }.flatMap { file in
        Self.lines(of: try String(contentsOf: file, encoding: .utf8)
          .replacingOccurrences(of: ", seed: 1", with: "").replacingOccurrences(of: ", settings: .fixed", with: "").replacingOccurrences(of: "private ", with: ""))
      })
    return blocks(after: "```swift\n").flatMap { Self.lines(of: $0) }.filter { !compiled.contains($0) }
  }

  /// Whether a line stands in an example of Package.swift.
  func isOfTheManifest(_ line: String) -> Bool {
    blocks(after: "```swift\n").contains { $0.hasPrefix("// swift-tools-version") && Self.lines(of: $0).contains(line) }
  }

  /// The lines of what it prints.
  var output: [[String]] { blocks(after: "```\n").filter { $0.contains("claim  ") }.map(Self.lines) }

  var examples: Int { blocks(after: "```swift\n").count }

  private func blocks(after fence: String) -> [String] {
    text.components(separatedBy: "\n" + fence).dropFirst().compactMap { $0.components(separatedBy: "```").first }
  }

  private static func lines(of text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }
}
