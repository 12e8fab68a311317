#if os(Linux)
  import Foundation
  import PropertyTesting
  import StorageContract
  import Testing

  @testable import StorageConformance

  /// An adapter that declares power loss and only passes requests on to a server that was there before.
  @Suite struct OutsideServerTests {
    /// One case is as good as a hundred: in none of them could the kit see a write.
    @Test(arguments: [("STO-64", 2), ("STO-64", 40), ("STO-42", 60)]) func isNotExamined(id: String, cases: Int) async throws {
      let path = NSTemporaryDirectory() + "touchstone-\(UUID().uuidString.prefix(8))"
      let server = Process()
      server.executableURL = URL(fileURLWithPath: probe)
      server.arguments = ["listen", path]
      try server.run()
      defer {
        server.terminate()
        for file in [path, path + ".log"] { try? FileManager.default.removeItem(atPath: file) }
      }
      for _ in 0..<500 where !FileManager.default.fileExists(atPath: path) { try await Task.sleep(for: .milliseconds(10)) }
      // A log and a file that is only read are none that a write of the store could fill.
      let backend = probeBackend("relay '\(path)' 2>>'\(path).log' 5<'\(path).log'")
      let run = ConformanceRun(
        laws: StorageLaws.all.filter { $0.id == id }, settings: RunSettings(cases: cases, seed: 1))
      let report = try await run.report(over: backend)
      let row = try #require(report.rows.first)
      #expect(row.word == "not examined" && !row.isHeld, "\(ConformanceText().line(row))")
      #expect(report.score.held == 0 && report.score.notExamined == 1 && !report.isFull)
      let line = ConformanceText().line(row)
      #expect(line.contains("the data may lie with a server, whose"), "\(line)")
      await backend.tearDown()
    }
  }
#endif
