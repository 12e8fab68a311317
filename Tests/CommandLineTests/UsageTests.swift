import Foundation
import Testing

@Suite("Wrong commands and environments")
struct UsageTests {
  /// What is wrong, and what the tool must say about it.
  @Test(
    "A wrong command ends with 2 and names the nearest valid one",
    arguments: [
      ("", "no command"),
      ("verfy", "unknown command “verfy”; did you mean “verify”?"),
      ("verify --ony CM-13", "unknown option “--ony”; did you mean “--only”?"),
      ("verify --json", "unknown option “--json”"),
      ("verify --only CM-31", "unknown property “CM-31”; did you mean “CM-01”?"),
      ("faults --seed 1 --seeds 5", "--seed and --seeds exclude one another: give one of them"),
      ("faults --seeds 0", "--seeds takes a whole number of at least 1, not “0”"),
      ("faults --report out.xml", "--report takes FILE.json, FILE.md, FILE.html, not “out.xml”"),
      ("verify --only", "option --only needs a value: --only ID,…|PREFIX"),
      ("verify --backend sqlit", "unknown backend “sqlit”; did you mean “sqlite”?"),
      ("verify --backend file:", "needs a path: write file:DIR"),
      ("verify --backend memory:x", "backend memory takes no path"),
      ("verify --backend process", "needs a command: write process:COMMAND"),
      ("verify --backend process:", "needs a command: write process:COMMAND"),
      ("serve", "touchstone serve takes one --backend"),
      ("serve --backend file:/x", "the requests say where stores are"),
      ("serve --backend process:x", "is already served by its command"),
      ("smoke", "touchstone smoke takes one COMMAND"),
      ("adapter", "touchstone adapter takes the words: new NAME"),
      ("adapter new a b --language python", "touchstone adapter takes the words: new NAME"),
      ("adapter new notes", "touchstone adapter new needs --language python"),
      ("adapter new notes --language pyton", "unknown language “pyton”; did you mean “python”?"),
      ("adapter new notes --language python --profile ordered", "unknown profile “ordered”; did you mean “ordered-kv”?"),
      ("adapter new my-notes --language python", "“my-notes” is no name of an adapter"),
      ("replicas", "touchstone replicas takes one COMMAND"),
      ("replicas cat --only REP-77", "no law is called “REP-77”; laws are REP-01 to REP-38"),
      ("verify --cases 0", "--cases takes a whole number of at least 1, not “0”"),
      ("verify --cases ten", "--cases takes a whole number of at least 1, not “ten”"),
      ("verify --cases 1 --cases 2", "option --cases is given twice"),
      ("verify --report a.json --report a.json", "--report a.json is given twice"),
      ("verify --seed xyz", "--seed takes 1 to 16 hexadecimal digits"),
      ("verify --seed 11112222333344445", "--seed takes 1 to 16 hexadecimal digits"),
      ("verify --jobs -1", "--jobs takes a whole number of at least 1, not “-1”"),
      ("verify --shard 3/2", "--shard takes I/N with 1 ≤ I ≤ N"),
      ("verify --report out.pdf", "--report takes FILE.json, FILE.xml, FILE.md, FILE.html, FILE.sarif, not “out.pdf”"),
      ("verify --only CM-13 --fault nothing", "unknown fault “nothing”"),
      ("list --edits mistakes.edits", "--edits adds mistakes to the properties that list --markdown prints"),
      ("list --markdown --laws --edits mistakes.edits", "give it with --markdown, without --laws"),
      ("verify extra", "touchstone verify takes no argument “extra”"),
      ("replay", "touchstone replay takes one token"),
      ("replay CM-13", "is not a replay token: it has the form ID:WORD"),
      ("replay CM-13:AAAA", "is not a replay token: the part after the colon is too short"),
      ("replay CM-13:!!!!", "is not a replay token: the part after the colon is not base64url"),
    ])
  func usage(_ command: String, _ message: String) throws {
    try Tool.expectUsageError(command, message)
  }

  @Test("A backend or a report that cannot be written ends with 3 and says where")
  func environment() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    try FileManager.default.createDirectory(
      at: tool.folder.appendingPathComponent("out.json"), withIntermediateDirectories: false)
    try Data().write(to: tool.folder.appendingPathComponent("saved"))
    for (arguments, message) in [
      (["verify", "--backend", "file:saved/folder"], "saved/folder"),
      (["verify", "--backend", "sqlite:/no/such/folder/a.db"], "/no/such/folder/a.db"),
      (["verify", "--backend", "process:/no/such/adapter"], "/no/such/adapter"),
      (["verify", "--backend", "process:echo hello"], "is not one JSON object"),
      (["verify", "--report", "/no/such/folder/out.json"], "the folder of the report, /no/such/folder, does not exist"),
      (["verify", "--report", "out.json"], "the report out.json is a folder; name a file"),
      (["list", "--markdown", "--edits", "nowhere.edits"], "there is no file nowhere.edits"),
      (["list", "--markdown", "--edits", "out.json"], "out.json is a folder, not a file"),
      (["verify", "--regressions", "saved"], "the folder for counterexamples, saved, is a file; name a folder"),
    ] {
      let run = try tool.run(arguments)
      #expect(run.status == 3, "\(run.output)\(run.diagnostics)")
      #expect(run.diagnostics.contains(message), "\(run.diagnostics)")
    }
  }

  #if os(Linux)
    @Test("Results that cannot be written end with 3, and a reader that goes away with 0")
    func fullDisk() throws {
      let tool = try Tool()
      defer { tool.removeFolder() }
      let verify = "\(try Tool.path().path) verify --only CM-13 --cases 5 --backend memory"
      for (script, status) in [("\(verify) > /dev/full", 3), ("\(verify) | true; exit ${PIPESTATUS[0]}", 0)] {
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/bash")
        shell.arguments = ["-c", script]
        shell.currentDirectoryURL = tool.folder
        let diagnostics = Pipe()
        shell.standardError = diagnostics
        try shell.run()
        let text = String(decoding: diagnostics.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        shell.waitUntilExit()
        #expect(Int(shell.terminationStatus) == status, "\(script): \(text)")
        #expect(text.contains("No space left on device") == (status == 3), "\(text)")
      }
    }
  #endif

  @Test("A file that is no database of ours is refused and left as it is")
  func foreignDatabase() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    let file = tool.folder.appendingPathComponent("notes.db")
    try Data("my notes, not a database".utf8).write(to: file)
    let run = try tool("verify", "--backend", "sqlite:notes.db", "--only", "CM-13")
    #expect(run.status == 3)
    #expect(run.diagnostics.contains("notes.db"))
    #expect(try String(contentsOf: file, encoding: .utf8) == "my notes, not a database")
  }

  @Test("Help for every command, with examples", arguments: ["list", "verify", "replay", "faults", "scan"])
  func help(_ command: String) throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    let run = try tool(command, "--help")
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("touchstone \(command)"))
    #expect(run.output.contains("Examples:\n  touchstone \(command)") || run.output.contains("Examples:\n    touchstone \(command)"))
    #expect(try tool("help", command).output == run.output)
  }
}
