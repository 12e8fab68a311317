import Testing

@testable import PropertyTesting

/// What may run beside what, held to all orders, tried one by one.
@Suite("Commands that run beside each other")
struct InterleavingsTests {
  struct Model: Hashable {
    var open: Set<Reference<Int>> = []
    var isLocked = false
  }

  private typealias Step = PlannedCommand<Model, Int>

  /// Commands with preconditions of every kind.
  private static let machine = StateMachine<Model, Int>(
    initially: Model(),
    commands: [
      Command("open", when: { $0.open.count < 3 }, yielding: Int.self) { model, reference in
        model.open.insert(reference)
      } system: { _ in 0 },
      Command(
        "close", with: { Generator.reference(to: $0.open) },
        requiring: { model, reference in model.open.contains(reference) }
      ) { model, reference in
        model.open.remove(reference)
      } system: { _, _, _ in },
      Command("lock", when: { !$0.isLocked }) { $0.isLocked = true } system: { _ in },
      Command("unlock", when: \.isLocked) { $0.isLocked = false } system: { _ in },
      Command("look") { $0.open.count } system: { _ in 0 },
    ])

  /// Whether each command applies in each order of the lanes.
  private static func appliesInEveryOrder(
    _ state: PlannedState<Model>, _ lanes: [ArraySlice<Step>], _ suffix: ArraySlice<Step>
  ) -> Bool {
    func next(_ step: Step, _ lanes: [ArraySlice<Step>], _ suffix: ArraySlice<Step>) -> Bool {
      guard step.bound.isAllowed(in: state.model), state.has(step.bound.references) else { return false }
      var state = state
      state.apply(step.bound, as: step.slot, yields: machine.commands[step.command].yields)
      return appliesInEveryOrder(state, lanes, suffix)
    }
    if lanes.allSatisfy(\.isEmpty) { return suffix.first.map { next($0, lanes, suffix.dropFirst()) } ?? true }
    return lanes.indices.allSatisfy { lane in
      guard let step = lanes[lane].first else { return true }
      var rest = lanes
      rest[lane].removeFirst()
      return next(step, rest, suffix)
    }
  }

  private static func state(after steps: [Step]) -> PlannedState<Model>? {
    var state = PlannedState(Model())
    for step in steps {
      guard step.bound.isAllowed(in: state.model), state.has(step.bound.references) else { return nil }
      state.apply(step.bound, as: step.slot, yields: machine.commands[step.command].yields)
    }
    return state
  }

  @Test func whatIsDrawnAppliesInEveryOrder() throws {
    var overlapping = 0
    for plan in try values(of: Self.machine.parallel(lanes: 2...3), count: 400) {
      let start = try #require(Self.state(after: plan.prefix))
      #expect(Self.appliesInEveryOrder(start, plan.lanes.map { $0[...] }, plan.suffix[...]))
      let commands = Set(plan.lanes.joined().map(\.command))
      if plan.lanes.count > 1, !commands.isDisjoint(with: [1, 2, 3]) { overlapping += 1 }
    }
    // And not because nothing was put beside anything.
    #expect(overlapping > 50)
  }

  /// Two sequences side by side, safe or not: the search says what trying all orders says.
  @Test func theSearchIsRight() throws {
    var (safe, unsafe) = (0, 0)
    let sequences = try values(of: Self.machine.sequence(count: 0...3), count: 1_000)
    for (first, second) in zip(sequences, sequences.dropFirst()) {
      // References of one have nothing to do with those of the other, and clash.
      let start = PlannedState(Model())
      var interleavings = Interleavings(machine: Self.machine, start: start)
      interleavings.lanes = [1: first.steps, 2: second.steps]
      let isSafe = interleavings.areSafe
      #expect(isSafe == Self.appliesInEveryOrder(start, [first.steps[...], second.steps[...]], []))
      if isSafe { safe += 1 } else { unsafe += 1 }
    }
    #expect(safe > 100)
    #expect(unsafe > 30)
  }

  @Test func whatNobodyCanSurveyIsNotSafe() {
    let step = Command<[Int], Int>("add", with: .int(in: 0...9), when: { $0.count < 100 }) { numbers, number in
      numbers.append(number)
    } system: { _, _ in }
    let machine = StateMachine<[Int], Int>(initially: [], commands: [step])
    let sequences = (try? values(of: machine.sequence(count: 6...6), count: 40).suffix(3)) ?? []
    var interleavings = Interleavings(machine: machine, start: PlannedState([]))
    for (lane, sequence) in sequences.enumerated() { interleavings.lanes[lane] = sequence.steps }
    #expect(!interleavings.areSafe)
    interleavings.lanes = interleavings.lanes.mapValues { Array($0.prefix(2)) }
    #expect(interleavings.areSafe)
  }
}
