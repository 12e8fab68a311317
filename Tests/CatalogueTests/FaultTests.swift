import Foundation
import PropertyTesting
import StorageContract
import Testing
import TouchstoneCatalogue

@testable import CountMeProperties
import CountMeReference

/// Every property catches each of its faults, from a fixed seed, within the default number of cases. `make faults` does it
/// from three.
@Suite("Faults")
struct FaultTests {
  @Test("Catches its faults", arguments: Environment.current.entries.map(Entry.init))
  func catches(_ entry: Entry) async {
    let entry = entry.entry
    #expect(!entry.faults.isEmpty, "a property without a fault proves nothing")
    #expect(Set(entry.faults).count == entry.faults.count, "fault names must differ")
    for fault in entry.faults where !entry.faultsThatEndTheProcess.contains(fault) {
      await expectCaught(fault, by: entry)
    }
  }

  /// ThreadSanitizer does not bear copies of a process with threads.
  @Test(
    "Catches its faults that end the process", .disabled(if: isUnderThreadSanitizer),
    arguments: Environment.current.entries.filter { !$0.faultsThatEndTheProcess.isEmpty }.map(Entry.init))
  func catchesDeaths(_ entry: Entry) async {
    for fault in entry.entry.faultsThatEndTheProcess.sorted() {
      await expectCaught(fault, by: entry.entry)
    }
  }

  private func expectCaught(_ fault: String, by entry: CatalogueEntry) async {
    let runner = Runner(settings: RunSettings(seed: 1, shrinks: false))
    let result = await entry.run(with: runner, on: MemoryBackend(), fault: fault)
    #expect(
      entry.isCaught(fault, by: result), "\(entry.id) does not catch “\(fault)”: \(result.verdict.name)")
  }

  private static let isUnderThreadSanitizer = dlsym(nil, "__tsan_init") != nil

  /// What the faults are changes of: without one, the other engine holds, so that a property catches the
  /// defect and not the difference.
  @Test("The other sync engine holds without a defect", arguments: [1, 2, 3])
  func twinHolds(seed: Int) async {
    let twin = Fault<CountMeSystem>("is written otherwise") { system in
      system.openSyncEngine = { try await DefectiveSyncEngine.open($0, nil) }
    }
    let fixture = Fixture(system: { CountMeSystem.reference(location: MemoryLocation()) }).with(twin)
    for property in SyncQueueProperties.all + SyncProcessingProperties.all {
      let result = await Runner(settings: RunSettings(seed: UInt64(seed))).run(property, on: fixture)
      #expect(result.verdict.isHeld, "\(FailureReport(result).text)")
    }
  }

  struct Entry: Sendable, CustomTestStringConvertible {
    let entry: CatalogueEntry
    var testDescription: String { entry.id }
  }
}

/// The harness can still see: a fault that is switched on goes all the way to a red verdict, through the
/// same path as the properties, over every backend.
@Suite("Canary")
struct CanaryTests {
  @Test("A property over a broken system must fail", arguments: BackendSpec.standard)
  func mustFail(_ spec: BackendSpec) async throws {
    let entry = try #require(Catalogue.entries.first { $0.id == "CM-13" })
    let backend = spec.makeBackend()
    let result = await entry.run(
      // A busy machine must not end the shrinking early.
      with: Runner(settings: RunSettings(seed: 0x5eed, shrinkTime: .seconds(3_600), failures: 1, explanationCalls: 0)), on: backend,
      fault: "drops the newest operation at the cap")
    await backend.tearDown()
    guard case .falsified(let found) = result.verdict else {
      Issue.record("the canary is alive: \(result.verdict.name)")
      return
    }
    // The least history: a queue at its cap, and one operation more.
    #expect(found.value == "SyncHistory(cap: 2, prefilled: 2, steps: [.queue(create foodItem 0 @ 0.0 s)])")
    #expect(found.shrinking.choicesAfter == 10)
  }
}
