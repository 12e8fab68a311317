import Foundation
import PropertyIssues
import PropertyTesting
import Synchronization
import Testing
import XCTest

/// Failures of tests are kept in files beside their sources, and tried first.
@Suite struct KeptFailuresTests {
  /// A folder with sources, as far as their paths go; taken away at the end.
  private final class Sources: Sendable {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("kept-\(UUID().uuidString)").path

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    var source: String { folder + "/CartTests.swift" }

    /// What is in the folder, at any depth.
    var files: [String] {
      let all = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
      return all.filter { $0.hasSuffix(".json") }.sorted()
    }

    /// Checks that numbers are below a limit, from this seed. Returns the numbers that ran.
    @discardableResult
    func check(below limit: Int, seed: UInt64 = 1, keeps: Bool = true, title: String = "Totals add up!") throws -> [Int] {
      let seen = Mutex<[Int]>([])
      var settings = RunSettings(seed: seed)
      settings.keepsFailures = keeps
      defer { last.withLock { $0 = seen.withLock { $0 } } }
      try PropertyTesting.check(title, forAll: .int(in: 0...1_000), settings: settings, filePath: source) { number in
        seen.withLock { $0.append(number) }
        try expect("it is low", number < limit)
      }
      return seen.withLock { $0 }
    }

    let last = Mutex<[Int]>([])
  }

  /// The issues of a test that is not in continuous integration.
  private func issuesAtHome(_ body: @Sendable () async throws -> Void) async throws -> [String] {
    try await KeptFailures.$isContinuousIntegration.withValue(false) {
      try await issues(body).map { $0.comments.map(\.rawValue).joined() }
    }
  }

  /// Of the page that is attached, too.
  @Test func filesAreNamedAfterTheTitle() throws {
    let sources = try Sources()
    let failure = #expect(throws: PropertyFailure.self) { try sources.check(below: 100) }
    let name = try #require(failure?.result.fileName)
    #expect(name.wholeMatch(of: /totals-add-up-[0-9a-f]{8}/) != nil)
    let other = #expect(throws: PropertyFailure.self) { try sources.check(below: 100, title: "总和") }
    #expect(other?.result.fileName.wholeMatch(of: /[0-9a-f]{8}/) != nil)
  }

  @Test func aFailureIsKeptAndTriedFirst() async throws {
    let sources = try Sources()
    let first = try await issuesAtHome { try sources.check(below: 100) }
    #expect(first.count == 1)
    #expect(sources.files.count == 1)
    let file = try #require(sources.files.first)
    #expect(file.hasPrefix(".counterexamples/CartTests/totals-add-up-") && file.hasSuffix(".json"))
    #expect(first[0].contains("saved    \(sources.folder)/\(file); tried first on the next run"))
    // Another seed, and the case comes first, and is the only one.
    let second = try await issuesAtHome { try sources.check(below: 100, seed: 2) }
    #expect(second.count == 1 && second[0].contains("falsified by a saved counterexample, before any generated case"))
    #expect(sources.last.withLock { $0.first } == 100)
    // Mended: it runs first, holds, and stays.
    let third = try await issuesAtHome { try sources.check(below: 2_000, seed: 3) }
    #expect(third.isEmpty && sources.last.withLock { $0.first } == 100 && sources.files == [file])
  }

  @Test func anAsynchronousOneToo() async throws {
    let sources = try Sources()
    let path = sources.source
    for place in 0..<2 {
      let found = try await issuesAtHome {
        try await check("later", forAll: .int(in: 0...1_000), seed: 1, filePath: path) { number in
          await Task.yield()
          return number < 100
        }
      }
      #expect(found.count == 1 && found[0].contains(place == 0 ? "saved    " : "by a saved counterexample"))
    }
    #expect(sources.files.count == 1)
  }

  @Test func whatATestExpectsLeavesNoFile() async throws {
    let sources = try Sources()
    // Nothing keeps it: there is no trait.
    #expect(throws: PropertyFailure.self) { try sources.check(below: 100) }
    // The test takes it as it is.
    let caught = try await issuesAtHome { #expect(throws: PropertyFailure.self) { try sources.check(below: 100) } }
    // It is switched off.
    let off = try await issuesAtHome { try sources.check(below: 100, keeps: false) }
    #expect(caught.isEmpty && off.count == 1 && !off[0].contains("saved    "))
    #expect(sources.files.isEmpty)
  }

  @Test func inContinuousIntegrationTheFileIsAnAttachment() async throws {
    let sources = try Sources()
    let found = try await KeptFailures.$isContinuousIntegration.withValue(true) {
      try await issues { try sources.check(below: 100) }
    }
    #expect(sources.files.isEmpty)
    let text = try #require(found.first?.comments.first?.rawValue)
    #expect(text.contains("saved    as an attachment of the test; as \(sources.folder)/.counterexamples/CartTests/totals-add-up-"))
  }

  @Test func theAttachmentIsTheFile() async throws {
    let sources = try Sources()
    let failures = Mutex<[PropertyFailure]>([])
    KeptFailures.keeping {
      do { try sources.check(below: 100) } catch let failure as PropertyFailure { failures.withLock { $0.append(failure) } } catch {}
    }
    let failure = try #require(failures.withLock { $0.first })
    let attachment = KeptFailures.$isContinuousIntegration.withValue(true) { failure.kept(attaches: true).attachments.first }
    _ = KeptFailures.$isContinuousIntegration.withValue(false) { failure.kept(attaches: true) }
    let file = try #require(sources.files.first)
    #expect(attachment?.name == file.split(separator: "/").last.map(String.init))
    #expect(attachment?.data == FileManager.default.contents(atPath: sources.folder + "/" + file))
  }

  @Test func theCaseIsATestInTheReportAndAsAFile() async throws {
    let failure = try #require(throws: PropertyFailure.self) {
      try check("totals add up", forAll: .array(of: .int(in: 0...1_000)), settings: .fixed) { list in
        try expect("it is low", list.reduce(0, +) < 100)
      }
    }
    let (kept, attachments) = failure.kept(attaches: true)
    let test = try #require(failure.result.swiftTest)
    #expect(attachments.map(\.name) == ["\(failure.result.fileName).swift"])
    #expect(attachments.first.map { String(decoding: $0.data, as: UTF8.self) } == test + "\n")
    #expect(test.contains("@Test func totalsAddUpCase() throws {") && test.contains("  let value"))
    #expect(kept.description.contains("  paste    // falsified, seed 1: it is low\n           @Test func totalsAddUpCase() throws {"))
    #expect(failure.page.contains("@Test func totalsAddUpCase()"))
  }

  @Test func aLongReportIsAnAttachment() async throws {
    let failure = try #require(throws: PropertyFailure.self) {
      try check("a long list", forAll: .array(of: .int(in: 100...999), count: 2_000), settings: .fixed) { list in
        try expect("it is low", list[0] < 100)
      }
    }
    let (kept, attachments) = failure.kept(attaches: true)
    let text = try #require(attachments.first { $0.name == "\(failure.result.fileName).txt" }.map { String(decoding: $0.data, as: UTF8.self) })
    #expect(text.contains("100, 100]") && text.contains("@Test func aLongListCase()") && !text.contains("more characters"))
    let printed = KeptFailures.$isContinuousIntegration.withValue(true) { kept.description }
    #expect(printed.contains("  whole    \(failure.result.fileName).txt, an attachment of the test; TOUCHSTONE_FULL=1 prints all of it"))
    #expect(printed.split(separator: "\n").allSatisfy { $0.utf8.count < 2_100 })
  }

  /// A file that nobody asked for fails nothing, unless it is damaged: a merge may have done that.
  @Test func aStaleCaseFailsNothingAndADamagedFileSaysSo() async throws {
    let sources = try Sources()
    _ = try await issuesAtHome { try sources.check(below: 100) }
    let path = sources.source
    let stale = try await issuesAtHome {
      try check("Totals add up!", forAll: .text(), seed: 1, filePath: path) { $0 == $0 }
    }
    #expect(stale.isEmpty)
    let file = sources.folder + "/" + (try #require(sources.files.first))
    try Data("<<<<<<< ours".utf8).write(to: URL(fileURLWithPath: file))
    let damaged = try await issuesAtHome { try sources.check(below: 2_000) }
    #expect(damaged.count == 1 && damaged[0].contains("it is not JSON"))
  }

  @Test func aFolderThatCannotBeMadeIsSaid() async throws {
    let sources = try Sources()
    try Data().write(to: URL(fileURLWithPath: sources.folder + "/.counterexamples"))
    let found = try await issuesAtHome { try sources.check(below: 100) }
    #expect(found.count == 1 && found[0].contains("not saved ") && found[0].contains("cannot be written"))
    // Nothing where the sources are not.
    let elsewhere = try await issuesAtHome {
      try check("away", forAll: .int(in: 0...1_000), seed: 1, filePath: "/no/such/folder/Tests.swift") { $0 < 100 }
    }
    #expect(elsewhere.count == 1 && !elsewhere[0].contains("saved"))
  }

  #if !canImport(Darwin)
    @Test func recordingPropertiesKeepsThemToo() throws {
      let sources = try Sources()
      try KeptFailures.$isContinuousIntegration.withValue(false) {
        let test = SilentTestCase(name: "silent") { _ in }
        try test.recordingProperties {
          try check("low", forAll: .int(in: 0...1_000), seed: 1, filePath: sources.source) { $0 < 100 }
        }
        #expect(test.texts.count == 1 && test.texts[0].contains("; tried first on the next run"))
      }
      #expect(sources.files.count == 1)
    }
  #endif
}

#if !canImport(Darwin)
/// Keeps what XCTest would be told.
private final class SilentTestCase: XCTestCase {
  private(set) var texts: [String] = []

  override func recordFailure(withDescription text: String, inFile _: String, atLine _: Int, expected _: Bool) { texts.append(text) }
}
#endif
