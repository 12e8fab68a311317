import Foundation
@testable import PropertyTesting
import Testing

@Suite("What is too long to print is in files")
struct ReportFilesTests {
  private func failure(_ title: String, count: Int) throws -> PropertyFailure {
    try #require(throws: PropertyFailure.self) {
      try check(title, forAll: .array(of: .int(in: 100...999), count: count), seed: 1) { list in
        try expect("the sum is low", list.reduce(0, +) < 100 * count + 1)
      }
    }
  }

  private func printed(_ failure: PropertyFailure, inCI: Bool = false) -> String {
    KeptFailures.$isContinuousIntegration.withValue(inCI) { failure.description }
  }

  private func place(_ pattern: Regex<(Substring, Substring)>, in text: String) throws -> String {
    String(try #require(text.firstMatch(of: pattern), "\(text)").1)
  }

  @Test func aLongTokenIsAFileThatReplays() throws {
    let failure = try failure("a long token", count: 100)
    let token = try #require(failure.result.verdict.counterexample?.token)
    #expect(token.description.utf8.count > 300)
    let text = printed(failure)
    #expect(!text.contains(token.description))
    let place = try place(/replay   check\(…, replaying: "(.*\.json)"\)/, in: text)
    #expect(try ReplayToken(place) == token)
    #expect(RunEnvironment(["TOUCHSTONE_REPLAY": place]).token == token)
    let again = #expect(throws: PropertyFailure.self) {
      try check("a long token", forAll: .array(of: .int(in: 100...999), count: 100), replaying: place) { list in
        try expect("the sum is low", list.reduce(0, +) < 10_001)
      }
    }
    #expect(again?.result.verdict.counterexample?.origin == .replayed)
    #expect(again?.result.verdict.counterexample?.value == failure.result.verdict.counterexample?.value)
  }

  @Test func aShortTokenStays() throws {
    let failure = try failure("a short token", count: 3)
    let token = try #require(failure.result.verdict.counterexample?.token)
    #expect(printed(failure).contains("replaying: \"\(token)\")") && !printed(failure).contains("\n  whole "))
  }

  @Test func theRestIsInAFile() throws {
    let failure = try failure("a long value", count: 3_000)
    let text = printed(failure)
    #expect(text.utf8.count < 6_000)
    #expect(text.contains("… (13000 more characters)"))
    let path = try place(/\n  whole    (.*\.txt); TOUCHSTONE_FULL=1 prints all of it/, in: text)
    let whole = try String(contentsOfFile: path, encoding: .utf8)
    let found = try #require(failure.result.verdict.counterexample)
    #expect(whole.contains(found.value) && whole.contains("@Test func aLongValueCase()") && whole.contains("\(found.token)"))
  }

  /// The machine goes away, and the log stays.
  @Test func inContinuousIntegrationTheTokenIsPrinted() throws {
    let failure = try failure("a token in CI", count: 100)
    let token = try #require(failure.result.verdict.counterexample?.token)
    #expect(printed(failure, inCI: true).contains("\(token)"))
  }

  @Test func aFileThatDoesNotReplaySaysWhy() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("replay-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func reason(_ place: String) -> String? {
      do { _ = try ReplayToken(place) } catch { return error.description }
      return nil
    }
    #expect(reason("\(folder)/no.json")?.contains("no.json” does not replay: there is no such file") == true)
    #expect(RunEnvironment(["TOUCHSTONE_REPLAY": "\(folder)/no.json"]).problem?.hasPrefix("TOUCHSTONE_REPLAY: the file") == true)
    let store = RegressionStore(directory: folder)
    for count in 1...2 {
      let found = try #require(try failure("saved", count: count).result.verdict.counterexample)
      try store.save(found, title: "saved", fixture: "")
    }
    let path = store.path(of: "check-" + "saved".fingerprint)
    #expect(try store.entries(of: "check-" + "saved".fingerprint).map(\.token) == [ReplayToken("\(path)#1"), ReplayToken(path)])
    #expect(reason("\(path)#3")?.hasSuffix("the file has 2 counterexamples") == true)
    try Data("{}".utf8).write(to: URL(fileURLWithPath: path))
    #expect(reason(path)?.contains("it was not written by this engine") == true)
  }

  /// A nested check is printed while the engine shrinks: it writes nothing.
  @Test func aFailureInsideACaseIsPrintedWithoutFiles() throws {
    let failure = try failure("within a case", count: 100)
    let token = try #require(failure.result.verdict.counterexample?.token)
    #expect(failure.counterexampleDescription.contains("\(token)"))
  }
}

extension String {
  fileprivate var fingerprint: String {
    var fingerprint = Fingerprint()
    fingerprint.add(self)
    return String(fingerprint.text.suffix(8))
  }
}
