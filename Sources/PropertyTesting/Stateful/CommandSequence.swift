/// Commands that run one after the other: the value of a sequential case.
///
///     try await check("the ring is a queue", forAll: machine.sequence()) { commands, trial in
///       var ring = Ring(capacity: 3)
///       try await commands.run(on: &ring, trial)
///     }
public struct CommandSequence<Model: Sendable, System>: Sendable {
  let machine: StateMachine<Model, System>
  let initial: Model
  let steps: [PlannedCommand<Model, System>]
  /// What the case ends with.
  let closing: [PlannedCommand<Model, System>]

  /// Each command as it prints ("put(1)"), without those that every case ends with.
  public var commandTexts: [String] { steps.map(\.text) }
  /// How many commands the case drew, without those that every case ends with.
  public var count: Int { steps.count }
}

extension CommandSequence: CounterexampleDescribable {
  /// The commands as they print: "[put(0), take()]". If cases begin in different states, the state stands behind: "[put(0)] from 3".
  public var counterexampleDescription: String {
    let commands = "[" + commandTexts.joined(separator: ", ") + "]"
    return machine.hasOneBeginning ? commands : "\(commands) from \(describe(initial))"
  }
}

extension StateMachine {
  /// Sequences of commands.
  ///
  /// - Parameter count: how many commands. Nil: as many as ``taking(_:)`` says, or else as the size of the case, at most 100. If fewer
  ///   commands apply than `count` asks for, the case is discarded.
  public func sequence(count: ClosedRange<Int>? = nil) -> Generator<CommandSequence<Model, System>> {
    Generator { source in
      let model = try source.draw(initial)
      let bounds = (count ?? self.count?(model)).map { max(0, $0.lowerBound)...max(0, $0.upperBound) }
      var drawing = CommandDrawing(self, from: &source)
      var state = PlannedState(model)
      let drawCount: (inout Source) -> Int = { isLong ? $0.drawLongCount(bounds ?? 0...100) : $0.drawCount(bounds) }
      try drawing.drawAll(from: &source, least: bounds?.lowerBound ?? 0, count: drawCount) { drawing, source in
        guard let step = try drawing.draw(in: state, from: &source, place: { _ in (0, state) }, isSafe: { _ in true })
        else { return false }
        drawing.apply(step, to: &state)
        return true
      }
      let closing = closing.isEmpty ? [] : try drawing.drawClosing(after: &state, from: &source)
      return CommandSequence(machine: self, initial: model, steps: drawing.steps, closing: closing)
    }
  }
}

extension CommandSequence {
  /// Runs the commands on `system` and on the model, and compares the results after each command.
  ///
  /// The trace becomes notes of `trial`, step by step, and the commands become its labels.
  /// - Throws: ``ExpectationFailure`` if system and model differ, or if an invariant does not hold; the errors of invariants and of the
  ///   set-up; `CancellationError` if the task is cancelled.
  public func run(
    on system: inout System, _ trial: Trial? = nil, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async throws {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line)
    try await run(on: &system, trial, at: location)
  }

  func run(on system: inout System, _ trial: Trial?, at location: SourceLocation) async throws {
    if let trial { machine.labels.label(trial, steps.lazy.map(\.command)) }
    var run = SideBySide(machine, initial, notingIn: trial, at: location)
    try await run.begin(on: &system)
    for step in steps { try await run.perform(step, on: &system) }
    for step in closing { try await run.perform(step, on: &system) }
  }
}
