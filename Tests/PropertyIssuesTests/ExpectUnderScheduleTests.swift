import DeterministicScheduling
import ProcessIsolation
import PropertyIssues
import PropertyTesting
import Testing

/// A balance that is read, and written after a suspension.
private actor Account {
  private(set) var balance = 0

  func read() -> Int { balance }

  func write(_ amount: Int) { balance = amount }

  nonisolated func deposit(_ amount: Int) async {
    let before = await read()
    await write(before + amount)
  }
}

/// Assertions of Swift Testing under schedules, in machines and in worker processes.
@Suite struct ExpectUnderScheduleTests {
  @Test(arguments: [Schedules.mixed, .everyInterleaving(sharing: .onlyActors), .exhaustive(switches: 2)])
  func theFailingScheduleIsFound(_ schedules: Schedules) async throws {
    let line = #line + 8
    let issue = try await onlyIssue {
      try check("no deposit is lost", scheduled: schedules, settings: .fixed) {
        let account = Account()
        async let one: Void = account.deposit(1)
        async let two: Void = account.deposit(2)
        _ = await (one, two)
        let balance = await account.balance
        #expect(balance == 3)
      }
    }
    #expect(issue.line == line)
    #expect(issue.text.contains("falsified") && issue.text.contains("1 switch"))
    #expect(issue.text.contains(") == 3"))
  }

  @Test func aProofHoldsWithExpectAlone() async throws {
    let found = try await issues {
      let result = try check("two reads agree", scheduled: .everyInterleaving(sharing: .onlyActors), settings: .fixed) {
        let account = Account()
        async let one = account.read()
        async let two = account.read()
        let both = await (one, two)
        #expect(both.0 == both.1)
      }
      #expect(result.proof != nil)
    }
    #expect(found.isEmpty)
  }

  @Test func aCommandOfAMachineClaims() async throws {
    let machine = StateMachine<[Int], Box>(
      initially: [],
      commands: [
        Command("add", with: .int(in: 0...9)) { $0.append($1) } system: { box, number in
          box.items.append(number)
          #expect(box.items.count < 3)
        }
      ])
    let issue = try await onlyIssue {
      try await check("a box is small", of: machine, settings: .fixed) { Box() }
    }
    #expect(issue.text.contains("given    [add(0), add(0), add(0)]"))
    #expect(issue.text.contains("(box.items.count → 3) < 3"))
  }

  @Test func issuesOfAWorkerComeBack() async throws {
    let line = #line + 3
    let synchronous = try await onlyIssue {
      try check("low", forAll: .int(in: 0...1_000), settings: .fixed, isolation: .forked()) { number in
        #expect(number < 100)
      }
    }
    #expect(synchronous.line == line)
    #expect(synchronous.text.contains("(number → 100) < 100") && synchronous.text.contains("given    100\n"))
    let asynchronous = try await onlyIssue {
      try await check("low", forAll: .int(in: 0...1_000), settings: .fixed, isolation: .forked()) { number in
        await Task.yield()
        _ = try #require(number < 100 ? number : nil)
      }
    }
    #expect(asynchronous.text.contains("given    100\n"))
    let scheduled = try await onlyIssue {
      try check("low", forAll: .int(in: 0...1_000), scheduled: .mixed, settings: .fixed, isolation: .forked()) { number in
        await Task { #expect(number < 100) }.value
      }
    }
    #expect(scheduled.text.contains("given    100\n"))
  }
}

private final class Box: @unchecked Sendable { var items: [Int] = [] }
