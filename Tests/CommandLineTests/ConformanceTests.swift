import Foundation
import Testing

@Suite("touchstone conformance")
struct ConformanceTests {
  @Test(
    "A wrong command ends with 2 and says what is right",
    arguments: [
      ("conformance --only STO-99", "no law is called “STO-99”; laws are STO-01 to STO-68"),
      ("conformance --backend nope", "unknown backend “nope”. Known: memory, file"),
      ("conformance --report out.pdf", "--report takes FILE.json, FILE.xml, FILE.md, FILE.html, FILE.sarif, not “out.pdf”"),
      ("conformance --timeout 2", "so it needs --isolate"),
      ("conformance --budget 5", "--budget takes a time such as 90s, 5m or 2h, not “5”"),
      ("conformance --skip STO-99", "no law is called “STO-99”"),
      ("conformance STO-01", "touchstone conformance takes no argument “STO-01”"),
      ("verify --only STO-01", "is a storage law, not a property: run touchstone conformance --only STO-01"),
      ("replay STO-01:AAAA", "the part after the colon is too short"),
    ])
  func usage(_ command: String, _ message: String) throws {
    try Tool.expectUsageError(command, message)
  }

  @Test("The standard backends are tried, and the reports are JSON and XML")
  func reports() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    for name in ["out.json", "out.xml"] {
      let run = try tool("conformance", "--only", "STO-16,STO-57", "--cases", "3", "--seed", "1", "--report", name)
      #expect(run.status == 0, "\(run.output)\(run.diagnostics)")
      for backend in ["memory", "file", "sqlite"] { #expect(run.output.contains("score of \(backend)\n")) }
      for line in run.output.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
    }
    let json = try JSONSerialization.jsonObject(with: Data(try tool.read("out.json").utf8)) as? [String: [[String: Any]]]
    #expect(json?["reports"]?.compactMap { $0["backend"] as? String } == ["memory", "file", "sqlite"])
    let laws = json?["reports"]?.first?["laws"] as? [[String: Any]]
    #expect(laws?.compactMap { $0["outcome"] as? String } == ["held", "held"])
    let reader = JUnitReader(try tool.read("out.xml"))
    #expect(reader.isWhole && reader.cases == 6 && reader.failures == 0)
  }

  @Test("A run ends at its budget or at a failure, and says which laws it did not try")
  func endsEarly() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    let short = try tool("conformance", "--backend", "memory", "--only", "STO-01,STO-02", "--budget", "0.001s", "--report", "out.json")
    #expect(short.status == 1 && short.output.contains("not tried: the budget of 0.001 s was over"), "\(short.output)")
    #expect(try tool.read("out.json").contains("\"notTried\""))
    let skipped = try tool("conformance", "--backend", "memory", "--only", "STO-01,STO-02", "--cases", "3", "--skip", "STO-02")
    #expect(skipped.status == 0 && skipped.output.contains("skipped: you left it out"), "\(skipped.output)")
    try write(adapter: "lossy.py", in: tool, replacing: #"return {"deleted": found is not None}"#, by: #"return {"deleted": False}"#)
    let failed = try tool(
      "conformance", "--backend", "process:python3 lossy.py", "--only", "STO-16,STO-18,STO-19", "--cases", "20", "--stop-at-failure")
    #expect(failed.status == 1 && failed.output.contains("not tried: STO-18 did not hold"), "\(failed.output)")
  }

  @Test("Expected failures are a list that has to be there, right and exact")
  func expectedFailures() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    func run(_ list: String) throws -> Tool.Outcome {
      try tool(
        "conformance", "--backend", "memory", "--only", "STO-01", "--cases", "3", "--expect-failures", list)
    }
    let missing = try run("missing.txt")
    #expect(missing.status == 3 && missing.diagnostics.contains("missing.txt cannot be read"))
    try Data("STO-01\nSTO-77\n".utf8).write(to: tool.folder.appendingPathComponent("wrong.txt"))
    let wrong = try run("wrong.txt")
    #expect(wrong.status == 2 && wrong.diagnostics.contains("wrong.txt, line 2: “STO-77” is not a law"))
    try Data("STO-01 mended long ago\n".utf8).write(to: tool.folder.appendingPathComponent("stale.txt"))
    let stale = try run("stale.txt")
    #expect(stale.status == 1 && stale.output.contains("STO-01 is listed as an expected failure, but holds now."))
  }

  @Test("An adapter that loses digits: the printed line replays its failure, and the list may name it")
  func adapter() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    try write(adapter: "lossy.py", in: tool, replacing: #""fields": json.loads(row[2])}"#, by: """
      "fields": {n: {k: str(float(t)) if k == "decimal" else t for k, t in v.items()}
                 for n, v in json.loads(row[2]).items()}}
      """)
    let backend = "process:python3 lossy.py"
    let found = try tool(
      "conformance", "--backend", backend, "--only", "STO-01", "--seed", "5eed", "--report", "out.xml")
    #expect(found.status == 1, "\(found.output)\(found.diagnostics)")
    #expect(found.output.contains("✘ STO-01 Decimals come back exactly"))
    #expect(found.output.contains("\n  says     The store returns a decimal of up to 38"))
    let reader = JUnitReader(try tool.read("out.xml"))
    #expect(reader.isWhole && reader.cases == 1 && reader.failures == 1)

    let line = try #require(found.output.split(separator: "\n").first { $0.hasPrefix("  replay ") })
    let words = try #require(line.components(separatedBy: "touchstone ").last).components(separatedBy: " --backend ")
    #expect(words.last == "'\(backend)'")
    let again = try tool.run(words[0].split(separator: " ").map(String.init) + ["--backend", backend])
    #expect(again.status == 1)
    for field in ["  claim ", "  given "] {
      let told = found.output.split(separator: "\n").first { $0.hasPrefix(field) }
      #expect(told != nil && told == again.output.split(separator: "\n").first { $0.hasPrefix(field) })
    }

    try Data("STO-01 floats\n".utf8).write(to: tool.folder.appendingPathComponent("known.txt"))
    let expected = try tool(
      "conformance", "--backend", backend, "--only", "STO-01", "--seed", "5eed", "--expect-failures", "known.txt")
    #expect(expected.status == 0, "\(expected.output)")
  }

  @Test("An adapter that dies or babbles is told, and ends the run with 1; one that cannot be used with 3")
  func misbehaviour() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    try write(adapter: "dies.py", in: tool, replacing: "        found = self.find(r)", by: "        os._exit(3)")
    let dead = try tool("conformance", "--backend", "process:python3 dies.py", "--only", "STO-18", "--cases", "5")
    #expect(dead.status == 1 && dead.output.contains("it exited with status 3 instead of answering “delete”"))
    let babble = "\n    if request[\"op\"] == \"count\": print(\"{}\", flush=True)"
    let reply = "    print(json.dumps(dict(reply, id=request[\"id\"])), flush=True)"
    try write(adapter: "twice.py", in: tool, replacing: reply, by: reply + babble)
    let twice = try tool("conformance", "--backend", "process:python3 twice.py", "--only", "STO-12", "--cases", "5")
    #expect(twice.status == 1 && twice.output.contains("expected a reply, but it wrote “{}”"))
    let useless = try tool("conformance", "--backend", "process:echo hello", "--only", "STO-01")
    #expect(useless.status == 3 && useless.diagnostics.contains("but it wrote “hello”"), "\(useless.diagnostics)")
  }

  @Test("Laws are listed, catch their broken backends, and run in worker processes")
  func laws() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    let list = try tool("list", "--laws", "--only", "STO-18")
    #expect(list.status == 0 && list.output.hasPrefix("STO-18  A delete is done once, and leaves no residue\n"))
    #expect(list.output.contains("must catch: BF-7 bringsDeletedRecordsBack") && list.output.contains("\n1 law, "))
    let faults = try tool("faults", "--only", "STO-18")
    #expect(faults.status == 0 && faults.output.contains("3 of 3 faults caught"), "\(faults.output)")
    let isolated = try tool(
      "conformance", "--backend", "memory", "--only", "STO-18,STO-24", "--cases", "10", "--isolate", "--timeout", "20")
    #expect(isolated.status == 0, "\(isolated.output)")
    #expect(isolated.output.contains("2 of 2 held: full score for all it declares"))
  }

  /// The example in Python, with a defect.
  private func write(adapter name: String, in tool: Tool, replacing good: String, by bad: String) throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("docs/examples/python-backend/backend.py")
    let text = try String(contentsOf: path, encoding: .utf8)
    try #require(text.contains(good))
    try Data(text.replacingOccurrences(of: good, with: bad).utf8).write(to: tool.folder.appendingPathComponent(name))
  }
}

/// What a JUnit report holds, by its elements alone: whether each is closed, and how many cases and failures there are.
private struct JUnitReader {
  private(set) var cases = 0
  private(set) var failures = 0
  private(set) var isWhole: Bool

  init(_ text: String) {
    var open: [Substring] = []
    isWhole = text.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites ")
    for part in text.split(separator: "<").dropFirst() {
      guard let end = part.lastIndex(of: ">") else {
        isWhole = false
        return
      }
      let tag = part[..<end]
      let name = tag.prefix { !$0.isWhitespace && $0 != "/" || $0 == "/" && tag.first == "/" }
      if name.hasPrefix("/") {
        if open.popLast() != name.dropFirst() { isWhole = false }
      } else {
        if name == "testcase" { cases += 1 }
        if name == "failure" { failures += 1 }
        if !tag.hasSuffix("/") { open.append(name) }
      }
    }
    isWhole = isWhole && open.isEmpty
  }
}
