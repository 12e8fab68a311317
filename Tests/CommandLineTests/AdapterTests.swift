import Foundation
import Testing

@Suite("Adapters that touchstone writes")
struct AdapterTests {
  private static let hasPython = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/python3")
  }

  @Test(
    "What is written is short, passes the smoke test and holds laws", .enabled(if: hasPython, "python3 is not installed"),
    arguments: ["kv", "ordered-kv", "sql"])
  func written(_ profile: String) throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    let new = try tool("adapter", "new", "my_notes", "--language", "python", "--profile", profile)
    #expect(new.status == 0, "\(new.diagnostics)")
    let adapter = try tool.read("my_notes_store.py")
    #expect(adapter.split(separator: "\n", omittingEmptySubsequences: false).count <= 41)
    #expect(adapter.contains("class MyNotesStore(") && !adapter.contains("MyStore"))
    // The commands that it prints are those to run.
    for line in new.output.split(separator: "\n") where line.hasPrefix("  touchstone") {
      let words = line.matches(of: #/'([^']*)'|(\S+)/#).map { String($0.1 ?? $0.2 ?? "") }.dropFirst()
      let isLong = words.first == "conformance"
      let run = try tool.run(words + (isLong ? ["--only", "STO-16,STO-18,STO-24,STO-42", "--cases", "3", "--seed", "1"] : []))
      #expect(run.status == 0, "\(run.output)\(run.diagnostics)")
      // The base keeps the writes of a transaction for a store that has none, so that a rollback (STO-24) is not the store's.
      let score = profile == "kv" ? "3 of 3 held, 1 skipped" : "4 of 4 held"
      #expect(run.output.contains(isLong ? score : "The adapter follows the protocol"), "\(run.output)")
    }
  }

  @Test(
    "The laws that one defect breaks are one cause, and its lines show it to the adapter alone",
    .enabled(if: hasPython, "python3 is not installed"))
  func causes() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    #expect(try tool("adapter", "new", "notes", "--language", "python", "--profile", "ordered-kv").status == 0)
    let good = try tool.read("notes_store.py")
    let bad = good.replacingOccurrences(of: "        self.data = self.seen", with: "        self.data = {**self.data, **self.seen}")
    #expect(good != bad)
    try bad.write(to: tool.folder.appendingPathComponent("notes_store.py"), atomically: true, encoding: .utf8)
    let run = try tool(
      "conformance", "--backend", "process:python3 notes_store.py", "--only", "STO-16,STO-18,STO-22", "--seed", "1",
      "--scripts", "lines", "--report", "out.json")
    #expect(run.status == 1)
    #expect(run.output.contains("  1  after a delete, something is there that should not be: STO-18, STO-22"), "\(run.output)")
    #expect(try tool.read("out.json").contains("\"least\""))
    let line = try #require(run.output.split(separator: "\n").first { $0.hasPrefix("     again     ") })
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", String(line.dropFirst(15))]
    shell.currentDirectoryURL = tool.folder
    let pipe = Pipe()
    shell.standardOutput = pipe
    try shell.run()
    let answers = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).split(separator: "\n")
    shell.waitUntilExit()
    // The adapter alone answers what the report shows.
    let shown = run.output.split(separator: "\n").compactMap { $0.hasPrefix("     ← ") ? $0.dropFirst(7) : nil }
    #expect(!shown.isEmpty && answers.suffix(shown.count) == shown[...], "\(answers)")
    #expect(answers.contains { $0.contains("\"collections\": [\"c\"]") }, "\(answers)")
  }

  @Test("The smoke test shows which value has become what", .enabled(if: hasPython, "python3 is not installed"))
  func changedValue() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    #expect(try tool("adapter", "new", "notes", "--language", "python").status == 0)
    let good = try tool.read("notes_store.py")
    let bad = good.replacingOccurrences(
      of: "return self.data.get(key)", with: "return (self.data.get(key) or b'').replace(b'-5', b'5') or None")
    #expect(good != bad)
    try bad.write(to: tool.folder.appendingPathComponent("notes_store.py"), atomically: true, encoding: .utf8)
    let run = try tool("smoke", "python3 notes_store.py")
    #expect(run.status == 1 && run.output.contains("quantity was int64 \"-5\" and is int64 \"5\"\n"), "\(run.output)")
  }

  @Test("An adapter whose versions have gaps passes the smoke test", .enabled(if: hasPython, "python3 is not installed"))
  func gaps() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    let stores = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../docs/stores").standardized.path
    let run = try tool("smoke", "python3 '\(stores)/sqlite_store.py'")
    #expect(run.status == 0 && run.output.contains("\"versionsHaveGaps\": true"), "\(run.output)")
  }

  @Test("The base says what it emulates", .enabled(if: hasPython, "python3 is not installed"), arguments: ["kv", "ordered-kv", "sql"])
  func emulates(_ profile: String) throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    #expect(try tool("adapter", "new", "notes", "--language", "python", "--profile", profile).status == 0)
    let run = try tool(
      "conformance", "--backend", "process:python3 notes_store.py", "--only", "STO-16", "--cases", "1", "--report", "out.json")
    #expect(run.status == 0, "\(run.output)")
    for part in ["values", "rules", "collections", "versions", "conditionalPuts", "exclusiveStores"] {
      #expect(try tool.read("out.json").contains("\"\(part)\""), "\(part)")
    }
    for part in ["transactions", "order"] { #expect(try tool.read("out.json").contains("\"\(part)\"") == (profile == "kv"), "\(part)") }
  }

  @Test("Nothing is overwritten")
  func refusals() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    func new(_ name: String, _ more: String...) throws -> Tool.Outcome {
      try tool.run(["adapter", "new", name, "--language", "python"] + more)
    }
    #expect(try new("notes").status == 0)
    let base = try tool.read("touchstone_adapter.py")
    let again = try new("notes", "--profile", "sql")
    #expect(again.status == 3 && again.diagnostics.contains("notes_store.py is there already"), "\(again.diagnostics)")
    #expect(try new("other").status == 0, "the base that is there is this one")
    try "mine".write(to: tool.folder.appendingPathComponent("touchstone_adapter.py"), atomically: true, encoding: .utf8)
    let foreign = try new("third")
    #expect(foreign.status == 3 && foreign.diagnostics.contains("is not that of this version"), "\(foreign.diagnostics)")
    #expect(try tool.read("touchstone_adapter.py") == "mine")
    let nowhere = try new("third", "--into", "nowhere")
    #expect(nowhere.status == 3 && nowhere.diagnostics.contains("there is no folder nowhere"), "\(nowhere.diagnostics)")
    #expect(!FileManager.default.fileExists(atPath: tool.folder.appendingPathComponent("third_store.py").path))
    // What the build has put into the tool is what pip installs.
    let docs = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../docs/stores")
    #expect(try base == String(contentsOf: docs.appendingPathComponent("touchstone_adapter.py"), encoding: .utf8))
  }

  /// Whether a program may have mounts of its own.
  private static let mayMount: Bool = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["unshare", "--mount", "--map-root-user", "mount", "-t", "tmpfs", "tmpfs", "/tmp"]
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  @Test(
    "A file that has its size from the beginning meets a full disk, and no limit of the size of files",
    .enabled(if: hasPython && mayMount, "python3 is not installed, or nothing may be mounted"))
  func mappedFile() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    #expect(try tool("adapter", "new", "mapped", "--language", "python").status == 0)
    let adapter = """
      import mmap, os, pickle
      from touchstone_adapter import Buffered, serve

      class Mapped(Buffered):
          def open(self, path):
              is_new = not os.path.exists(path)
              self.file = open(path, "w+b" if is_new else "r+b")
              if is_new: self.file.truncate(1 << 24)
              self.map = mmap.mmap(self.file.fileno(), 1 << 24)
              self.data = {} if is_new else pickle.loads(self.map[:])
              if is_new: self.apply({})

          def close(self): self.map.close(); self.file.close()
          def load(self, key): return self.data.get(key)
          def keys(self): return list(self.data)

          def apply(self, changes):
              self.data = {key: value for key, value in {**self.data, **changes}.items() if value is not None}
              text = pickle.dumps(self.data)
              self.map[:len(text)] = text

      serve(Mapped)
      """
    try adapter.write(to: tool.folder.appendingPathComponent("mapped_store.py"), atomically: true, encoding: .utf8)
    let run = try tool("conformance", "--backend", "process:python3 mapped_store.py", "--only", "STO-42", "--seed", "1", "--budget", "15s")
    #expect(run.status == 1 && run.output.contains("the disk has room for") && run.output.contains("Bus error"), "\(run.output)")
  }
}
