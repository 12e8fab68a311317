import PersonalOSReference
import PropertyTesting
import StorageContract
import Testing

@testable import PersonalOSProperties

/// What the faults are changes of: without a defect the other components hold the properties too, so that a
/// property catches the defect and not the difference.
@Suite("Twins of the security components")
struct SecurityTwinTests {
  @Test("Without a defect they hold", arguments: [1] as [UInt64])
  func hold(seed: UInt64) async {
    let twins = Fault<PersonalOSSystem>("isWrittenOtherwise", "is written otherwise") { system in
      system.security.openKeychain = { TableKeychain($0.store, $0.device, $0.deviceKey) }
    }
    let fixture = Fixture(system: { PersonalOSSystem.reference(location: MemoryLocation()) }).with(twins)
    for property in SecurityProperties.all {
      let result = await Runner(settings: RunSettings(seed: seed)).run(property, on: fixture)
      #expect(result.verdict.isHeld, "\(FailureReport(result).text)")
    }
  }
}
