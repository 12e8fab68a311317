import PropertyTesting
import StorageContract
import StorageFaults
import Testing

@testable import StorageConformance

/// A law that draws its faults: a reference store under them keeps what it acknowledged, and nothing that it refused.
@Suite struct StoreFaultPropertyTests {
  /// Puts transactions through a store that fails as it is told to, beside the model.
  private static func property(defects: Bool) -> Property<any StoreLocation> {
    Requirement(
      "STORE-FAULTS", "A store keeps what it acknowledges, whatever fails"
    ).holds(
      forAll: .zip(.array(of: .crashTransaction(sizes: 0...20), count: 1...12), .storeFaults(defects: defects)),
      requiring: ["a fault comes up": 0.3, "an unknown one was done": 0.01, "an unknown one was not done": 0.01]
    ) { input, location, trial in
      let faults = StoreFaults(input.1)
      let location = location.with(faults)
      var store: (any Store)?
      var contents = CrashContents()
      for (index, transaction) in input.0.enumerated() {
        var done = contents
        done.apply(transaction, number: index + 1)
        do {
          if store == nil { store = try await location.open() }
          try await store?.write { try transaction.run(in: $0, number: index + 1) }
          contents = done
        } catch let error as StoreError where error.isUnknown {
          trial.note("\(transaction): \(error)")
          faults.heal()
          try await store?.close()
          let reopened = try await location.open()
          store = reopened
          let found = try await CrashContents(of: reopened)
          try expect("an unknown one is there whole or not at all", found == contents || found == done)
          trial.label(found == contents ? "an unknown one was not done" : "an unknown one was done")
          contents = found == contents ? contents : done
        } catch let error as StoreError {
          trial.note("\(transaction): \(error)")
        }
      }
      trial.label("a fault comes up", if: !faults.hits.isEmpty)
      faults.heal()
      try? await store?.close()
      let reopened = try await location.open()
      try expect("the contents", try await CrashContents(of: reopened), equals: contents)
      try await reopened.close()
    }
  }

  private static func run(defects: Bool, over backend: any Backend, seed: UInt64) async -> PropertyResult {
    let fixture = Fixture<any StoreLocation>(
      place: { try await backend.makeLocation() }, system: { $0 }, cleanUp: { await backend.recycle($0) })
    let result = await Runner(settings: RunSettings(cases: 300, seed: seed), regressions: nil)
      .run(property(defects: defects), on: fixture)
    await backend.tearDown()
    return result
  }

  @Test func aGoodStoreBearsThem() async {
    for backend in [MemoryBackend(), FileBackend()] as [any Backend] {
      let result = await Self.run(defects: false, over: backend, seed: 1)
      #expect(result.verdict.isHeld, "\(result.verdict)")
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func defectsAmongThemAreSeen(seed: UInt64) async {
    let result = await Self.run(defects: true, over: MemoryBackend(), seed: seed)
    guard case .falsified = result.verdict else {
      Issue.record("\(result.verdict)")
      return
    }
  }
}
