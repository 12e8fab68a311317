import Foundation
import SourceLayering
import Testing

/// Rules of the house that a compiler does not check.
@Suite("Tidy")
struct TidyTests {
  private static let sources = ["Sources", "Generators", "Properties"]

  @Test("The package depends on no other package")
  func dependencies() throws {
    #expect(!(try Package.text("Package.swift").contains(".package(")))
  }

  @Test("The layers use only what layers.txt allows them")
  func layers() throws {
    let files = try Self.sources.flatMap { Package.files(in: $0, ending: ".swift") }.map {
      SourceText(path: $0, try Package.text($0))
    }
    let report = try LayerCheck(LayerRules(Package.text("layers.txt"))).report(on: files)
    #expect(report.findings.map { "\($0.file):\($0.line) \($0.token): \($0.reason)" } == [])
    #expect(report.filesRead == files.count && files.count > 1_000 && report.usesRead > 5_000)
  }

  @Test("No code outside tests gives up on bad input")
  func traps() throws {
    // Faults that end their process have to; what a scan is to find is text.
    let exempt = [
      "Generators/PersonalOS/SourceScanning/SourceSnippets.swift",
      "Properties/CountMe/ForcedTryFault.swift",
    ]
    let trap = #/\b(fatalError|preconditionFailure)\(|\btry!|\bas!|\bunsafeFlags\b|\bTODO\b|\bFIXME\b/#
    for file in Self.sources.flatMap({ Package.files(in: $0, ending: ".swift") })
    where !exempt.contains(file) {
      for (number, line) in try Package.text(file).split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      where line.contains(trap) {
        Issue.record("\(file):\(number + 1): \(line.trimmingCharacters(in: .whitespaces))")
      }
    }
  }

  @Test("Links in the documents lead somewhere")
  func links() throws {
    let documents = Package.files(in: "docs", ending: ".md") + ["README.md", "CHANGELOG.md"]
    for document in documents {
      let folder = Package.root.appendingPathComponent(document).deletingLastPathComponent()
      for match in try Package.text(document).matches(of: #/\]\(([^)#\s]+)[^)]*\)/#) {
        let target = String(match.1)
        if target.hasPrefix("http") { continue }
        let path = folder.appendingPathComponent(target).standardized.path
        #expect(FileManager.default.fileExists(atPath: path), "\(document) links to \(target)")
      }
    }
  }
}
