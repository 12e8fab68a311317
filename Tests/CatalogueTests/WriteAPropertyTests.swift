import Foundation
import Testing

/// What docs/write-a-property.md shows is what the sources say.
@Suite("The document on writing a property")
struct WriteAPropertyTests {
  @Test("Every line of its code stands in the properties or generators of CountMe")
  func everyLineIsInTheSources() throws {
    let sources = ["Properties/CountMe", "Generators/CountMe"].flatMap { Package.files(in: $0, ending: ".swift") }
    let lines = Set(try sources.flatMap { try Package.text($0).split(separator: "\n").map(Self.trimmed) })
    let blocks = try Package.text("docs/write-a-property.md").components(separatedBy: "```swift\n").dropFirst()
    #expect(blocks.count > 8)
    for block in blocks {
      for line in block.components(separatedBy: "```")[0].split(separator: "\n").map(Self.trimmed) where !line.isEmpty {
        #expect(lines.contains(line), "the document says “\(line)”, which no source of CountMe does")
      }
    }
  }

  private static func trimmed(_ line: Substring) -> String { line.trimmingCharacters(in: .whitespaces) }
}
