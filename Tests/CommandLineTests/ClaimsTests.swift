import Foundation
import Testing

@Suite("touchstone claims")
struct ClaimsTests {
  @Test("a claim that no case evaluates is listed, until it is explained")
  func never() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    let sources = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Properties")
    // The claims of one property where they stand, and one that is nowhere in the code.
    let real = sources.appendingPathComponent("QuickVault/Failures/TypedMeanwhile.swift")
    let text = try String(contentsOf: real, encoding: .utf8) + """

      func never() throws { try expect("never", 1 == 2) }
      typealias Nothing = Invariant<A, B>
      let nothing = [Nothing("no thing") { $0 }, Invariant<A, [B]>("nobody") { $0 }]

      """
    let copy = tool.folder.appendingPathComponent("Sources/QuickVault")
    try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: copy.appendingPathComponent("TypedMeanwhile.swift"))
    let run = try tool("claims", "--only", "QV-F2", "--sources", "Sources")
    #expect(run.status == 1)
    #expect(run.output.contains("3 claims evaluated in no case:\n"))
    #expect(run.output.contains("\"never\", 1 == 2\n") && run.output.contains("\"no thing\"\n") && run.output.contains("\"nobody\"\n"))

    let explained = ["\"never\", 1 == 2", "\"no thing\"", "\"nobody\""].reduce("# For a test.\n\nQuickVault/TypedMeanwhile.swift\n") {
      "\($0)- \($1)\nbecause a test has added it\n"
    }
    try Data(explained.utf8).write(to: tool.folder.appendingPathComponent("explained.txt"))
    let again = try tool("claims", "--only", "QV-F2", "--sources", "Sources", "--explained", "explained.txt")
    #expect(again.status != 2 && !again.output.contains("evaluated in no case:"), "\(again.output)\(again.diagnostics)")
  }

  @Test("a file of failed claims with a line of another form is an error that shows the line")
  func failedElsewhere() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    try Data("QV-F2\tQuickVaultProperties/TypedMeanwhile.swift\tten\n".utf8).write(to: tool.folder.appendingPathComponent("failed.txt"))
    try FileManager.default.createDirectory(at: tool.folder.appendingPathComponent("Sources"), withIntermediateDirectories: true)
    let run = try tool("claims", "--only", "QV-F2", "--sources", "Sources", "--failed", "failed.txt")
    #expect(run.status == 2 && run.diagnostics.contains("\tten” is no line of claims --as-it-is"), "\(run.diagnostics)")
  }

  @Test("a file of explanations that cannot be read is an error with its line")
  func unreadable() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    try Data("# none\n\nbecause of nothing\n".utf8).write(to: tool.folder.appendingPathComponent("explained.txt"))
    try FileManager.default.createDirectory(at: tool.folder.appendingPathComponent("Sources"), withIntermediateDirectories: true)
    let run = try tool("claims", "--only", "QV-F2", "--sources", "Sources", "--explained", "explained.txt")
    #expect(run.status == 2)
    #expect(run.diagnostics.contains("explained.txt:3: an entry is"))
  }
}
