extension StateMachine where Model: Hashable {
  /// Commands of which some run at the same time.
  ///
  /// All commands are one collection, and the lane of a command is a choice of its own. So shrinking deletes commands wherever they are,
  /// and moves them out of the lanes. Each command applies in every order that the lanes may run in.
  /// - Parameters:
  ///   - lanes: how many lanes. The engine clamps the range to 2...8 without an error.
  ///   - commandsPerLane: the most commands in one lane. The cost of judging grows with it.
  ///   - prefix: the most commands before the lanes.
  ///   - suffix: the most commands after the lanes.
  public func parallel(
    lanes: ClosedRange<Int> = 2...3, commandsPerLane: Int = 3, prefix: Int = 6, suffix: Int = 2
  ) -> Generator<ParallelCommands<Model, System>> {
    let laneLimit = min(max(2, lanes.upperBound), 8)
    let laneRange = min(max(2, lanes.lowerBound), laneLimit)...laneLimit
    let ceiling = 1_000_000
    let limits = (perLane: min(max(1, commandsPerLane), ceiling), prefix: min(max(0, prefix), ceiling), suffix: min(max(0, suffix), ceiling))
    let most = limits.prefix + laneLimit * limits.perLane + limits.suffix
    return Generator { source in
      let model = try source.draw(initial)
      var drawing = CommandDrawing(self, from: &source)
      let proposed = source.proposeLanes(laneRange, limits)
      var plan = ParallelPlan(self, PlannedState(model), lastLane: laneLimit)
      var next = 0
      try drawing.drawAll(
        from: &source, least: 0,
        count: { source in
          Int(source.resolve(
            UInt64(proposed.count), kind: .count, lower: 0, upper: UInt64(most), target: 0))
        }
      ) { drawing, source in
        let lane = next < proposed.count ? proposed[next] : 0
        next += 1
        return try plan.draw(proposing: lane, &drawing, from: &source)
      }
      let closing = try plan.drawClosing(&drawing, from: &source)
      return ParallelCommands(machine: self, initial: model, drawing.steps, closing)
    }
  }
}

/// The part of a case that has been drawn.
private struct ParallelPlan<Model: Hashable & Sendable, System> {
  private let lastLane: Int
  private var interleavings: Interleavings<Model, System>?
  /// What stands before the lanes leads to it.
  private var beforeLanes: PlannedState<Model>
  private var states: [Int: PlannedState<Model>] = [:]
  /// After all of the lanes, in one of the orders.
  private var afterwards: PlannedState<Model>
  private var isInSuffix = false
  private let machine: StateMachine<Model, System>

  init(_ machine: StateMachine<Model, System>, _ state: PlannedState<Model>, lastLane: Int) {
    self.machine = machine
    self.lastLane = lastLane
    beforeLanes = state
    afterwards = state
  }

  /// The state that a lane's next command is drawn in: it knows what came before, and its own lane.
  private func state(in lane: Int) -> PlannedState<Model> {
    if lane == 0 { return interleavings == nil ? beforeLanes : afterwards }
    return states[lane] ?? beforeLanes
  }

  mutating func draw(
    proposing proposedLane: Int, _ drawing: inout CommandDrawing<Model, System>, from source: inout Source
  ) throws -> Bool {
    let favourite = favourite(in: proposedLane, drawing, from: &source)
    let step = try drawing.draw(in: state(in: proposedLane), favouring: favourite, from: &source) { source in
      let lane = drawLane(proposedLane, from: &source)
      return (lane, state(in: lane))
    } isSafe: { step in
      adding(step)?.areSafe ?? true
    }
    guard let step else { return false }
    keep(step, drawing)
    return true
  }

  /// What the case ends with, as far as it applies whatever order the lanes take effect in.
  mutating func drawClosing(
    _ drawing: inout CommandDrawing<Model, System>, from source: inout Source
  ) throws -> [PlannedCommand<Model, System>] {
    if machine.closing.isEmpty { return [] }
    guard interleavings != nil else { return try drawing.drawClosing(after: &beforeLanes, from: &source) }
    return try drawing.drawClosing(after: &afterwards, from: &source).filter { step in
      guard let all = adding(step), all.areSafe else { return false }
      interleavings = all
      return true
    }
  }

  /// Every second time what another lane does: most races are between two of one kind.
  private func favourite(
    in lane: Int, _ drawing: CommandDrawing<Model, System>, from source: inout Source
  ) -> Int? {
    guard lane > 1, source.mode != .simplest else { return nil }
    let word = source.nextWord()
    let others = drawing.steps.filter { $0.lane > 0 && $0.lane < lane }
    guard word & 1 == 0, !others.isEmpty else { return nil }
    return others[Int(word.multipliedFullWidth(by: UInt64(others.count)).high)].command
  }

  /// What comes alone after the lanes have begun comes after they have ended, and so does all that follows.
  private func drawLane(_ proposed: Int, from source: inout Source) -> Int {
    let lane = Int(
      source.resolve(UInt64(proposed), kind: .branch, lower: 0, upper: UInt64(lastLane), target: 0))
    guard isInSuffix, lane > 0 else { return lane }
    source.tape?.amendLast(0)
    return 0
  }

  private func adding(_ step: PlannedCommand<Model, System>) -> Interleavings<Model, System>? {
    if step.lane == 0, interleavings == nil { return nil }
    return (interleavings ?? Interleavings(machine: machine, start: beforeLanes)).adding(step)
  }

  private mutating func keep(_ step: PlannedCommand<Model, System>, _ drawing: CommandDrawing<Model, System>) {
    interleavings = adding(step)
    if step.lane > 0 {
      var own = state(in: step.lane)
      drawing.apply(step, to: &own)
      states[step.lane] = own
      drawing.apply(step, to: &afterwards)
    } else if interleavings == nil {
      drawing.apply(step, to: &beforeLanes)
      afterwards = beforeLanes
    } else {
      isInSuffix = true
      drawing.apply(step, to: &afterwards)
    }
  }
}

extension Source {
  /// The lane of each command: how many there are before the lanes, in each, and after, grows with the size.
  ///
  /// Not recorded: which lane a command came to be in is.
  fileprivate mutating func proposeLanes(
    _ lanes: ClosedRange<Int>, _ limits: (perLane: Int, prefix: Int, suffix: Int)
  ) -> [Int] {
    guard mode != .simplest, !isReplaying else { return [] }
    func upTo(_ most: Int, _ word: UInt64) -> Int { Int(word % UInt64(max(0, most) + 1)) }
    let prefix = upTo((limits.prefix * size + 99) / 100, nextWord())
    var result = Array(repeating: 0, count: prefix)
    let count = lanes.lowerBound + upTo(lanes.upperBound - lanes.lowerBound, nextWord())
    for lane in 1...count {
      result += Array(repeating: lane, count: 1 + upTo(limits.perLane - 1, nextWord()))
    }
    return result + Array(repeating: 0, count: upTo(limits.suffix, nextWord()))
  }
}
