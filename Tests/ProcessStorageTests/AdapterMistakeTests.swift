import Foundation
import PropertyTesting
import StorageContract
import Testing

@testable import ProcessStorage
@testable import StorageConformance

/// Mistakes that only an adapter can make: the example in Python, with a line of it changed.
@Suite struct AdapterMistakeTests {
  static let mistakes = [
    (law: "STO-27", name: "writes when no transaction is open", line: #"raise Failure("transactionEnded")"#, instead: "pass"),
    (
      law: "STO-51", name: "commits what is open when it is closed", line: #"sessions.pop(r["session"]).db.close()"#,
      instead: #"db = sessions.pop(r["session"]).db; db.in_transaction and db.execute("COMMIT"); db.close()"#
    ),
  ]

  @Test(arguments: mistakes) func isCaught(mistake: (law: String, name: String, line: String, instead: String)) async throws {
    let example = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("docs/examples/python-backend/backend.py")
    let right = try String(contentsOf: example, encoding: .utf8)
    let wrong = right.replacingOccurrences(of: mistake.line, with: mistake.instead)
    try #require(wrong != right)
    let path = NSTemporaryDirectory() + "touchstone-\(UUID().uuidString.prefix(8)).py"
    try wrong.write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    for (file, isHeld) in [(example.path, true), (path, false)] {
      let backend = ProcessBackend("exec python3 '\(file)'")
      let run = ConformanceRun(laws: StorageLaws.all.filter { $0.id == mistake.law }, settings: RunSettings(cases: 30, seed: 1))
      let report = try await run.report(over: backend)
      #expect(report.isFull == isHeld, "\(ConformanceText().whole(report))")
      await backend.tearDown()
    }
  }
}
