/// Commands of which some run at the same time: first a few commands one after the other, then lanes at the same time, then a few
/// commands one after the other again, which show the outcome.
///
///     try check("the tally is linearizable", forAll: tally.parallel(), scheduled: .mixed) { commands, trial in
///       try await commands.run(on: Tally(), trial)
///     }
public struct ParallelCommands<Model: Sendable, System>: Sendable {
  let machine: StateMachine<Model, System>
  let initial: Model
  let prefix: [PlannedCommand<Model, System>]
  /// None is empty.
  let lanes: [[PlannedCommand<Model, System>]]
  let suffix: [PlannedCommand<Model, System>]
  /// What the case ends with.
  let closing: [PlannedCommand<Model, System>]

  init(
    machine: StateMachine<Model, System>, initial: Model, _ steps: [PlannedCommand<Model, System>],
    _ closing: [PlannedCommand<Model, System>]
  ) {
    self.machine = machine
    self.initial = initial
    self.closing = closing
    prefix = Array(steps.prefix { $0.lane == 0 })
    let rest = steps.dropFirst(prefix.count)
    suffix = rest.filter { $0.lane == 0 }
    lanes = Dictionary(grouping: rest.filter { $0.lane > 0 }, by: \.lane).sorted { $0.key < $1.key }.map(\.value)
  }
}

extension ParallelCommands: CounterexampleDescribable {
  /// The commands as they print: "[put(0)] then [take()] ‖ [take()] then [count()]".
  public var counterexampleDescription: String {
    func text(_ steps: [PlannedCommand<Model, System>]) -> String {
      "[" + steps.map(\.text).joined(separator: ", ") + "]"
    }
    let parts = [
      prefix.isEmpty && !lanes.isEmpty ? "" : text(prefix), lanes.map(text).joined(separator: " ‖ "),
      suffix.isEmpty ? "" : text(suffix),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: " then ")
  }
}

extension ParallelCommands where Model: Hashable, System: Sendable {
  /// Runs the commands, with a task for each lane, and judges the results. The commands outside the lanes must have the results of the
  /// model. Those in the lanes, and those after them, must be linearizable.
  ///
  /// Every lane has a copy of `system`, so share state through an actor or an object. Under a schedule (`scheduled:`) a case runs in the
  /// same way each time; without one, the threads decide.
  /// - Parameter limit: how many placements the judge may try: see ``History/linearizability(by:limit:)``.
  /// - Throws: the errors of ``CommandSequence/run(on:_:fileID:filePath:line:)``; ``UndecidedHistory`` if the judge reaches the limit.
  public func run(
    on system: System, _ trial: Trial? = nil, limit: Int = 1_000_000, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async throws {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line)
    try await run(on: system, trial, limit: limit, at: location)
  }

  package func run(
    on system: System, _ trial: Trial?, limit: Int = 1_000_000, at location: SourceLocation
  ) async throws {
    if let trial {
      for part in [prefix] + lanes + [suffix] { machine.labels.label(trial, part.lazy.map(\.command)) }
    }
    var system = system
    var run = SideBySide(machine, initial, notingIn: trial, at: location)
    try await run.begin(on: &system)
    for step in prefix { try await run.perform(step, on: &system) }
    let recorder = HistoryRecorder<PlannedCommand<Model, System>, CommandOutcome>()
    let (lanes, end) = whatApplies(after: run, notingIn: trial)
    if lanes.isEmpty {
      for step in end { try await run.perform(step, on: &system) }
      return
    }
    var results = try await runLanes(lanes, on: system, run.results, recorder)
    try Task.checkCancellation()
    await perform(end, on: &system, as: "the end", &results, recorder)
    let history = recorder.history
    noteClaim(fileID: location.fileID, line: location.line)
    switch history.linearizability(by: sequentialModel(from: run.model), limit: limit) {
    case .linearizable(let order): label(order.map { history.calls[$0] }, from: run.model, in: trial)
    case .undecided(let limit): throw UndecidedHistory(limit: limit, calls: history.calls.count)
    case .violated(let violation):
      for line in history.lanes(explaining: violation, operation: \.text, output: \.text) { trial?.note(line) }
      var failure = failure(history, violation, from: run.model, notingIn: trial, at: location)
      failure.drawings = [history.drawing(explaining: violation, operation: \.text, output: \.text)]
      throw failure
    }
  }

  /// The lanes, and what follows them, without what no longer applies in every order because a judged command before
  /// them led elsewhere.
  private func whatApplies(
    after run: SideBySide<Model, System>, notingIn trial: Trial?
  ) -> (lanes: [[PlannedCommand<Model, System>]], end: [PlannedCommand<Model, System>]) {
    guard machine.isJudging else { return (lanes, suffix + closing) }
    var applying = Interleavings(
      machine: machine, start: PlannedState(run.model, yielded: run.results.ordinals))
    for step in lanes.joined() + suffix + closing {
      let all = applying.adding(step)
      if all.areSafe {
        applying = all
      } else {
        trial?.note("\(step.text)  (left out: it does not apply in every order to what came before)")
      }
    }
    return (applying.lanes.sorted { $0.key < $1.key }.map(\.value), applying.suffix)
  }

  /// What the model gives after the longest order that explains what came before, beside what the system gave.
  private func failure(
    _ history: History<PlannedCommand<Model, System>, CommandOutcome>, _ violation: LinearizabilityViolation,
    from model: Model, notingIn trial: Trial?, at location: SourceLocation
  ) -> ExpectationFailure {
    var model = model
    for call in violation.order.map({ history.calls[$0] }) {
      if case .done(let actual) = call.outcome { _ = call.operation.bound.explains(actual, from: &model) }
    }
    let stuck = history.calls[violation.stuck]
    let before = model
    let expected = stuck.operation.bound.apply(to: &model)
    guard case .done(let actual) = stuck.outcome else {
      return ExpectationFailure(claim: "an order of \(history.calls.count) calls", location: location)
    }
    let order = violation.order.indices.map { "#\($0 + 1)" }.joined(separator: ", ")
    trial?.note(
      "\(order.isEmpty ? "At first" : "After \(order)") the model is \(describe(before)), "
        + "and \(stuck.operation.text) gives "
        + (stuck.operation.bound.isJudged
          ? "system \(actual.text), none of the results that the model allows"
          : "model \(expected.text) ‖ system \(actual.text)"))
    return ExpectationFailure(
      claim: "an order of \(violation.prefix.count) calls in which \(stuck.operation.text) gives \(actual.text) "
        + "to \(stuck.client)", location: location)
  }

  /// The classes of the case, by an order that explains it.
  private func label(
    _ calls: [HistoryCall<PlannedCommand<Model, System>, CommandOutcome>], from model: Model, in trial: Trial?
  ) {
    guard let trial else { return }
    var model = model
    for call in calls {
      let (step, before) = (call.operation, model)
      guard case .done(let actual) = call.outcome, step.bound.explains(actual, from: &model) else { continue }
      // Its throw is what the model expects.
      if actual.isError { trial.label(machine.labels.throwing[step.command]) }
      let came = CommandStep(before: before, after: model, argument: step.bound.argument, outcome: actual)
      machine.label(trial, step.command, came)
      machine.label(trial, model)
    }
  }

  private func runLanes(
    _ lanes: [[PlannedCommand<Model, System>]], on system: System, _ results: EarlierResults,
    _ recorder: HistoryRecorder<PlannedCommand<Model, System>, CommandOutcome>
  ) async throws -> EarlierResults {
    try await withThrowingTaskGroup(of: EarlierResults.self) { group in
      for (number, lane) in lanes.enumerated() {
        group.addTask(name: "lane \(number + 1)") {
          var (system, results) = (system, results)
          await perform(lane, on: &system, as: "lane \(number + 1)", &results, recorder)
          return results
        }
      }
      let always = machine.invariants.filter { $0.always != nil }
      if !always.isEmpty {
        let looks = lanes.reduce(1) { $0 + $1.count }
        group.addTask(name: "observer") {
          for _ in 0..<looks {
            for invariant in always { try await look(at: system, invariant) }
            await Task.yield()
          }
          return EarlierResults()
        }
      }
      // All lanes are run to their end: what the observer has to say is said after them.
      var (all, failure): (EarlierResults, (any Error)?) = (results, nil)
      while let result = await group.nextResult() {
        switch result {
        case .success(let results): all.merge(results)
        case .failure(let error): failure = error
        }
      }
      if let failure { throw failure }
      return all
    }
  }

  private func look(at system: System, _ invariant: Invariant<Model, System>) async throws {
    guard let always = invariant.always else { return }
    if let failure = try await invariant.failure("while the lanes run", of: { try await always(system) }) { throw failure }
  }

  private func perform(
    _ steps: [PlannedCommand<Model, System>], on system: inout System, as client: String,
    _ results: inout EarlierResults, _ recorder: HistoryRecorder<PlannedCommand<Model, System>, CommandOutcome>
  ) async {
    for step in steps where !Task.isCancelled {
      // What it refers to was not yielded: then no order explains why.
      if machine.isYielding, !results.have(step.references) { continue }
      let call = recorder.begin(client, step)
      let outcome = await step.bound.run(on: &system, results)
      recorder.end(call, .done(outcome))
      guard case .returned(let value) = outcome, machine.command(step.command).yields else { continue }
      results.keep(value, as: step.slot)
    }
  }

  private func sequentialModel(
    from model: Model
  ) -> SequentialModel<Model, PlannedCommand<Model, System>, CommandOutcome> {
    let whole = SequentialModel<Model, PlannedCommand<Model, System>, CommandOutcome>(initial: model) {
      state, step, outcome in
      var next = state
      return step.bound.explains(outcome, from: &next) ? [next] : []
    }
    let steps = lanes.joined() + suffix + closing
    guard steps.allSatisfy({ $0.bound.part != nil }) else { return whole }
    return whole.partitioned { PartKey(key: $0.bound.part) }
  }
}

private struct PartKey: Hashable {
  let key: AnyHashable?
}
