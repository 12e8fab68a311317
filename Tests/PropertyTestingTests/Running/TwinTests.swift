import PropertyTesting
import Testing

/// Faults by name, and twins.
@Suite("Faults and twins")
struct TwinTests {
  enum Defect: String, CaseIterable {
    case addsOne = "adds one"
    case forgetsTheSign = "forgets the sign"
  }

  private static let twin = Twin<@Sendable (Int) -> Int, Defect>("NegationTwin") { negate, defect in
    negate = { number in
      switch defect {
      case nil: 0 - number
      case .addsOne: 0 - number + 1
      case .forgetsTheSign: number
      }
    }
  }

  private let property = Requirement<@Sendable (Int) -> Int>(
    "N-1", "Negating twice changes nothing, and once changes the sign", says: "Zero stays as it is.",
    covers: "1.1", of: "negate", mustCatch: twin.faults, [Fault("isDead", "gives zero") { $0 = { _ in 0 } }]
  ).holds(forAll: .int(in: -99...99)) { number, negate in
    try expect("twice", negate(negate(number)), equals: number)
    try expect("the sign", negate(number).signum(), equals: -number.signum())
  }

  private let reference = Fixture<@Sendable (Int) -> Int> { { -$0 } }

  @Test func aDefectIsAFault() async throws {
    #expect(property.faults.map(\.id) == ["addsOne", "forgetsTheSign", "isDead"])
    #expect(property.faults.map(\.fact) == ["adds one", "forgets the sign", "gives zero"])
    for fault in property.faults {
      let result = await Runner(settings: RunSettings(seed: 1)).run(property, on: reference.with(fault))
      #expect(result.verdict.counterexample != nil, "\(fault.fact)")
      #expect(FailureReport(result).text.contains("  says     Zero stays as it is.\n"))
    }
  }

  @Test func theTwinWithoutADefectHolds() async throws {
    #expect(property.twins.map(\.name) == ["NegationTwin"])
    let twin = try #require(property.twins.first)
    #expect(await Runner().run(property, on: reference.with(twin)).verdict.isHeld)
  }

  @Test func aFaultIsFoundByIdOrSentence() throws {
    #expect(try property.fault("addsOne").fact == "adds one")
    #expect(try property.fault("gives zero").id == "isDead")
    let error = #expect(throws: UnknownFault.self) { try property.fault("addsTwo") }
    #expect(error?.description == "N-1 has no fault “addsTwo”; it has addsOne, forgetsTheSign, isDead")
  }
}
