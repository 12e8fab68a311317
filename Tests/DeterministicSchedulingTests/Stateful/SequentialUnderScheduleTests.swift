import DeterministicScheduling
import PropertyTesting
import Testing

/// Seats that may be taken by more than there are, for a moment.
actor Waitingroom {
  private let checksTwice: Bool
  private let witness = Witness()
  private(set) var seated = 0
  static let seats = 1

  init(checksTwice: Bool) {
    self.checksTwice = checksTwice
  }

  /// Whoever finds no seat goes again.
  func visit() async -> Bool {
    guard seated < Self.seats else { return false }
    if checksTwice { await witness.see() }
    seated += 1
    await witness.see()
    seated -= 1
    return true
  }
}

/// Machines under a schedule: invariants while lanes run, labels in lanes, and commands one after the other.
@Suite("State machines under a schedule: what is true at every moment")
struct SequentialUnderScheduleTests {
  /// What a visit gives depends on who else is there: any of both is allowed.
  private static let visit = Command<Int, Waitingroom>("visit", with: { _ in .constant(()) }, agreeing: { _, _ in true }) {
    (visits: inout Int, _: Void) -> Bool in
    visits += 1
    return true
  } system: { (room: inout Waitingroom, _: Void, _) -> Bool in
    await room.visit()
  }
  .labelled("a second visit") { $0.after == 2 }

  private static let machine = StateMachine(
    initially: 0, commands: [visit],
    invariants: [
      Invariant("nobody stands", always: { room in await room.seated <= Waitingroom.seats })
    ])

  @Test func anInvariantIsAskedWhileLanesRun() async throws {
    let runner = Runner(settings: RunSettings(cases: 200, seed: 1, shrinkTime: .seconds(3_600)))
    let property = Requirement<Waitingroom>("W-1", "nobody stands").holds(
      of: Self.machine, lanes: 2...3, scheduled: .mixed, requiring: ["a second visit": 0.5])
    let right = await runner.run(property, on: Fixture { Waitingroom(checksTwice: false) })
    #expect(right.verdict.isHeld, "\(FailureReport(right).text)")
    let wrong = await runner.run(property, on: Fixture { Waitingroom(checksTwice: true) })
    let found = try #require(wrong.verdict.counterexample)
    #expect(found.message == "nobody stands, while the lanes run")
    #expect(found.value == "[visit()] ‖ [visit()]")
  }

  @Test func commandsOneAfterTheOtherRunUnderTheirSchedule() async throws {
    // One command that does several things at once: which of them comes last is the schedule's.
    let race = Command<[Int], Mailbox>("race", with: .constant(()), foreseeing: { $0 = [1, 2]; _ = $1 }) { box, _ in
      let (one, two) = (Task { [box] in await box.put(1) }, Task { [box] in await box.put(2) })
      await one.value
      await two.value
      return await box.takeAll()
    } judging: { model, _, found in
      try expect("both are there", found.sorted(), equals: [1, 2])
      model = found
    }
    .labelled("overtaken") { $0.result([Int].self) == [2, 1] }
    let machine = StateMachine(initially: [], commands: [race])
    let property = Requirement<Void>("W-2", "both come").holds(
      of: machine, commands: 1...3, scheduled: .mixed, requiring: ["overtaken": 0.1], making: { Mailbox() })
    #expect(property.needs.contains(.concurrency))
    let result = await Runner(settings: RunSettings(seed: 1)).run(property, on: Fixture(system: {}))
    #expect(result.verdict.isHeld, "\(FailureReport(result).text)")
  }
}

private actor Mailbox {
  private var items: [Int] = []
  func put(_ item: Int) { items.append(item) }
  func takeAll() -> [Int] {
    defer { items = [] }
    return items
  }
}
