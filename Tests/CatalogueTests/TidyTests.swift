import Foundation
import Testing

/// Rules of the house that a compiler does not check.
@Suite("Tidy")
struct TidyTests {
  private static let sources = ["Sources", "Generators", "Properties", "Benchmarks"]

  @Test("The package depends on no other package")
  func dependencies() throws {
    #expect(!(try Package.text("Package.swift").contains(".package(")))
  }

  @Test("The folders import only what lies below them")
  func imports() throws {
    let ours: Set<String> = [
      "PropertyTesting", "DeterministicScheduling", "CScheduling", "StorageContract",
      "StorageFaults",
      "SQLiteStorage", "CSQLite", "PlatformStandIns",
      "CountMeReference", "CountMeGenerators", "CountMeProperties", "TouchstoneCatalogue",
      "ProcessIsolation", "CIsolation", "CCrypto", "CoverageGuidance", "CCoverage",
      "PersonalOSReference", "PersonalOSGenerators", "PersonalOSProperties",
      "ProcessStorage", "PostgresStorage", "CPostgres", "StorageConformance", "PropertyIssues",
      "SwiftLexing", "ImageStandIns", "CImaging", "CPNG", "CJPEG", "CFreeType", "QuickVaultReference", "QuickVaultGenerators", "QuickVaultProperties",
      "ArgusReference", "ArgusGenerators", "ArgusProperties",
    ]
    let allowed: [String: Set<String>] = [
      "Sources/PropertyTesting": [], "Sources/PropertyIssues": ["PropertyTesting"],
      "Sources/DeterministicScheduling": ["PropertyTesting", "CScheduling"],
      "Sources/ProcessIsolation": ["PropertyTesting", "DeterministicScheduling", "CIsolation"],
      "Sources/CoverageGuidance": ["PropertyTesting", "CCoverage"],
      "Sources/StorageContract": [], "Sources/StorageFaults": ["StorageContract"], "Sources/PlatformStandIns": ["StorageContract", "CCrypto"],
      "Sources/SQLiteStorage": ["StorageContract", "CSQLite"],
      "Sources/ProcessStorage": ["StorageContract", "CIsolation"],
      "Sources/PostgresStorage": ["StorageContract", "CPostgres"],
      "Sources/StorageConformance": [
        "PropertyTesting", "DeterministicScheduling", "ProcessIsolation", "CIsolation", "StorageContract",
        "StorageFaults", "ProcessStorage",
      ],
      "Sources/CountMeReference": ["StorageContract", "PlatformStandIns"],
      "Generators/CountMe": ["PropertyTesting", "CountMeReference"],
      "Properties/CountMe": [
        "PropertyTesting", "DeterministicScheduling", "CountMeReference", "CountMeGenerators",
        "StorageContract", "StorageFaults", "PlatformStandIns",
      ],
      "Sources/ImageStandIns": ["CImaging", "CFreeType"],
      "Sources/QuickVaultReference": ["StorageContract", "PlatformStandIns", "ImageStandIns"],
      "Generators/QuickVault": [
        "PropertyTesting", "QuickVaultReference", "PlatformStandIns", "ImageStandIns", "StorageContract",
      ],
      "Properties/QuickVault": [
        "PropertyTesting", "DeterministicScheduling", "QuickVaultReference", "QuickVaultGenerators",
        "StorageContract", "StorageFaults", "PlatformStandIns", "ImageStandIns",
      ],
      "Sources/ArgusReference": ["StorageContract", "PlatformStandIns"],
      "Generators/Argus": ["PropertyTesting", "ArgusReference", "PlatformStandIns", "StorageContract"],
      "Properties/Argus": [
        "PropertyTesting", "DeterministicScheduling", "ArgusReference", "ArgusGenerators",
        "StorageContract", "StorageFaults", "PlatformStandIns",
      ],
      "Sources/SwiftLexing": [],
      "Sources/PersonalOSReference": ["StorageContract", "PlatformStandIns", "SwiftLexing"],
      "Generators/PersonalOS": [
        "PropertyTesting", "PersonalOSReference", "PlatformStandIns", "StorageContract",
      ],
      "Properties/PersonalOS": [
        "PropertyTesting", "DeterministicScheduling", "PersonalOSReference", "PersonalOSGenerators",
        "StorageContract", "StorageFaults", "PlatformStandIns",
      ],
    ]
    for (folder, modules) in allowed {
      let files = Package.files(in: folder, ending: ".swift")
      #expect(!files.isEmpty, "\(folder) holds no sources")
      for file in files {
        // Matching is slow in a debug build.
        let imported = try Package.text(file).split(separator: "\n")
          .filter { $0.hasPrefix("import") || $0.hasPrefix("@") }
          .compactMap { $0.wholeMatch(of: #/(?:@testable )?import (?:\w+ )?(\w+)\s*/#)?.1 }.map(String.init)
        let forbidden = Set(imported).intersection(ours).subtracting(modules)
        #expect(forbidden.isEmpty, "\(file) imports \(forbidden.sorted())")
        let testing = Set(imported).intersection(["Testing", "XCTest"])
        #expect(
          testing.isEmpty || folder == "Sources/PropertyIssues", "\(file) imports a test framework")
      }
    }
  }

  @Test("No code outside tests gives up on bad input")
  func traps() throws {
    // Faults that end their process have to; what a scan is to find is text.
    let exempt = [
      "Generators/PersonalOS/SourceScanning/RuleSnippets.swift",
      "Properties/CountMe/ForcedTryFault.swift", "Properties/PersonalOS/Views/MissingModelTrapFault.swift",
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
