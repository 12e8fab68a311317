import PersonalOSReference
import PropertyTesting
import StorageContract
import Testing

@testable import PersonalOSProperties

/// What the faults of the ledger are changes of: without one, the other ledger holds, so that a property catches
/// the defect and not the difference.
@Suite("The other ledger")
struct DefectiveLedgerTests {
  @Test("It holds without a defect", arguments: [1])
  func holds(seed: Int) async {
    let twin = Fault<PersonalOSSystem>("isWrittenOtherwise", "is written otherwise") { system in
      system.trading.openLedger = { try await DefectiveLedger.open($0, nil) }
    }
    let fixture = Fixture(system: { PersonalOSSystem.reference(location: MemoryLocation()) }).with(twin)
    for property in TradeValidationProperties.all {
      let result = await Runner(settings: RunSettings(seed: UInt64(seed))).run(property, on: fixture)
      #expect(result.verdict.isHeld, "\(FailureReport(result).text)")
    }
  }

  /// Alone, it relies on a store that rolls back: over a good one it holds.
  @Test("Writing first is no fault of its own")
  func writesFirst() async {
    let twin = Fault<PersonalOSSystem>("writesFirst", "writes first") { system in
      system.trading.openLedger = { try await DefectiveLedger.open($0, .writesFirst) }
    }
    let fixture = Fixture(system: { PersonalOSSystem.reference(location: MemoryLocation()) }).with(twin)
    let result = await Runner(settings: RunSettings(seed: 1)).run(
      TradeValidationProperties.negativePositionPrevention, on: fixture)
    #expect(result.verdict.isHeld, "\(FailureReport(result).text)")
  }
}
