/// A model and a system that are taken through the same steps.
struct SideBySide<Model: Sendable, System> {
  let machine: StateMachine<Model, System>
  private(set) var model: Model
  private(set) var results = EarlierResults()
  private let trial: Trial?
  /// Whether anybody will want to know the states that it came through.
  private let isObserved: Bool
  private let location: SourceLocation

  init(
    _ machine: StateMachine<Model, System>, _ model: Model, notingIn trial: Trial?, at location: SourceLocation
  ) {
    self.machine = machine
    self.model = model
    self.trial = trial
    isObserved = trial?.isObserved ?? false
    self.location = location
  }

  /// Brings the system into the state that the model begins in.
  func begin(on system: inout System) async throws {
    do {
      try await machine.setUp?(&system, model)
    } catch {
      throw SetUpError(error)
    }
    machine.label(trial, model)
    if let shown { trial?.note("(at first)\(shown)") }
    try await checkInvariants(on: system, after: nil)
  }

  mutating func perform(_ step: PlannedCommand<Model, System>, on system: inout System) async throws {
    try Task.checkCancellation()
    let command = machine.command(step.command)
    if machine.isJudging, let reason = reasonToLeaveOut(step) {
      trial?.note("\(step.text)  (left out: \(reason))")
      return
    }
    // Kept only if somebody asks: a second owner makes the model's change a copy.
    let before = isObserved || !command.labels.isEmpty ? model : nil
    let actual: CommandOutcome
    noteClaim(fileID: location.fileID, line: location.line)
    if step.bound.isJudged {
      actual = try await outcome(of: step, on: &system)
      try judge(step, actual, before)
    } else {
      let expected = step.bound.apply(to: &model)
      if expected.isError { trial?.label(machine.labels.throwing[step.command]) }
      actual = try await outcome(of: step, on: &system)
      guard step.bound.agrees(expected, actual) else { throw differ(step, expected, actual, before) }
    }
    if case .returned(let value) = actual, command.yields { results.keep(value, as: step.slot) }
    if let before {
      let came = CommandStep(before: before, after: model, argument: step.bound.argument, outcome: actual)
      machine.label(trial, step.command, came)
    }
    machine.label(trial, model)
    try await checkInvariants(on: system, after: step, actual)
    trial?.note(Self.line(step, actual) + (shown ?? ""))
  }

  /// Why a step cannot run where a judged command has led; nil if it can.
  private func reasonToLeaveOut(_ step: PlannedCommand<Model, System>) -> String? {
    if !step.bound.isAllowed(in: model) { return "it does not apply to what came before" }
    if machine.isYielding, !results.have(step.references) { return "no step yielded what it refers to" }
    return nil
  }

  private func outcome(
    of step: PlannedCommand<Model, System>, on system: inout System
  ) async throws -> CommandOutcome {
    let actual = await step.bound.run(on: &system, results)
    // What a cancelled command gives is no news of the system.
    if case .threw(let error) = actual, error is CancellationError { try Task.checkCancellation() }
    return actual
  }

  private mutating func judge(
    _ step: PlannedCommand<Model, System>, _ actual: CommandOutcome, _ before: Model?
  ) throws {
    do {
      try step.bound.judge(actual, &model)
    } catch {
      let claim = "\(step.text) at step \(step.slot.step)"
      let failure = error as? ExpectationFailure
      trial?.note(
        "\(step.text)  ← none of the results that the model allows\n   system  \(actual.text)\n"
          + "   \(failure.map { "\($0)" } ?? "throws \(describe(error))")"
          + (before.map { "\n   the model before it: \(describe($0))" } ?? ""))
      throw ExpectationFailure(
        claim: failure.map { "\(claim): \($0.claim)" } ?? "\(claim): throws \(describe(error))",
        expected: failure?.expected, actual: failure?.actual, location: failure?.location ?? location)
    }
  }

  private func differ(
    _ step: PlannedCommand<Model, System>, _ expected: CommandOutcome, _ actual: CommandOutcome, _ before: Model?
  ) -> ExpectationFailure {
    trial?.note(
      beside("\(step.text)  ", expected.text, actual.text, FirstDifference(expected, actual), "here")
        + "\n   the model before it: \(before.map { describe($0) } ?? "")")
    return ExpectationFailure(
      claim: "\(step.text) at step \(step.slot.step)", expected: expected.text, actual: actual.text,
      location: location)
  }

  /// What the model says and what the system does, on one line if there is room for it.
  private func beside(
    _ step: String, _ model: String, _ system: String, _ difference: FirstDifference?, _ place: String
  ) -> String {
    let mark = "← model and system first differ \(place)"
    if step.count + model.count + system.count <= 120, !model.contains("\n"), !system.contains("\n") {
      return "\(step)→ model \(model) ‖ system \(system)  \(mark)"
    }
    let first = difference.map { "\n   differ  in \($0)" } ?? ""
    return "\(step)\(mark)\n   model   \(model)\n   system  \(system)\(first)"
  }

  /// The model's state, behind a step, if the machine says how to put it.
  private var shown: String? {
    guard isObserved, let showing = machine.showing else { return nil }
    return "   ‖ \(showing(model))"
  }

  private func checkInvariants(
    on system: System, after step: PlannedCommand<Model, System>?, _ outcome: CommandOutcome? = nil
  ) async throws {
    // A command's text is costly, and nobody reads it while all holds.
    var place: String { step.map { "after \($0.text) at step \($0.slot.step)" } ?? "before the first command" }
    for invariant in machine.invariants {
      let failure = try await invariant.failure(place) { try await invariant.holds(model, system, results) }
      guard let failure, !ClaimLedger.notesFailure(invariant.location.fileID, invariant.location.line) else { continue }
      let line = step.flatMap { step in outcome.map { Self.line(step, $0) } } ?? "(at first)"
      if let expected = failure.expected, let actual = failure.actual {
        // An expectation inside of the invariant adds what it is about.
        let name = invariant.name + failure.claim.dropFirst("\(invariant.name), \(place)".count)
        trial?.note(
          "\(line)\n   " + beside("\(name)  ", expected, actual, nil, "here")
            + "\n   the model after it: \(describe(model))")
      } else {
        trial?.note("\(line)  ← after this, an invariant does not hold\n   the model after it: \(describe(model))")
      }
      throw failure
    }
  }

  private static func line(_ step: PlannedCommand<Model, System>, _ outcome: CommandOutcome) -> String {
    if case .returned(let value) = outcome, value is Returned<Void> { return step.text }
    return "\(step.text)  → \(outcome.text)"
  }
}
