import PersonalOSReference
import PropertyTesting
import StorageContract
import Testing

@testable import PersonalOSProperties

/// What faults of errors are changes of: without a defect the twins hold, so that a property catches
/// the defect and not the difference.
@Suite("Errors: twins without a defect")
struct ErrorTwinTests {
  @Test("Errors", arguments: [1, 2, 3])
  func errors(seed: Int) async {
    let twins = Fault<PersonalOSSystem>("isWrittenOtherwise", "is written otherwise") { system in
      system.errors.makePresenter = { DefectivePresenter(nil, $0, $1) }
      system.errors.makeLoader = { DefectiveLoader(nil, $0) }
      system.errors.makeLog = { DefectiveLog(nil, capacity: $0, secrets: $1) }
    }
    await expectHeld(ErrorHandlingProperties.all, with: twins, seed)
  }

  private func expectHeld(
    _ properties: [Property<PersonalOSSystem>], with twins: Fault<PersonalOSSystem>, _ seed: Int
  ) async {
    let fixture = Fixture(system: { PersonalOSSystem.reference(location: MemoryLocation()) }).with(twins)
    for property in properties {
      let result = await Runner(settings: RunSettings(seed: UInt64(seed))).run(property, on: fixture)
      #expect(result.verdict.isHeld, "\(FailureReport(result).text)")
    }
  }
}
