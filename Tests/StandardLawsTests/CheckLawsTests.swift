import PropertyIssues
import PropertyTesting
import StandardLaws
import Testing

/// A value whose `==` leaves out what its hash feeds.
struct Money: Hashable {
  var (currency, cents): (String, Int)
  static func == (left: Money, right: Money) -> Bool { left.currency == right.currency }
}

/// How a check of laws reports.
@Suite struct CheckLawsTests {
  static let money = Generator<Money> { source in
    Money(currency: try source(.element(of: ["EUR", "USD"])), cents: try source(.int(in: -1_000...1_000)))
  }

  @Test func aTypeThatHoldsHasOneLine() throws {
    let report = try checkLaws(.hashable, of: .int(), seed: 1)
    #expect(report.holds)
    #expect(report.line == "✔ Int: 6 laws of Equatable and Hashable hold in 600 cases")
  }

  @Test func includedLawsAreCheckedOnce() throws {
    let report = try checkLaws(.hashable, .comparable, .equatable, of: .int(), named: "number")
    #expect(report.line.hasPrefix("✔ number: 13 laws of Equatable, Hashable and Comparable hold in "))
  }

  @Test func aFailureHasTheTableAndTheLeastValues() throws {
    let failure = try #require(throws: LawFailure.self) { try checkLaws(.hashable, of: Self.money, seed: 1) }
    #expect(failure.failures.count == 1)
    let text = failure.description
    #expect(text.contains("✘ Money: 1 of 6 laws of Equatable and Hashable does not hold"))
    #expect(text.contains("✘ equal values have equal hashes      falsified at case"))
    #expect(text.contains("claim    a == b, a.hashValue ≠ b.hashValue"))
    #expect(text.contains("drawn    a = Money(currency: \"EUR\", cents: 0)"))
    #expect(text.contains("replay   checkLaws(…, replaying: \"check-"))
    #expect(!text.contains("given"))
  }

  @Test func aWaiverHoldsForItsLawsAlone() throws {
    let doubles = Generator<Double>.element(of: [0, 1, .nan])
    let report = try checkLaws(.hashable.except(.nan), of: doubles)
    #expect(report.line.hasSuffix("; waived: nan") && report.description.contains("waived    nan: NaN compares"))
    #expect(throws: LawFailure.self) { try checkLaws(.equatable, of: doubles) }
    let one = try checkLaws(.equatable.except(.law("a value equals itself", because: "NaN")), of: doubles)
    #expect(one.description.contains("– a value equals itself   waived: NaN"))
    let idle = try checkLaws(.equatable.except(.nan), of: .int())
    #expect(idle.line.hasSuffix("; waived: nan (met by no value)"))
  }

  @Test func aLawThatIsNotThereIsAnErrorThatListsThem() throws {
    let waived = #expect(throws: LawsError.self) { try checkLaws(.equatable.except(.law("no such law", because: "")), of: .int()) }
    #expect("\(waived, default: "")".hasPrefix("the waiver “no such law” is about no law of this check: its laws are “a value equals itself”, “"))
    let asked = #expect(throws: LawsError.self) { try checkLaws(.equatable.only("no such law", "a value equals itself"), of: .int()) }
    #expect("\(asked, default: "")".hasPrefix("only(…) asks for “no such law”, but its laws are “a value equals itself”, “"))
  }

  @Test func lawsThatFailWithOneClaimAreToldOnce() throws {
    let law = { (statement: String) in Law<Int>(statement, from: "here") { values in try expect("the same", try values.one("n") < 0) } }
    let failure = try #require(throws: LawFailure.self) {
      try checkLaws(Laws("Three") { law("one"); law("two"); law("three") }, of: .int(in: 0...9))
    }
    #expect(failure.failures.count == 3 && failure.description.components(separatedBy: "✘ check Int").count == 2)
    #expect(failure.description.contains("\n2 more laws fail with this claim: see the table.\n"))
  }

  @Test func anErrorIsAFailedClaim() throws {
    let failure = try #require(throws: LawFailure.self) { try checkLaws(.codable, of: Generator<Double>.constant(.infinity)) }
    #expect(failure.failures.allSatisfy { $0.result.verdict.name == "falsified" })
    #expect(failure.description.contains("claim    encoding as JSON threw"))
  }

  @Test func aFailureIsOneIssueAtTheCall() async throws {
    let test = try #require(Test.current)
    let trait: PropertyTrait = .properties
    let line = #line + 5
    try await withKnownIssue {
      try await trait.provideScope(for: test, testCase: Test.Case.current) {
        var settings = RunSettings()
        settings.keepsFailures = false
        try checkLaws(.hashable, of: Self.money, settings: settings)
      }
    } matching: { issue in
      issue.sourceLocation?.line == line && issue.comments.contains { $0.rawValue.contains("1 of 6 laws") }
    }
  }
}
