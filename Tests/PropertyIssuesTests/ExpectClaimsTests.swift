import DeterministicScheduling
import Foundation
import ProcessIsolation
import PropertyIssues
import PropertyTesting
import Synchronization
import Testing

/// Assertions of Swift Testing are claims of the property in whose case they are evaluated.
@Suite struct ExpectClaimsTests {
  @Test func aFailedExpectIsOneIssueWithTheLeastCase() async throws {
    let line = #line + 3
    let issue = try await onlyIssue {
      try check("no number is over 99", forAll: .int(in: 0...1_000), settings: .fixed) { number in
        #expect(number < 100)
      }
    }
    #expect(issue.line == line)
    #expect(issue.text.contains("claim    Expectation failed: (number → 100) < 100"))
    #expect(issue.text.contains("given    100\n"))
    #expect(issue.text.contains("falsified at case"))
  }

  @Test func aFailedRequireIsTheIssueAndNotItsError() async throws {
    let line = #line + 3
    let issue = try await onlyIssue {
      try check("no text is empty", forAll: .text(), settings: .fixed) { text in
        _ = try #require(text.first, "a comment")
      }
    }
    #expect(issue.line == line)
    #expect(issue.text.contains("claim    Expectation failed: "))
    #expect(issue.text.contains("a comment") && issue.text.contains("given    \"\"\n"))
    #expect(!issue.text.contains("ExpectationFailedError") && issue.text.count < 1_000)
  }

  @Test func anIssueAndAMissedConfirmationAreClaims() async throws {
    let line = #line + 3
    let recorded = try await onlyIssue {
      try check("no number is over 99", forAll: .int(in: 0...1_000), settings: .fixed) { number in
        if number > 99 { Issue.record("too high") }
      }
    }
    #expect(recorded.line == line && recorded.text.contains("too high") && recorded.text.contains("given    100\n"))
    let confirmed = try await onlyIssue {
      try await check("each number is seen", forAll: .int(in: 0...1_000), settings: .fixed) { number in
        await confirmation { seen in if number < 100 { seen() } }
      }
    }
    #expect(confirmed.text.contains("Confirmation was confirmed 0 times") && confirmed.text.contains("given    100\n"))
  }

  @Test func allIssuesOfTheCaseAreKeptAndTheFirstNamesTheOrigin() async throws {
    let line = #line + 3
    let issue = try await onlyIssue {
      try check("numbers are low", forAll: .int(in: 0...1_000), settings: .fixed) { number in
        #expect(number < 100)
        #expect(number < 50, "half of it")
        for limit in 1...20 { #expect(number < limit) }
      }
    }
    #expect(issue.line == line)
    // The first alone decides what is shrunk: 50 is a failure of another claim.
    #expect(issue.text.contains("given    100\n"))
    #expect(issue.text.contains("and Expectation failed: (number → 100) < 50: half of it (at "))
    #expect(issue.text.contains("and 12 more"))
    #expect(issue.text.contains("also"))
  }

  @Test func anIssueComesBeforeTheErrorOfItsCase() async throws {
    struct Later: Error {}
    let issue = try await onlyIssue {
      try check("numbers are low", forAll: .int(in: 0...1_000), settings: .fixed) { number in
        #expect(number < 100)
        if number > 99 { throw Later() }
      }
    }
    let report = issue.text.components(separatedBy: "\n  paste ")[0]
    #expect(report.contains("falsified") && !report.contains("Later"))
  }

  @Test func outsideOfACaseAnIssueIsLeftAlone() async throws {
    let line = #line + 2
    let found = try await issues {
      #expect(Bool(false))
      try check("held", forAll: .int(), settings: .fixed) { #expect($0 == $0) }
      Issue.record("after it")
    }
    #expect(found.map(\.sourceLocation?.line) == [line, line + 2])
  }

  /// A body with `#expect` alone holds without a word, and what claims nothing without the trait does so still.
  @Test func whatHoldsIsNoIssue() async throws {
    let words = Mutex<[String]>([])
    var settings = RunSettings.fixed
    settings.announce = { line in words.withLock { $0.append(line) } }
    let results = Mutex<[PropertyResult]>([])
    let found = try await issues { [settings] in
      let result = try check("held", forAll: .int(), settings: settings) { #expect($0 == $0) }
      let other = try await check("held, too", forAll: .int(), settings: settings) { number in
        await Task.yield()
        try #require(number == number)
      }
      results.withLock { $0 = [result, other] }
    }
    #expect(found.isEmpty)
    #expect(results.withLock { $0.map(\.onlyClaim) } == Array(repeating: "that nothing failed: of #expect and of other libraries, the engine sees failures alone", count: 2))
    #expect(words.withLock { $0 }.allSatisfy { $0.hasPrefix("✔") })
    let failure = #expect(throws: PropertyFailure.self) {
      try check("claims nothing", forAll: .int(), settings: settings) { _ in }
    }
    #expect(failure?.description.contains("@Suite(.properties)") == true)
  }

  @Test func aKnownIssueInACaseIsNoFailure() async throws {
    let found = try await issues {
      try check("held", forAll: .int(in: 0...1_000), cases: 20, settings: .fixed) { number in
        withKnownIssue(isIntermittent: true) { #expect(number < 100) }
      }
    }
    #expect(!found.isEmpty && found.allSatisfy { !$0.isFailure })
    // Beside one that is not known, the known ones are mute while the engine shrinks.
    let mixed = try await issues {
      try check("fails", forAll: .int(in: 0...1_000), cases: 20, settings: .fixed) { number in
        withKnownIssue { Issue.record("always") }
        #expect(number < 100)
      }
    }
    #expect(mixed.count { $0.isFailure } == 1)
    #expect(mixed.count <= 22)
  }

  @Test func aKnownFailureOfThePropertyCoversAnIssue() async throws {
    let results = Mutex<[PropertyResult]>([])
    let found = try await issues {
      let known = [KnownFailure<Int>("N-1", because: "not mended yet", claim: "< 100")]
      let result = try check("numbers are low", forAll: .int(in: 0...1_000), settings: .fixed, except: known) { number in
        #expect(number < 100)
      }
      results.withLock { $0.append(result) }
    }
    #expect(found.isEmpty)
    #expect(results.withLock { $0.first?.knownFailures.first?.cases ?? 0 } > 0)
  }

  @Test func tasksOfACaseBelongToIt() async throws {
    for kind in 0..<4 {
      let issue = try await onlyIssue {
        try await check("numbers are low", forAll: .int(in: 0...1_000), settings: .fixed) { number in
          switch kind {
          case 0:
            await Task.yield()
            #expect(number < 100)
          case 1: await Task { #expect(number < 100) }.value
          case 2:
            async let first: Void = { #expect(number < 100) }()
            await first
          default:
            await withTaskGroup(of: Void.self) { group in
              for _ in 0..<3 { group.addTask { #expect(number < 100) } }
            }
          }
        }
      }
      #expect(issue.text.contains("given    100\n"), "\(kind)")
    }
  }

  @Test func aCheckInsideAPropertyIsItsOwn() async throws {
    let issue = try await onlyIssue {
      try check("outer", forAll: .int(in: 0...1_000), settings: .fixed) { limit in
        try check("inner", forAll: .int(in: 0...100), settings: .fixed) { #expect($0 + limit <= 1_050) }
      }
    }
    #expect(issue.text.contains("a check inside this one does not hold"))
    #expect(issue.text.contains("given    951\n") && issue.text.contains("given    100\n"))
  }

  /// Several tests, several workers of one property: each failure stays where it belongs.
  @Test func whatRunsBesideStaysApart() async throws {
    let texts = try await withThrowingTaskGroup(of: (Int, [Issue]).self) { group in
      for limit in 1...8 {
        group.addTask {
          (limit, try await issues {
            let property = Requirement<Void>("P-\(limit)", "low").holds(forAll: .int(in: 0...1_000)) { number, _ in
              #expect(number < limit * 10)
            }
            try await Runner(settings: RunSettings(seed: 3, jobs: 3)).run(property, on: Fixture(system: {})).requireHeld()
          })
        }
      }
      var all: [Int: [Issue]] = [:]
      for try await (limit, issues) in group { all[limit] = issues }
      return all
    }
    for limit in 1...8 {
      let found = try #require(texts[limit])
      try #require(found.count == 1)
      #expect(found[0].comments[0].rawValue.contains("given    \(limit * 10)\n"))
    }
  }

  @Test(arguments: 0..<6) func casesOfAParameterizedTestStayApart(_ place: Int) async throws {
    let issue = try await onlyIssue {
      try await check("low", forAll: .int(in: 0...1_000), settings: .fixed) { number in
        await Task.yield()
        #expect(number < 20 + place)
      }
    }
    #expect(issue.text.contains("given    \(20 + place)\n"))
  }
}
