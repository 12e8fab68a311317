import PropertyTesting
import Testing

@Suite("Swarms of commands")
struct SwarmTests {
  /// Seeds of 1 to 8 from which a stack that is 15 deep comes up in 100 cases of at most 60 commands.
  private func seedsThatFind(_ machine: StateMachine<[Int], Stack>, deeperThan limit: Int) async -> Int {
    var count = 0
    for seed in 1...8 as ClosedRange<UInt64> {
      let property = Requirement<Void>("S-1", "a stack")
        .holds(forAll: machine.sequence(count: 0...60)) { commands, _, trial in
        var stack = Stack(limit: limit)
        try await commands.run(on: &stack, trial)
      }
      let result = await Runner(settings: RunSettings(cases: 100, seed: seed, shrinks: false)).run(
        property, on: .none)
      if !result.verdict.isHeld { count += 1 }
    }
    return count
  }

  @Test func aSwarmFindsWhatAUniformMixtureMisses() async {
    let (swarm, uniform) = await (
      seedsThatFind(StackMachine.machine, deeperThan: 14),
      seedsThatFind(StackMachine.machine.withoutSwarm, deeperThan: 14)
    )
    #expect(swarm == 8)
    #expect(uniform == 0)
  }

  /// The other side: where no command hinders another, a mixture of all finds as much.
  @Test func neitherMissesWhatIsNear() async {
    #expect(await seedsThatFind(StackMachine.machine, deeperThan: 1) == 8)
    #expect(await seedsThatFind(StackMachine.machine.withoutSwarm, deeperThan: 1) == 8)
  }

  /// It leaves nothing behind that shrinking would have to remove.
  @Test func whatItFindsShrinksAsIfThereWereNone() async {
    let found = await counterexamples(of: StackMachine.machine) { Stack(limit: 3) }
    #expect(found == ["[push(0), push(0), push(0), push(0)]": 8])
    let without = await counterexamples(of: StackMachine.machine.withoutSwarm) { Stack(limit: 3) }
    #expect(without == found)
  }

  /// Whatever is left out comes up where nothing else applies.
  @Test func aSwarmNeverRunsDry() throws {
    for commands in try values(of: FilesMachine.machine().sequence(count: 5...5), count: 300) {
      #expect(commands.count == 5)
    }
  }

  /// Cases lack commands more often than chance has it.
  @Test func casesLackCommands() throws {
    func shareWithoutPush(_ machine: StateMachine<[Int], Stack>) throws -> Double {
      let cases = try values(of: machine.sequence(count: 20...20), count: 1_000)
      return Double(cases.count { !$0.commandTexts.contains { $0.hasPrefix("push") } }) / 1_000
    }
    #expect((0.25...0.5).contains(try shareWithoutPush(StackMachine.machine)))
    #expect(try shareWithoutPush(StackMachine.machine.withoutSwarm) < 0.02)
  }

  @Test func weightsAreKept() throws {
    var push = StackMachine.push
    push.weight = 9
    let machine = StateMachine<[Int], Stack>(initially: [], commands: [push, StackMachine.pop]).withoutSwarm
    let texts = try values(of: machine.sequence(count: 50...50), count: 400).flatMap(\.commandTexts)
    let share = Double(texts.count { $0.hasPrefix("push") }) / Double(texts.count)
    #expect((0.88...0.92).contains(share))
  }
}
