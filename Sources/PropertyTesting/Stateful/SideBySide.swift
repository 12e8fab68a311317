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
    label()
    try await checkInvariants(on: system, after: nil)
  }

  mutating func perform(_ step: PlannedCommand<Model, System>, on system: inout System) async throws {
    try Task.checkCancellation()
    // Kept only where it will be told: a second owner makes the model's change a copy.
    let before = isObserved ? model : nil
    let expected = step.bound.apply(to: &model)
    if expected.isError { trial?.label(machine.labels.throwing[step.command]) }
    let actual = await step.bound.run(on: &system, results)
    // What a cancelled command gives is no news of the system.
    if case .threw(let error) = actual, error is CancellationError { try Task.checkCancellation() }
    guard step.bound.agrees(expected, actual) else {
      trial?.note(
        "\(step.text)  → model \(expected.text) ‖ system \(actual.text)  ← model and system first differ here\n"
          + "   the model before it: \(before.map { describe($0) } ?? "")")
      throw ExpectationFailure(
        claim: "\(step.text) at step \(step.slot.step)", expected: expected.text, actual: actual.text,
        location: location)
    }
    if case .returned(let value) = actual, machine.commands[step.command].yields {
      results.keep(value, as: step.slot)
    }
    label()
    try await checkInvariants(on: system, after: step, actual)
    trial?.note(Self.line(step, actual))
  }

  private func label() {
    guard let trial else { return }
    for (name, contains) in machine.classes { trial.label(name, if: contains(model)) }
  }

  private func checkInvariants(
    on system: System, after step: PlannedCommand<Model, System>?, _ outcome: CommandOutcome? = nil
  ) async throws {
    for invariant in machine.invariants {
      guard let failure = try await failure(of: invariant, on: system) else { continue }
      let line = step.flatMap { step in outcome.map { Self.line(step, $0) } } ?? "(before the first command)"
      trial?.note(
        "\(line)  ← after this, an invariant does not hold\n   the model after it: \(describe(model))")
      let place = step.map { "after \($0.text) at step \($0.slot.step)" } ?? "before the first command"
      throw ExpectationFailure(
        claim: "\(invariant.name), \(place)\(failure)", location: invariant.location)
    }
  }

  /// Nil where it holds; otherwise what there is to say of it, which may be nothing.
  private func failure(of invariant: Invariant<Model, System>, on system: System) async throws -> String? {
    do {
      return try await invariant.holds(model, system, results) ? nil : ""
    } catch let failure as ExpectationFailure {
      return ": \(failure)"
    } catch {
      if error is CancellationError { try Task.checkCancellation() }
      return ": throws \(describe(error))"
    }
  }

  private static func line(_ step: PlannedCommand<Model, System>, _ outcome: CommandOutcome) -> String {
    if case .returned(let value) = outcome, value is Returned<Void> { return step.text }
    return "\(step.text)  → \(outcome.text)"
  }
}
