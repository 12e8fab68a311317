import PropertyTesting
import Testing

/// Commands one below the other: two dozen and more, each checked by the compiler for itself.
@Suite("Machines of many commands")
struct CommandBuilderTests {
  struct Model: Sendable, Equatable {
    var total = 0
    var list: [Int] = []
  }

  actor System {
    var total = 0
    var list: [Int] = []

    func add(_ number: Int) -> Int {
      total += number
      return total
    }

    func append(_ number: Int) { list.append(number) }
    func last() -> Int? { list.last }
  }

  static func machine(large: Bool) -> StateMachine<Model, System> {
    StateMachine(initially: Model()) {
      Command("add 1", with: .int(in: 0...1)) { $0.total += $1; return $0.total } system: { await $0.add($1) }
      Command("add 2", with: .int(in: 0...2)) { $0.total += $1; return $0.total } system: { await $0.add($1) }
      Command("add 3", with: .int(in: 0...3)) { $0.total += $1; return $0.total } system: { await $0.add($1) }
      Command("add 4", with: .int(in: 0...4)) { $0.total += $1; return $0.total } system: { await $0.add($1) }
      Command("add 5", with: .int(in: 0...5)) { $0.total += $1; return $0.total } system: { await $0.add($1) }
      Command("add 6", with: .int(in: 0...6)) { $0.total += $1; return $0.total } system: { await $0.add($1) }
      Command("add 7", with: .int(in: 0...7)) { $0.total += $1; return $0.total } system: { await $0.add($1) }
      Command("add 8", with: .int(in: 0...8)) { $0.total += $1; return $0.total } system: { await $0.add($1) }
      Command("add 9", with: .int(in: 0...9)) { $0.total += $1; return $0.total } system: { await $0.add($1) }
      Command("put 1", with: .int(in: 0...1)) { $0.list.append($1) } system: { await $0.append($1) }
      Command("put 2", with: .int(in: 0...2)) { $0.list.append($1) } system: { await $0.append($1) }
      Command("put 3", with: .int(in: 0...3)) { $0.list.append($1) } system: { await $0.append($1) }
      Command("put 4", with: .int(in: 0...4)) { $0.list.append($1) } system: { await $0.append($1) }
      Command("put 5", with: .int(in: 0...5)) { $0.list.append($1) } system: { await $0.append($1) }
      Command("put 6", with: .int(in: 0...6)) { $0.list.append($1) } system: { await $0.append($1) }
      Command("put 7", with: .int(in: 0...7)) { $0.list.append($1) } system: { await $0.append($1) }
      Command("put one there", with: { .element(of: $0.list) }, when: { !$0.list.isEmpty }) {
        $0.list.append($1)
      } system: {
        await $0.append($1)
      }
      Command("last 1") { $0.list.last } system: { await $0.last() }
      Command("last 2", when: { !$0.list.isEmpty }) { $0.list.last } system: { await $0.last() }
      Command("last 3", weight: 3) { $0.list.last } system: { await $0.last() }
      Command("sum 1") { $0.total } system: { await $0.total }
      Command("sum 2", when: { $0.total > 2 }) { $0.total } system: { await $0.total }
      Command("sum 3", when: { $0.total > 3 }) { $0.total } system: { await $0.total }
      Command("sum 4", when: { $0.total > 4 }) { $0.total } system: { await $0.total }
      Command("sum 5", when: { $0.total > 5 }) { $0.total } system: { await $0.total }
      if large {
        Command("large", with: .int(in: 100...999)) { $0.total += $1; return $0.total } system: { await $0.add($1) }
      }
      for number in 1...3 {
        Command("put \(number) again") { $0.list.append(number) } system: { await $0.append(number) }
      }
    }
  }

  @Test(arguments: [(false, 28), (true, 29)])
  func eachCommandIsThere(large: Bool, count: Int) async throws {
    let machine = Self.machine(large: large)
    #expect(machine.commands.count == count)
    #expect(machine.commands.first?.name == "add 1" && machine.commands.last?.name == "put 3 again")
    try await check("a system", of: machine, settings: RunSettings(seed: 1)) { System() }
  }

  /// They stand in their order, and the first of them counts as simplest.
  @Test func anArrayOfThemIsTheSameMachine() async throws {
    let built = Self.machine(large: true)
    let listed = StateMachine(initially: Model(), commands: built.commands)
    let settings = RunSettings(seed: 1)
    func failure(_ machine: StateMachine<Model, System>) async -> String? {
      do {
        try await check("a system", of: machine, settings: settings) { System() } tearDown: { _ in }
        try check("nothing large", forAll: machine.sequence(), settings: settings) { commands in
          try expect("three commands at most", commands.count < 4)
        }
        return nil
      } catch {
        return (error as? PropertyFailure)?.result.verdict.counterexample?.value
      }
    }
    let value = await failure(built)
    #expect(value == "[add 1(0), add 1(0), add 1(0), add 1(0)]")
    #expect(await failure(listed) == value)
  }
}
