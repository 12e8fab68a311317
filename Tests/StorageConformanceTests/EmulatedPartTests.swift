import PropertyTesting
import StorageContract
import StorageFaults
import Testing

@testable import StorageConformance

/// What an adapter emulates is never judged as the store's.
@Suite struct EmulatedPartTests {
  private typealias Part = StoreCapabilities.EmulatedPart
  /// Declares everything, so that no law is skipped for another reason than a need that nobody can have with the others.
  private static func capabilities(_ emulates: Set<StoreCapabilities.EmulatedPart>, simultaneous: Bool = false) -> StoreCapabilities {
    StoreCapabilities(
      durability: .powerLoss, isolation: .strictSerializable, backup: true, maximumFieldSizeBytes: 1 << 20,
      simultaneousStores: simultaneous, compaction: true, integrity: .checksums, emulates: emulates)
  }

  private static func skipped(_ emulates: Set<StoreCapabilities.EmulatedPart>, simultaneous: Bool = false) -> [String] {
    StorageLaws.all.filter { $0.reasonToSkip(capabilities(emulates, simultaneous: simultaneous)) != nil }.map(\.id)
  }

  @Test func everyPartHasLawsOfItsOwn() {
    let known = Set(StorageLaws.all.map(\.id))
    for part in Part.allCases { #expect(!part.laws.isEmpty && part.laws.isSubset(of: known), "\(part)") }
    #expect(Part.allCases.reduce(0) { $0 + $1.laws.count } == Set(Part.allCases.flatMap(\.laws)).count, "a law has two parts")
  }

  @Test(arguments: StoreCapabilities.EmulatedPart.allCases) func skipsTheLawsOfAPartAndNoOther(_ part: StoreCapabilities.EmulatedPart) {
    for simultaneous in [false, true] {
      let more = Set(Self.skipped([part], simultaneous: simultaneous)).subtracting(Self.skipped([], simultaneous: simultaneous))
      // STO-48 is not for stores that are open at once.
      #expect(more == part.laws.subtracting(Self.skipped([], simultaneous: simultaneous)))
    }
    for law in StorageLaws.all where part.laws.contains(law.id) {
      let reasons = [false, true].map { law.reasonToSkip(Self.capabilities([part], simultaneous: $0)) }
      #expect(reasons.contains("the adapter emulates \(part.phrase)"), "\(law.id): \(reasons)")
    }
  }

  /// An undeclared capability is the simpler reason.
  @Test func saysFirstWhatIsNotDeclared() throws {
    let law = try #require(StorageLaws.all.first { $0.id == "STO-48" })
    let capabilities = Self.capabilities([.exclusiveStores], simultaneous: true)
    #expect(law.reasonToSkip(capabilities) == "it does not declare exclusive stores")
  }

  @Test func aProfileLeavesTheLawsOfItsStore() {
    let keyValue = Set(Self.skipped(.keyValue)).subtracting(Self.skipped([]))
    let ordered = Set(Self.skipped(.orderedKeyValue)).subtracting(Self.skipped([]))
    #expect(keyValue.subtracting(ordered) == ["STO-10", "STO-11", "STO-24", "STO-26", "STO-55"])
    let values = ["STO-01", "STO-02", "STO-03", "STO-04", "STO-05", "STO-06"]
    #expect(ordered == Set(values + ["STO-08", "STO-15", "STO-17", "STO-19", "STO-20", "STO-21"]))
  }

  /// A defect in what is emulated is not told as the store's, and the report says so; the same store without an adapter breaks the law.
  @Test(arguments: [true, false]) func anAdaptersMistakeIsNotTheStores(_ isEmulated: Bool) async throws {
    let backend = PlacedBackend { _ in
      let store = try await MemoryLocation().with(.passesNumbersThroughDouble).open()
      var hooks = StoreHooks()
      hooks.capabilities = store.capabilities
      hooks.capabilities?.emulates = isEmulated ? .keyValue : []
      return InterposedStore(store, hooks)
    }
    let run = ConformanceRun(laws: [ValueLaws.decimals, ValueLaws.sizes], settings: RunSettings(cases: 50, seed: 1))
    let report = try await run.report(over: backend)
    #expect(report.rows.map(\.word) == [isEmulated ? "skipped" : "falsified", "held"])
    #expect(report.isFull == isEmulated)
    let text = ConformanceText().summary(report)
    #expect(text.contains("1 law skipped: the adapter emulates types of values") == isEmulated)
    #expect(text.contains("an adapter that emulates types of values") == isEmulated)
    await backend.tearDown()
  }
}
