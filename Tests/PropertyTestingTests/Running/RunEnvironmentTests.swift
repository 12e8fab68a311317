import Testing

@testable import PropertyTesting

/// Variables speak where the code is silent; what does not read is said, and nothing runs.
struct RunEnvironmentTests {
  @Test func readsNumbersAndSeeds() throws {
    let asked = RunEnvironment(["TOUCHSTONE_CASES": "250", "TOUCHSTONE_SEED": "0x5eed", "TOUCHSTONE_REPLAY": "check-1:x"])
    #expect(asked.cases == 250 && asked.seed == 0x5eed && asked.problem == nil)
    #expect(asked.token == nil, "a token that does not read is for others to report")
    let empty = RunEnvironment(["TOUCHSTONE_CASES": "", "TOUCHSTONE_SEED": ""])
    #expect(empty.cases == nil && empty.seed == nil && empty.problem == nil)
  }

  @Test(arguments: [
    ("CASES", "10_000", "TOUCHSTONE_CASES takes a whole number of at least 1, in digits alone, not “10_000”"),
    ("CASES", "0", "TOUCHSTONE_CASES takes a whole number of at least 1, in digits alone, not “0”"),
    ("KEEP", "no", "TOUCHSTONE_KEEP takes on or off, not “no”"),
    ("SEED", "hello", "TOUCHSTONE_SEED takes 1 to 16 hexadecimal digits, not “hello”"),
  ])
  func saysWhatDoesNotRead(name: String, value: String, problem: String) {
    #expect(RunEnvironment(["TOUCHSTONE_" + name: value]).problem == problem)
  }

  @Test func saysWhetherFailuresAreKept() {
    #expect(RunEnvironment([:]).keepsFailures && RunEnvironment(["TOUCHSTONE_KEEP": "on"]).keepsFailures)
    #expect(!RunEnvironment(["TOUCHSTONE_KEEP": "off"]).keepsFailures && !RunEnvironment(["TOUCHSTONE_KEEP": "0"]).keepsFailures)
    #expect(RunEnvironment(["CI": "true"]).isContinuousIntegration && RunEnvironment(["CI": "1"]).isContinuousIntegration)
    for off in [[:], ["CI": ""], ["CI": "false"], ["CI": "0"]] { #expect(!RunEnvironment(off).isContinuousIntegration) }
  }

  @Test func takesATokenOfAnyProperty() throws {
    var token = ""
    do {
      try check("no number is over 9", forAll: .int(in: 0...99)) { number in try expect("small", number <= 9) }
    } catch let failure as PropertyFailure {
      token = "\(try #require(failure.result.verdict.counterexample?.token))"
    }
    let asked = try #require(RunEnvironment(["TOUCHSTONE_REPLAY": token]).token)
    #expect("\(asked)" == token && asked.propertyID.hasPrefix("check-"))
  }

  @Test func codeComesFirst() {
    #expect(RunSettings(cases: 7, seed: 3).cases == 7 && RunSettings(cases: 7, seed: 3).seed == 3)
  }
}
