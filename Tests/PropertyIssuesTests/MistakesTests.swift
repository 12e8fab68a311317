#if os(Linux)
import Foundation
import Testing

/// What the compiler says of natural mistakes: docs/common-mistakes.md quotes it, and this compiles its examples.
@Suite struct MistakesTests {
  /// A row of the table: the code as people write it, and what the compiler says; nil: it compiles.
  struct Row {
    let code: String
    let message: String?
  }

  /// The rows of the document's first table, whose cells are `code`, and `message` or a word that says that it compiles.
  static func rows() throws -> [Row] {
    var root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    while !FileManager.default.fileExists(atPath: root.appendingPathComponent("docs").path), root.path != "/" {
      root.deleteLastPathComponent()
    }
    let text = try String(contentsOf: root.appendingPathComponent("docs/common-mistakes.md"), encoding: .utf8)
    let table = text.components(separatedBy: "## What a run says")[0]
    return table.split(separator: "\n").compactMap { line in
      let cells = line.components(separatedBy: " | ")
      guard line.hasPrefix("| `"), cells.count == 3 else { return nil }
      func quoted(_ cell: String) -> String? {
        let parts = cell.split(separator: "`", omittingEmptySubsequences: false)
        return parts.count > 1 ? String(parts[1]) : nil
      }
      guard let code = quoted(cells[0]) else { return nil }
      return Row(code: code.replacingOccurrences(of: "\\|", with: "|"), message: quoted(cells[1]))
    }
  }

  @Test func theCompilerSaysWhatTheDocumentQuotes() throws {
    let rows = try Self.rows()
    #expect(rows.count > 20 && rows.contains { $0.message == nil })
    let prelude = """
      import PropertyTesting
      struct Level: Sendable { var number: Int; init(_ number: Int) { self.number = number } }
      enum Suit: CaseIterable, Sendable { case hearts, spades }
      func isSorted(_ list: [Int]) -> Bool { list == list.sorted() }
      func name(_ number: Int) throws -> String { "" }
      func fetch(_ number: Int) async -> Int { number }
      @MainActor final class Model { var count = 0 }

      """
    var source = prelude
    var lines: [Int] = []
    for (number, row) in rows.enumerated() {
      // A row is one line; `⏎` stands for its ends of lines.
      let code = row.code.replacingOccurrences(of: " ⏎ ", with: "; ")
      lines.append(source.count { $0 == "\n" } + 1)
      source += "@MainActor func mistake\(number)(_ model: Model) async throws { \(code) }\n"
    }
    let output = try Self.typeCheck(source)
    for (row, line) in zip(rows, lines) {
      let said = output.filter { $0.contains("mistakes.swift:\(line):") && $0.contains("error:") }
      if let message = row.message {
        #expect(said.contains { $0.contains(message) }, "\(row.code)\n\(said.joined(separator: "\n"))")
      } else {
        #expect(said.isEmpty, "\(row.code)")
      }
    }
  }

  /// The lines that the compiler prints.
  private static func typeCheck(_ source: String) throws -> [String] {
    let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mistakes-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("mistakes.swift")
    try source.write(to: file, atomically: true, encoding: .utf8)
    let output = folder.appendingPathComponent("output")
    try Data().write(to: output)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swiftc", "-typecheck", "-swift-version", "6", "-I", products.appendingPathComponent("Modules").path,
      "-Xcc", "-fmodule-map-file=\(products.appendingPathComponent("CRunNotes.build/module.modulemap").path)", file.path,
    ]
    process.standardError = try FileHandle(forWritingTo: output)
    try process.run()
    process.waitUntilExit()
    return try String(contentsOf: output, encoding: .utf8).components(separatedBy: "\n")
  }
}
#endif
