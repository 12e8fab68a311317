import Testing

@testable import PropertyTesting

/// A schedule's decisions on the tape, beside data.
@Suite("Decisions of schedules")
struct ScheduleDrawsTests {
  private func draws(_ tape: Tape?) -> ScheduleDraws { ScheduleDraws(tape: tape, seed: 5, index: 3) }

  private func data(_ tape: Tape, _ proposed: UInt64 = 9) -> UInt64 {
    tape.resolve(proposed, kind: .integer, lower: 0, upper: 100, target: 0)
  }

  /// Two switches with a number drawn before, between and after them.
  private func recorded() -> Tape {
    let tape = Tape()
    _ = data(tape, 11)
    tape.isInProperty = true
    var schedule = draws(tape)
    _ = schedule.awaitSwitch()
    _ = data(tape, 22)
    schedule.recordSwitch(after: 4, to: 1)
    schedule.recordSwitch(after: 2, to: 0)
    _ = data(tape, 33)
    return tape
  }

  private func flat(_ tape: Tape) -> Tape.Script {
    .flat(
      tape.tokens.compactMap {
        if case .choice(let choice) = $0 { ScriptedChoice(choice) } else { nil }
      })
  }

  @Test func withoutATapeNothingIsKept() {
    var schedule = draws(nil)
    #expect(!schedule.isScripted)
    #expect(schedule.awaitSwitch() == 0)
    schedule.recordSwitch(after: 3, to: 1)
    #expect(schedule.takeSwitch() == 0)
    #expect(schedule.drawRandomSeed() == 5 >> 48)
  }

  @Test func aSwitchIsTwoChoicesAndZeroEndsThem() {
    let values = recorded().tokens.compactMap { token -> UInt64? in
      if case .choice(let choice) = token { choice.value } else { nil }
    }
    #expect(values == [11, 4, 22, 1, 2, 0, 0, 33])
    #expect(recorded().choiceCount == 8)
    #expect(Switches.count(in: recorded().tokens) == 2)
    #expect(Switches.count(in: []) == nil)
  }

  @Test(arguments: [false, true])
  func whatWasRecordedIsReplayed(isFlat: Bool) {
    let first = recorded()
    let tape = Tape(replaying: isFlat ? flat(first) : .tokens(first.tokens))
    #expect(data(tape) == 11)
    tape.isInProperty = true
    var schedule = draws(tape)
    #expect(schedule.isScripted)
    #expect(schedule.awaitSwitch() == 4)
    #expect(data(tape) == 22)
    #expect(schedule.takeSwitch() == 1)
    #expect(schedule.awaitSwitch() == 2)
    #expect(schedule.takeSwitch() == 0)
    #expect(schedule.awaitSwitch() == 0)
    #expect(data(tape) == 33)
    #expect(tape.isExact)
    #expect(tape.tokens == first.tokens)
  }

  @Test(arguments: [false, true])
  func neitherIsMisreadForTheOther(isFlat: Bool) {
    let first = recorded()
    let tape = Tape(replaying: isFlat ? flat(first) : .tokens(first.tokens))
    #expect(data(tape) == 11)
    tape.isInProperty = true
    var schedule = draws(tape)
    // Another order, as after a change of the code under test.
    #expect(schedule.awaitSwitch() == 4)
    #expect(schedule.takeSwitch() == 1)
    #expect(schedule.awaitSwitch() == 2)
    #expect(data(tape) == 22)
    #expect(data(tape) == 33)
    #expect(tape.isExact)
  }

  @Test(arguments: [false, true])
  func aShorterScheduleIsNoStaleness(isFlat: Bool) {
    let first = recorded()
    let tape = Tape(replaying: isFlat ? flat(first) : .tokens(first.tokens))
    #expect(data(tape) == 11)
    tape.isInProperty = true
    #expect(data(tape) == 22)
    #expect(data(tape) == 33)
    #expect(tape.isExact)
  }

  @Test(arguments: [false, true])
  func aLongerScheduleGoesOnWithTheDefault(isFlat: Bool) {
    let first = recorded()
    let tape = Tape(replaying: isFlat ? flat(first) : .tokens(first.tokens))
    for expected: UInt64 in [11, 22, 33] { #expect(data(tape) == expected) }
    tape.isInProperty = true
    var schedule = draws(tape)
    for expected: UInt64 in [4] { #expect(schedule.awaitSwitch() == expected) }
    _ = schedule.takeSwitch()
    _ = schedule.awaitSwitch()
    _ = schedule.takeSwitch()
    for _ in 0..<3 { #expect(schedule.awaitSwitch() == 0) }
    #expect(tape.isExact)
  }

  @Test func missingDataIsStale() {
    let first = recorded()
    let tape = Tape(replaying: flat(first))
    #expect(data(tape) == 11)
    #expect(!tape.isExact)
  }

  @Test func decisionsHaveNoPartInTheFingerprint() {
    let tape = Tape()
    for value: UInt64 in [11, 22, 33] { _ = data(tape, value) }
    #expect(tape.fingerprint == recorded().fingerprint)
  }

  @Test func theSeedOfRandomNumbersIsData() {
    let tape = Tape()
    var schedule = ScheduleDraws(tape: tape, seed: 0xABCD_0000_0000_0000, index: 1)
    _ = schedule.awaitSwitch()
    #expect(schedule.drawRandomSeed() == 0xABCD)
    let again = Tape(replaying: .tokens(tape.tokens))
    #expect(ScheduleDraws(tape: again, seed: 1, index: 1).drawRandomSeed() == 0xABCD)
  }

  @Test func aTokenHoldsSchedules() throws {
    let examination = Examination(seed: 1, index: 3)
    let generator = Generator<Int>.int(in: 0...9)
    examination.run(generator) { _, trial in
      var schedule = trial.drawSchedule()
      _ = schedule.awaitSwitch()
      schedule.recordSwitch(after: 7, to: 2)
    }
    let token = ReplayToken(propertyID: "X", examination: examination)
    #expect(try ReplayToken(token.description) == token)
    #expect(token.choices.suffix(3).map(\.magnitude) == [7, 2, 0])
    #expect(token.choices.suffix(3).allSatisfy { $0.kind == .schedule })
  }
}
