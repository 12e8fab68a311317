import Foundation
import Testing

@Suite("Tidiness of the engine's sources")
struct TidyTests {
  static let sources = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/PropertyTesting").resolvingSymlinksInPath()

  /// Path and lines of every source file, without comments and the contents of strings.
  static func load() throws -> [(path: String, lines: [String])] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
      let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
      return (
        path, text.split(separator: "\n", omittingEmptySubsequences: false).map { code(in: String($0)) }
      )
    }
  }

  /// None where they cannot be read, which ``theScanSeesTheSources()`` would tell.
  static let files = (try? load()) ?? []

  /// A line without its string literals and its comment.
  static func code(in line: String) -> String {
    // Most lines have neither, and matching is slow in a debug build.
    guard line.contains(where: { $0 == "\"" || $0 == "/" }) else { return line }
    return line.replacing(/"(\\.|[^"\\])*"/, with: "\"\"").replacing(/\/\/.*$/, with: "")
  }

  @Test func theScanSeesTheSources() {
    let files = Self.files
    #expect(files.count > 30)
    #expect(files.contains { $0.path.hasSuffix("Runner.swift") })
    #expect(files.allSatisfy { $0.lines.count > 5 })
  }

  @Test func nothingButTheToolchainIsImported() {
    // CRunNotes is the engine's own C part.
    let allowed: Set<String> = ["Foundation", "Dispatch", "Synchronization", "CRunNotes"]
    var imported: Set<String> = []
    for file in Self.files {
      for line in file.lines where line.contains("import") {
        guard
          let match = line.firstMatch(
            of:
              /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:public |internal |private |package )?import\s+(?:(?:struct|class|enum|func|protocol|typealias|var|let)\s+)?(\w+)/
          )
        else { continue }
        imported.insert(String(match.1))
        #expect(allowed.contains(String(match.1)), "\(file.path): \(line)")
      }
    }
    #expect(imported.contains("Foundation"), "the scan finds imports")
  }

  /// What ends a process, or hides an error, in place of saying what is wrong.
  static let forbidden: [(name: String, pattern: String)] = [
    ("a trap", #"\b(?:fatalError|preconditionFailure|precondition|assertionFailure|abort|exit)\s*\("#),
    ("try!", #"\btry!"#),
    ("as!", #"\bas!"#),
    ("a forced unwrap", #"[\w\)\]]!(?=$|[\s\.\)\],:;\[\(])"#),
    ("an implicitly unwrapped type", #":\s*[\w\.<>\[\]]+!(?=\s|$|,|\))"#),
    ("an unsafe cast", #"\bunsafeBitCast\b|\bunsafeDowncast\b"#),
    ("standard output", #"\bSwift\.print\b|\bdebugPrint\b|\bdump\("#),
  ]

  @Test(arguments: forbidden.indices)
  func nothingForbiddenIsWritten(index: Int) throws {
    let name = Self.forbidden[index].name
    let pattern = try Regex(Self.forbidden[index].pattern)
    for file in Self.files {
      for (number, line) in file.lines.enumerated() where line.firstMatch(of: pattern) != nil {
        Issue.record("\(file.path):\(number + 1): \(name): \(line)")
      }
    }
  }

  @Test(arguments: [
    ("let x = y!", "a forced unwrap"), ("f(a!, b)", "a forced unwrap"), ("a[0]!.b", "a forced unwrap"),
    ("try! f()", "try!"), ("x as! Int", "as!"), ("fatalError(\"\")", "a trap"),
    ("var x: Int!", "an implicitly unwrapped type"),
  ])
  func theScanWouldFind(line: String, name: String) throws {
    let pattern = try Regex(#require(Self.forbidden.first { $0.name == name }).pattern)
    #expect(line.firstMatch(of: pattern) != nil)
    #expect("if a != b, !c { throw d }".firstMatch(of: pattern) == nil)
    #expect(Self.code(in: "let a = \"x!\" // y!").firstMatch(of: pattern) == nil)
  }

  @Test func linesAndFilesStayShort() {
    for file in Self.files {
      #expect(file.lines.count <= 400, "\(file.path)")
      #expect(!file.lines.contains { $0.contains("\t") }, "\(file.path) holds a tab")
    }
  }
}
