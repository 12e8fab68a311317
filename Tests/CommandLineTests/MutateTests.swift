import Foundation
import Testing

/// A package of one file, whose tests are a program: no `swift build`, which would take most of the time.
@Suite("touchstone mutate")
struct MutateTests {
  private static let ledger = """
    struct Ledger {
      var entries: [Int] = []
      var name: String { "ledger" + "s" }
      mutating func append(_ amount: Int) {
        if amount > 0 { entries.append(amount) }
      }
      func balance() -> Int {
        var sum = 0
        var index = 0
        while index < entries.count {
          sum += entries[index]
          index += 1
        }
        return sum
      }
      func isEmpty() -> Bool { entries.isEmpty }
    }
    """
  private static let tests = """
    let wanted = CommandLine.arguments.dropFirst().first?.split(separator: ",").map(String.init) ?? []
    if wanted == ["list"] { print("balance"); print("negative") }
    var ledger = Ledger()
    if wanted.contains("balance") {
      for amount in [3, 4] { ledger.append(amount) }
      if ledger.balance() != 7 { exit(1) }
    }
    if wanted.contains("negative") {
      ledger.append(-1)
      if ledger.entries.contains(-1) { exit(1) }
    }
    """

  /// Beside what the tool prints, which would be a part of the package.
  private func package(of tool: Tool) -> URL { tool.folder.appendingPathComponent("Ledger") }

  private func tool(equivalent: String = "") throws -> Tool {
    let tool = try Tool()
    let package = package(of: tool)
    try FileManager.default.createDirectory(
      at: package.appendingPathComponent("Sources/Ledger"), withIntermediateDirectories: true)
    for (name, text) in [
      ("Sources/Ledger/Ledger.swift", Self.ledger), ("Sources/Ledger/main.swift", "import Foundation\n" + Self.tests),
      ("equivalent", equivalent),
      (
        "Package.swift",
        "// swift-tools-version: 6.0\nimport PackageDescription\nlet package = Package(name: \"Ledger\", targets: [.executableTarget(name: \"Ledger\")])\n"
      ),
    ] {
      try Data(text.utf8).write(to: package.appendingPathComponent(name))
    }
    return tool
  }

  private let options = [
    "mutate", "--sources", "Sources/Ledger/Ledger.swift", "--scratch", "scratch", "--build",
    "swiftc -o tests Sources/Ledger/*.swift",
    "--test", "./tests {,}", "--list-tests", "./tests list",
  ]

  @Test("Judges every change, tells each kind of end apart, and goes on where it stopped")
  func everyChange() throws {
    let tool = try tool(
      equivalent: """
        Sources/Ledger/Ledger.swift Ledger.append
        - if amount > 0 { entries.append(amount) }
        + if amount >= 0 { entries.append(amount) }
        because nobody adds nothing

        Sources/Ledger/Ledger.swift Ledger.append
        - if amount > 7 { entries.append(amount) }
        + if amount >= 7 { entries.append(amount) }
        because it is gone
        """)
    defer { tool.removeFolder() }
    let all = options + ["--equivalent", "equivalent", "--report", "report.json"]
    let run = try tool.run(all, in: package(of: tool))
    #expect(run.status == 0, "\(run.diagnostics)")
    let output = run.output
    #expect(output.contains("without 1 change that the compiler refuses"))
    #expect(
      output.contains(
        """
        survived  constant  Sources/Ledger/Ledger.swift:5:17
        Sources/Ledger/Ledger.swift Ledger.append
        - if amount > 0 { entries.append(amount) }
        + if amount > 1 { entries.append(amount) }
        reached by \(output.contains("reached by balance") ? "balance, negative" : "negative, balance")
        """))
    #expect(
      output.contains(
        """
        not covered  result  Sources/Ledger/Ledger.swift:16:28
        Sources/Ledger/Ledger.swift Ledger.isEmpty
        - func isEmpty() -> Bool { entries.isEmpty }
        + func isEmpty() -> Bool { true }
        no test reaches it
        """))
    #expect(output.contains("listed as equivalent, but no longer in the sources (line 6)"))
    #expect(
      output.contains(
        "15 of 21 killed, 71.4 %: 11 killed, 2 crashed, 2 timed out, 1 survived, 5 not covered, 1 listed"), "\(output)")
    #expect(output.contains("1 listed as equivalent, 1 refused by the compiler"), "\(output)")
    // Nothing of the original is touched.
    #expect(try tool.read("Ledger/Sources/Ledger/Ledger.swift") == Self.ledger)
    #expect(
      !FileManager.default.fileExists(
        atPath: package(of: tool).appendingPathComponent("Sources/Ledger/TouchstoneMutantSwitch.swift").path))
    #expect(try tool.read("Ledger/report.json").contains("\"mutatorName\" : \"border\""))

    let again = try tool.run(all + ["--known", "report.json", "--least-score", "99"], in: package(of: tool))
    #expect(again.output.contains("continuing an earlier run"))
    #expect(again.output.split(separator: "\n").contains { output.contains($0) && $0.contains(" %: ") })
    #expect(again.output.contains("the score is under 99.0 %"))
    #expect(!again.output.contains("is new:") && !again.output.contains("are new:"))
    #expect(again.status == 1)
  }

  @Test("Makes the mistakes that a file names")
  func namedMistakes() throws {
    let tool = try tool()
    defer { tool.removeFolder() }
    let file = package(of: tool).appendingPathComponent("mistakes.txt")
    let caught = """
      acceptsNegatives (negative): appends what is below zero
      Sources/Ledger/Ledger.swift
      - if amount > 0 { entries.append(amount) }
      + if amount != 0 { entries.append(amount) }

      """
    try Data(
      (caught + """

        forgetsTheLast (negative): leaves out the last amount
        Sources/Ledger/Ledger.swift
        - while index < entries.count {
        + while index < entries.count - 1 {

        returnsText: says the balance in words
        Sources/Ledger/Ledger.swift
        - return sum
        + return "\\(sum)"
        """).utf8
    ).write(to: file)
    let run = try tool.run(options + ["--edits", "mistakes.txt"], in: package(of: tool))
    #expect(run.status == 1, "\(run.diagnostics)")
    #expect(run.output.contains("3 changes in 1 file"), "\(run.output)")
    #expect(
      run.output.contains(
        """
        not covered  edit  Sources/Ledger/Ledger.swift:10:32
        Sources/Ledger/Ledger.swift forgetsTheLast
        - while index < entries.count {
        + while index < entries.count - 1 {
        """), "\(run.output)")
    #expect(run.output.contains("refused by the compiler  edit  Sources/Ledger/Ledger.swift:14:"), "\(run.output)")
    #expect(run.output.contains("1 of 2 killed"), "\(run.output)")
    #expect(run.output.contains("1 mistake does not compile"), "\(run.output)")

    // The declaration is in a file that has no other change.
    try Data("enum Amounts {}\n".utf8).write(to: package(of: tool).appendingPathComponent("Sources/Ledger/Amounts.swift"))
    try Data(
      (caught + """

        forgetsItsEntries (balance): is empty whatever it holds
        Sources/Ledger/Amounts.swift
        - enum Amounts {
        + enum Amounts {
        + static func nothing() -> Int { 0 }
        Sources/Ledger/Ledger.swift
        - return sum
        + return Amounts.nothing()

        """).utf8
    ).write(to: file)
    let good = try tool.run(
      options + ["--sources", "Sources/Ledger/Amounts.swift", "--edits", "mistakes.txt"], in: package(of: tool))
    #expect(good.status == 0, "\(good.diagnostics)")
    #expect(good.output.contains("2 of 2 killed"), "\(good.output)")

    try Data(caught.replacing("amount > 0", with: "amount > 2").utf8).write(to: file)
    let stale = try tool.run(options + ["--edits", "mistakes.txt"], in: package(of: tool))
    #expect(stale.status == 3)
    #expect(
      stale.diagnostics.contains("mistakes.txt:2: acceptsNegatives: its lines with - do not stand in Sources/Ledger/Ledger.swift"),
      "\(stale.diagnostics)")
  }

  @Test("Says what is wrong with the package or its tests")
  func whatCannotBeJudged() throws {
    let tool = try tool()
    defer { tool.removeFolder() }
    let failing = try tool.run(options.map { $0 == "./tests {,}" ? "false {,}" : $0 }, in: package(of: tool))
    #expect(failing.status == 3)
    #expect(
      failing.diagnostics.contains("the tests fail without a mutant, so they cannot judge mutants: “false "),
      "\(failing.diagnostics)")
    let unbuilt = try tool.run(
      options.map { $0.hasPrefix("swiftc") ? "echo 'no such compiler'; false" : $0 }, in: package(of: tool))
    #expect(unbuilt.status == 3)
    #expect(unbuilt.diagnostics.contains("no such compiler"), "\(unbuilt.diagnostics)")
    let elsewhere = try tool.run(["mutate", "--sources", "Sources/Nowhere"], in: package(of: tool))
    #expect(elsewhere.status == 3)
    #expect(
      elsewhere.diagnostics.contains("“Sources/Nowhere” contains no Swift source of a target"), "\(elsewhere.diagnostics)")
  }

  @Test(
    "Options that are wrong",
    arguments: [
      ("mutate --count 0", "--count takes a whole number of at least 1"),
      ("mutate --least-score 101", "--least-score takes a number from 0 to 100, not “101”"),
      ("mutate /nowhere", "/nowhere has no Package.swift"),
      ("mutate a b", "mutate takes one folder"),
      ("mutate --edits a --count 3", "--count draws from the changes that the operators find"),
      ("mutate --report a.txt", "has no Package.swift"),
    ])
  func wrongOptions(_ command: String, _ message: String) throws {
    try Tool.expectUsageError(command, message)
  }
}
