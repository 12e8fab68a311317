import Foundation
import PropertyTesting
import StandardLaws
import Testing

/// The table and the report of docs/laws.md are those of the kit. With TOUCHSTONE_WRITE_DOCS=1 they are made so.
@Suite(.serialized) struct LawsPageTests {
  private static let page = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("docs/laws.md")

  @Test func theTableIsUpToDate() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let start = try #require(text.range(of: "<!-- laws -->\n")).upperBound
    let end = try #require(text.range(of: "<!-- end of laws -->")).lowerBound
    if ProcessInfo.processInfo.environment["TOUCHSTONE_WRITE_DOCS"] == "1" {
      try (text[..<start] + Self.table + text[end...]).write(to: Self.page, atomically: true, encoding: .utf8)
    } else {
      #expect(text[start..<end] == Self.table, "run the tests with TOUCHSTONE_WRITE_DOCS=1")
    }
  }

  @Test func theReportIsUpToDate() throws {
    let failure = try #require(throws: LawFailure.self) {
      try checkLaws(
        .hashable, of: CheckLawsTests.money, seed: 1, fileID: "ShopTests/MoneyTests.swift",
        filePath: "Tests/ShopTests/MoneyTests.swift", line: 16)
    }
    // Where the law stands depends on where the package is.
    let lines = failure.description.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().filter { !$0.hasPrefix("  at ") }
    let report = lines.joined(separator: "\n")
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let start = try #require(text.range(of: "<!-- report -->\n```\n")).upperBound
    let end = try #require(text[start...].range(of: "\n```\n")).lowerBound
    if ProcessInfo.processInfo.environment["TOUCHSTONE_WRITE_DOCS"] == "1" {
      try (text[..<start] + report + text[end...]).write(to: Self.page, atomically: true, encoding: .utf8)
    } else {
      #expect(text[start..<end] == report, "run the tests with TOUCHSTONE_WRITE_DOCS=1")
    }
  }

  @Test func everyLawHasWitnessesAndASource() {
    for topic in LawCatalogue.all {
      for law in topic.laws {
        #expect(Self.witnesses(of: topic.name, law.statement) > 0, "\(topic.name): \(law.statement)")
        #expect(!law.source.place.isEmpty)
      }
    }
  }

  private static func witnesses(of topic: String, _ statement: String) -> Int {
    WitnessTests.all.count { $0.topic == topic && $0.statement == statement }
  }

  private static var table: String {
    let laws = LawCatalogue.all.reduce(0) { $0 + $1.laws.count }
    var text = "\n\(LawCatalogue.all.count) protocols and topics, \(laws) laws, \(WitnessTests.all.count) broken witnesses.\n"
    for topic in LawCatalogue.all {
      text += "\n### \(topic.name)\n\n| law | source | witnesses |\n|---|---|---|\n"
      for law in topic.laws {
        text += "| \(cell(law.statement)) | \(cell(source(law.source))) | \(witnesses(of: topic.name, law.statement)) |\n"
      }
      if !topic.unchecked.isEmpty { text += "\nNot looked at: \(topic.unchecked)\n" }
    }
    return text + "\n"
  }

  private static func cell(_ text: String) -> String { text.replacingOccurrences(of: "|", with: "\\|") }

  private static func source(_ source: LawSource) -> String {
    guard source.place.hasPrefix("https://"), let name = source.place.split(separator: "/", maxSplits: 4).last else {
      return [source.place, source.words].filter { !$0.isEmpty }.joined(separator: ": ")
    }
    return "[\(name)](\(source.place)): \(source.words)"
  }
}
