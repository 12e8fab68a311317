import Foundation
import PropertyTesting
import StorageContract
import Testing

@testable import StorageConformance

@Suite("A store held to the laws in one line")
struct EntryPointTests {
  private static let settings = RunSettings(cases: 20, seed: 0x5eed)
  /// A case has its turn late beside all other tests: only the test of a store that hangs may depend on the clock.
  private static let patience = Duration.seconds(3_600)

  @Test func aGoodStoreHasAFullScore() async throws {
    let report = try await StorageConformance.check(
      laws: "STO-0,STO-1", settings: Self.settings, patience: Self.patience
    ) { _ in
      try await MemoryLocation().open()
    }
    #expect(report.isFull)
    #expect(report.score.held > 10)
    #expect(report.backend == "store")
  }

  @Test func aStoreWithFilesFindsThemAgain() async throws {
    let report = try await StorageConformance.check(
      "journal", laws: "STO-50,STO-58", settings: Self.settings, patience: Self.patience
    ) {
      try FileStore(directory: $0.path("data"), options: FileStoreOptions(durability: .processCrash))
    }
    #expect(report.score == ConformanceReport.Score(report.rows) && report.isFull)
  }

  @Test func aBrokenStoreIsTold() async throws {
    let failure = await #expect(throws: ConformanceFailure.self) {
      try await StorageConformance.check("cache", laws: "STO-16", settings: Self.settings, patience: Self.patience) { _ in
        try await MemoryLocation().with(.servesStaleReads).open()
      }
    }
    let text = try #require(failure?.description)
    #expect(text.contains("✘ STO-16"))
    #expect(text.contains("backend cache"))
    #expect(text.contains("TOUCHSTONE_REPLAY=STO-16:"))
    #expect(text.contains("1 of 1 laws not held"))
  }

  /// One that is dropped without being closed lets go of its place.
  @Test func aVolatileStoreKeepsTheLawsOfClosing() async throws {
    let report = try await StorageConformance.check(
      laws: "STO-50,STO-51", settings: RunSettings(cases: 40, seed: 1), patience: Self.patience
    ) { _ in try await MemoryLocation().open() }
    #expect(report.isFull)
  }

  @Test func expectedFailuresMustBeExact() async throws {
    func check(_ ids: Set<String>, laws: String) async throws -> ConformanceReport {
      try await StorageConformance.check(
        laws: laws, settings: Self.settings, expecting: ExpectedFailures(ids: ids), patience: Self.patience
      ) { _ in try await MemoryLocation().with(.limitsScans).with(.keepsFirstWriteOnRollback).open() }
    }
    #expect(try await check(["STO-12"], laws: "STO-12,STO-01").score.notHeld == 1)
    let unlisted = await #expect(throws: ConformanceFailure.self) { try await check(["STO-01"], laws: "STO-12,STO-01") }
    #expect(unlisted?.problems == [
      "STO-01 is listed as an expected failure, but holds now. Remove it from the list.",
    ])
    let one = try #require(unlisted?.description)
    #expect(one.contains("✘ STO-12") && one.contains("1 of 2 laws not held"))
    let other = await #expect(throws: ConformanceFailure.self) { try await check(["STO-12"], laws: "STO-12,STO-24") }
    // One that is expected is named, and not reported in full.
    let text = try #require(other?.description)
    #expect(text.contains("STO-12 does not hold, as expected") && !text.contains("✘ STO-12") && text.contains("✘ STO-24"))
    let skipped = await #expect(throws: ConformanceFailure.self) {
      try await check(["STO-12", "STO-47"], laws: "STO-12,STO-47")
    }
    #expect(skipped?.problems.count == 1 && skipped?.problems.first?.contains("was skipped") == true)
  }

  @Test func aListOfExpectedFailuresIsRead() throws {
    let text = "# known\n\n  sto-12  page limit\nSTO-01\n"
    #expect(try ExpectedFailures(text: text).ids == ["STO-01", "STO-12"])
    let unknown = #expect(throws: ExpectedFailuresError.self) { try ExpectedFailures(text: "STO-01\nSTO-99") }
    #expect(unknown?.reason.hasPrefix("line 2: “STO-99” is not a law") == true)
    let twice = #expect(throws: ExpectedFailuresError.self) { try ExpectedFailures(text: "STO-01\nsto-01") }
    #expect(twice?.reason == "line 2: STO-01 is listed twice")
  }

  @Test func theEnvironmentWins() throws {
    let environment = ["TOUCHSTONE_CASES": "7", "TOUCHSTONE_SEED": "0xff", "TOUCHSTONE_ONLY": "CM-13,sto-16"]
    let request = try ConformanceRequest(laws: "STO-01", settings: RunSettings(), environment)
    #expect(request.settings.cases == 7 && request.settings.seed == 255)
    #expect(request.laws.map(\.id) == ["STO-16"])
    let foreign = try ConformanceRequest(laws: "STO-01", settings: RunSettings(), ["TOUCHSTONE_ONLY": "CM"])
    #expect(foreign.laws.map(\.id) == ["STO-01"])
    #expect(throws: LawSelectionError.self) {
      try ConformanceRequest(laws: nil, settings: RunSettings(), ["TOUCHSTONE_CASES": "0"])
    }
    #expect(throws: LawSelectionError.self) {
      try ConformanceRequest(laws: "STO-77", settings: RunSettings(), [:])
    }
  }

  @Test func anExpectedFailureThatIsNoLawIsTold() async throws {
    let failure = await #expect(throws: ConformanceFailure.self) {
      try await StorageConformance.check(
        laws: "STO-01", settings: Self.settings, expecting: ExpectedFailures(ids: ["STO-99"]), patience: Self.patience
      ) { _ in try await MemoryLocation().open() }
    }
    #expect(failure?.problems == ["STO-99 is listed as an expected failure, but is not a law. Remove it from the list."])
  }

  @Test func aStoreThatCannotBeOpenedIsTold() async throws {
    let error = await #expect(throws: NoStoreError.self) {
      try await StorageConformance.check("mine", settings: Self.settings) { _ in throw StoreError.readOnly(path: "/x") }
    }
    let text = try #require(error?.description)
    #expect(text.hasPrefix("the kit could not run any law: opening “mine” at an empty place"))
    #expect(text.contains("/x"))
  }

  @Test func aStoreThatHangsIsGivenUp() async throws {
    let failure = await #expect(throws: ConformanceFailure.self) {
      try await StorageConformance.check(
        laws: "STO-01,STO-16,STO-50", settings: Self.settings, patience: .milliseconds(300)
      ) { _ in InterposedStore(try await MemoryLocation().open(), .writesThatHang) }
    }
    let text = try #require(failure?.description)
    #expect(text.contains("✘ STO-01") && text.contains("a case did not end within 0.3 s"))
    #expect(text.contains("2 laws not tried: STO-01 hangs"))
  }

  @Test func aStoreThatDiesIsAReport() async throws {
    let isolation = try ConformanceRequest(laws: nil, settings: Self.settings, ["TOUCHSTONE_ISOLATE": "20"]).isolation
    let failure = await #expect(throws: ConformanceFailure.self) {
      try await StorageConformance.check(laws: "STO-16", settings: Self.settings, isolation: isolation) { _ in
        InterposedStore(try await MemoryLocation().open(), .writesThatDie)
      }
    }
    let text = try #require(failure?.description)
    #expect(text.contains("crashed at case 1") && text.contains("SIGILL"), "\(text)")
    #expect(throws: LawSelectionError.self) {
      try ConformanceRequest(laws: nil, settings: Self.settings, ["TOUCHSTONE_ISOLATE": "soon"])
    }
  }

  /// Nothing of the kit keeps it alive: a store that lets go of its place at its end can keep the law.
  @Test func aStoreThatIsDroppedIsDropped() async throws {
    let report = try await StorageConformance.check("journal", laws: "STO-51", settings: Self.settings, patience: Self.patience) {
      try FileStore(directory: $0.path("data"), options: FileStoreOptions(durability: .processCrash))
    }
    #expect(report.isFull)
  }

  /// What moves with every change of the law or its generator is left out.
  @Test func theGuideShowsARealReport() async throws {
    let failure = await #expect(throws: ConformanceFailure.self) {
      try await StorageConformance.check(
        laws: "STO-24", settings: RunSettings(seed: 0x5eed, shrinkTime: .seconds(3_600)), patience: Self.patience
      ) { _ in
        try await MemoryLocation().with(.keepsFirstWriteOnRollback).open()
      }
    }
    let report = try #require(failure?.description)
    let guide = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("docs/write-a-backend.md")
    let shown = try String(contentsOf: guide, encoding: .utf8)
    let lines = report.split(separator: "\n").dropFirst().prefix { !$0.hasPrefix("score of") }
    for line in lines where !["falsified at", ".swift:", "replay", "given"].contains(where: line.contains) {
      let end = line.lastIndex { $0 != " " } ?? line.startIndex
      let isShown = shown.contains("\n    \(line[...end])\n")
      #expect(isShown, "docs/write-a-backend.md lacks “\(line)” of\n\(report)")
    }
  }
}

extension StoreHooks {
  fileprivate static var writesThatHang: StoreHooks {
    var hooks = StoreHooks()
    hooks.write = { _, _ in await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
    return hooks
  }

  fileprivate static var writesThatDie: StoreHooks {
    var hooks = StoreHooks()
    hooks.write = { _, _ in preconditionFailure("not written yet") }
    return hooks
  }
}
