import Foundation
import Testing

@Suite("Stores in other processes")
struct ServeTests {
  @Test("Properties run over the reference adapter, and nothing stays behind", arguments: ["memory", "file", "sqlite"])
  func verify(_ kind: String) throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    let backend = "process:exec '\(try Tool.path().path)' serve --backend \(kind)"
    let run = try tool("verify", "--only", "CM-13,CM-01", "--backend", backend, "--cases", "20", "--seed", "1")
    #expect(run.status == 0, "\(run.output)\(run.diagnostics)")
    #expect(
      run.output.contains(
        "1 property that stores, over 1 backend: 1 of 1 held; 1 property that stores nothing: 1 of 1 held; all held"))
    #expect(run.output.contains("CM-13"))
  }

  @Test("The smoke test shows what is said")
  func smoke() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    let good = try tool("smoke", "exec '\(try Tool.path().path)' serve --backend file")
    #expect(good.status == 0, "\(good.output)\(good.diagnostics)")
    #expect(good.output.contains("→ {\"id\":1,\"op\":\"hello\",\"protocol\":1}"))
    #expect(good.output.hasSuffix("The adapter follows the protocol in this exchange; touchstone conformance tries all requests.\n"))
    let bad = try tool("smoke", "cat")
    #expect(bad.status == 1)
    #expect(bad.output.contains("✘ hello names the adapter"))
  }
}
