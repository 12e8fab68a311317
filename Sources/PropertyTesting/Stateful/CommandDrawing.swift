/// One step of a case: a command with its argument, and where it stands.
struct PlannedCommand<Model: Sendable, System>: Sendable {
  /// Among the commands of the machine.
  let command: Int
  let slot: CommandSlot
  /// 0: by itself, before the lanes or after them.
  let lane: Int
  let bound: any BoundCommand<Model, System>
  /// The ordinals of the references in its argument: to look for them takes long.
  let references: [Int]

  var text: String { bound.text }
}

/// What is known of a case before it has run: the model's state, and what can be referred to.
struct PlannedState<Model: Sendable>: Sendable {
  var model: Model
  /// Ordinals of what was yielded.
  private(set) var yielded: Set<Int> = []

  init(_ model: Model, yielded: Set<Int> = []) {
    self.model = model
    self.yielded = yielded
  }

  /// - Returns: what the model says comes of it.
  @discardableResult
  mutating func apply<System>(
    _ bound: any BoundCommand<Model, System>, as slot: CommandSlot, yields: Bool
  ) -> CommandOutcome {
    let outcome = bound.apply(to: &model)
    if yields, !outcome.isError { yielded.insert(slot.ordinal) }
    return outcome
  }

  func has(_ references: [Int]) -> Bool { references.allSatisfy(yielded.contains) }
}

extension PlannedState: Equatable where Model: Equatable {}
extension PlannedState: Hashable where Model: Hashable {}

/// Draws the commands of one case, each in a state in which it applies.
///
/// They are the elements of a collection, with its count before them, so that shrinking deletes them. A replay keeps
/// the commands that apply in the state that they are now met in, and drops the others: they leave no choices behind,
/// and the count is corrected.
struct CommandDrawing<Model: Sendable, System> {
  private let machine: StateMachine<Model, System>
  private let weights: [Int]
  private let swarm: Swarm
  private(set) var steps: [PlannedCommand<Model, System>] = []
  private var producers = 0

  init(_ machine: StateMachine<Model, System>, from source: inout Source) {
    self.machine = machine
    weights = machine.commands.map { min(max(1, $0.weight), 1 << 32) }
    swarm = Swarm(weights, isOn: machine.isSwarming, from: &source)
  }

  /// Draws the collection. `add` draws one step, and says whether there was one.
  mutating func drawAll(
    from source: inout Source, least: Int, count: (inout Source) -> Int,
    _ add: (inout CommandDrawing, inout Source) throws -> Bool
  ) throws {
    source.openSpan(.collection)
    defer { source.closeSpan() }
    let wanted = count(&source)
    let countToken = source.lastToken
    for _ in 0..<wanted {
      try source.checkLimit()
      // What applies nowhere now will not apply a moment later; a replay has other commands to come.
      if try !add(&self, &source), !source.isReplaying { break }
    }
    if steps.count < least { throw Discard(reason: "fewer than \(least) commands apply") }
    if steps.count < wanted { source.amendCount(at: countToken, to: steps.count) }
  }

  /// Draws one command, and keeps it.
  /// - Parameters:
  ///   - state: in which a command is proposed.
  ///   - favourite: the command to be proposed first, if there is one.
  ///   - place: draws the lane and gives the state there.
  ///   - isSafe: whether it may stand there, beside what else does.
  /// - Returns: nil where no command applies, or the one that is replayed does not.
  mutating func draw(
    in state: PlannedState<Model>, favouring favourite: Int? = nil, from source: inout Source,
    place: (inout Source) -> (lane: Int, state: PlannedState<Model>),
    isSafe: (PlannedCommand<Model, System>) -> Bool = { _ in true }
  ) throws -> PlannedCommand<Model, System>? {
    var triedInVain: Set<Int> = []
    repeat {
      guard let proposed = propose(in: state, favourite, except: triedInVain, from: &source) else { return nil }
      let mark = source.mark
      source.openSpan(.element)
      let command = Int(
        source.resolve(
          UInt64(proposed), kind: .branch, lower: 0, upper: UInt64(machine.commands.count - 1), target: 0))
      let (lane, state) = place(&source)
      let step = try bind(command, lane, in: state, from: &source)
      source.closeSpan()
      if let step, lane == 0 || !machine.commands[command].isAlone, isSafe(step) {
        steps.append(step)
        if machine.commands[command].yields { producers += 1 }
        return step
      }
      if let mark { source.tape?.forget(to: mark) }
      triedInVain.insert(command)
    } while !source.isReplaying
    return nil
  }

  /// Draws what a case ends with, each in the state that the one before leads to. They are no elements of the
  /// collection, so that shrinking lets them be.
  mutating func drawClosing(
    after state: inout PlannedState<Model>, from source: inout Source
  ) throws -> [PlannedCommand<Model, System>] {
    var drawn: [PlannedCommand<Model, System>] = []
    for index in machine.closing.indices {
      let slot = CommandSlot(step: steps.count + drawn.count + 1, ordinal: producers)
      let (command, number) = (machine.closing[index], machine.commands.count + index)
      guard let bound = try command.bind(in: state.model, slot, from: &source) else { continue }
      let step = planned(number, slot, 0, bound)
      guard state.has(step.references) else { continue }
      apply(step, to: &state)
      if command.yields { producers += 1 }
      drawn.append(step)
    }
    return drawn
  }

  /// What a step does to a state.
  func apply(_ step: PlannedCommand<Model, System>, to state: inout PlannedState<Model>) {
    state.apply(step.bound, as: step.slot, yields: machine.command(step.command).yields)
  }

  private func propose(
    in state: PlannedState<Model>, _ favourite: Int?, except triedInVain: Set<Int>, from source: inout Source
  ) -> Int? {
    // A replay needs no proposal.
    if source.isReplaying { return machine.commands.isEmpty ? nil : 0 }
    func isCandidate(_ index: Int) -> Bool {
      !triedInVain.contains(index) && machine.commands[index].isApplicable(in: state.model)
    }
    if let favourite, isCandidate(favourite) { return favourite }
    return swarm.propose(weights, from: &source, isCandidate)
  }

  private func bind(
    _ command: Int, _ lane: Int, in state: PlannedState<Model>, from source: inout Source
  ) throws -> PlannedCommand<Model, System>? {
    let slot = CommandSlot(step: steps.count + 1, ordinal: producers)
    if machine.commands[command].yields {
      source.openSpan(.production)
      source.closeSpan()
    }
    guard let bound = try machine.commands[command].bind(in: state.model, slot, from: &source) else { return nil }
    let step = planned(command, slot, lane, bound)
    return state.has(step.references) ? step : nil
  }

  private func planned(
    _ command: Int, _ slot: CommandSlot, _ lane: Int, _ bound: any BoundCommand<Model, System>
  ) -> PlannedCommand<Model, System> {
    PlannedCommand(command: command, slot: slot, lane: lane, bound: bound, references: machine.isYielding ? bound.references : [])
  }
}

extension Source {
  /// Whether choices are given, by a replay or a shrink attempt.
  var isReplaying: Bool { tape?.isReplaying ?? false }

  /// A count in `bounds`, mostly in the upper half of them, whatever the size of the case.
  mutating func drawLongCount(_ bounds: ClosedRange<Int>) -> Int {
    let (lower, upper) = (UInt64(bounds.lowerBound), UInt64(bounds.upperBound))
    let half = (upper - lower) / 2
    let proposed =
      mode == .simplest
      ? lower : lower + (nextWord() & 7 == 0 ? uniform(upTo: half) : half + uniform(upTo: upper - lower - half))
    return Int(resolve(proposed, kind: .count, lower: lower, upper: upper, target: lower))
  }
}
