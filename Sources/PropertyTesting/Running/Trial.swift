import Synchronization

/// One case, as its property sees it: the property can label the case, draw more values, and note what happens.
///
/// A property receives the trial if its closure has one more parameter: `{ value, trial in … }`.
public final class Trial: Sendable {
  struct State {
    var source: Source
    var labels: Set<String> = []
    var drawn: [(name: String, value: String)] = []
    /// The places of those that took a choice, as long as the script had one.
    var scriptedDraws: [Int] = []
    /// Those that print what they were asked, by place.
    var drawnLater: [Int: @Sendable () -> String] = [:]
    var notes: [Note] = []
    var figures: [@Sendable () -> TraceFigure] = []
    var steps = ScheduleSteps()
    var collected: [(name: String, datum: Collected.Datum)] = []
    /// Printing values and keeping notes is for cases that will be reported.
    var isObserved = false
    var targets: [String: Double] = [:]
    /// The known failure that the case met, and what it threw.
    var known: (name: String, error: any Error)?
  }

  private let state: Mutex<State>

  @usableFromInline
  init() {
    state = Mutex(State(source: Source(seed: 0, index: 0)))
  }

  /// Counts the case in the class `name`, once, even if a case calls it several times. A property can demand a least
  /// share for its classes: see ``Property/requiredShares``.
  public func label(_ name: String, if condition: Bool = true) {
    if condition { state.withLock { _ = $0.labels.insert(name) } }
  }

  /// Keeps one value of the case for the table under `name`: see ``collect(_:_:)``.
  func keep(_ datum: Collected.Datum, as name: String) {
    state.withLock { $0.collected.append((name, datum)) }
  }

  /// Draws a value in the middle of the property. It shrinks and replays with the rest of the case.
  /// - Parameter name: the value's name in the report.
  public func draw<Value: Sendable>(_ generator: Generator<Value>, _ name: String = "drawn") throws -> Value {
    // Outside the lock: the generator may label or note.
    var source = state.withLock { $0.source }
    // Perhaps on another thread than the value.
    source.stackMark = 0
    let (hasScriptLeft, choices) = (source.hasScriptLeft, source.tape?.choiceCount)
    let value = try source.draw(generator)
    // What takes no choice says nothing of the script: whether it comes within it or after its end, nobody knows.
    let isScripted = hasScriptLeft && source.tape?.choiceCount != choices
    let advanced = source
    let (text, hasFunctions) = isObserved ? describeNoting(value) : ("", false)
    state.withLock { state in
      state.source = advanced
      if state.isObserved {
        if isScripted { state.scriptedDraws.append(state.drawn.count) }
        if hasFunctions { state.drawnLater[state.drawn.count] = { describe(value) } }
        state.drawn.append((name, text))
        state.source.tape?.journal?.append(.drawn(name: name, value: text, isScripted: isScripted))
      }
    }
    return value
  }

  /// Adds a line to the report's trace, which shows step by step what the property did. While cases pass, it costs nothing: `text` is
  /// not evaluated.
  public func note(_ text: @autoclosure () -> String) {
    guard isObserved else { return }
    let line = text()
    state.withLock { state in
      state.notes.append(.line(line))
      state.source.tape?.journal?.append(.note(line))
    }
  }

  /// Lines of the report's trace that are put in words only where somebody reads them.
  package func note(later lines: @escaping @Sendable () -> [String]) {
    guard isObserved else { return }
    // Nobody can ask another process later.
    if let journal { return journal.offTheClock(lines).forEach { note($0) } }
    state.withLock { $0.notes.append(.later(lines)) }
  }

  /// Something of the case to be drawn, made where somebody looks at it.
  package func draw(later figure: @escaping @Sendable () -> TraceFigure) {
    guard isObserved else { return }
    // Nobody can ask another process later.
    if let journal {
      let figure = journal.offTheClock(figure)
      journal.append(drawing: figure)
      return state.withLock { $0.figures.append { figure } }
    }
    state.withLock { $0.figures.append(figure) }
  }

  /// Does what is no part of the case, and does not count against its time limit in a worker.
  package func offTheClock<Result>(_ body: () -> Result) -> Result { journal?.offTheClock(body) ?? body() }

  private var journal: CaseJournal? { state.withLock { $0.source.tape?.journal } }

  /// Keeps what the steps of a schedule were: where two runs of the same choices differ in them, something was
  /// not under control.
  package func keep(_ steps: ScheduleSteps.Run) {
    state.withLock { $0.steps.runs.append(steps) }
  }

  /// Whether this case will be reported: its values are printed and its notes kept.
  package var isObserved: Bool { state.withLock { $0.isObserved } }

  /// What the case has drawn, labelled and noted so far.
  package struct Checkpoint {
    fileprivate let state: State
    fileprivate let tape: Tape.State?
  }

  package var checkpoint: Checkpoint {
    state.withLock { Checkpoint(state: $0, tape: $0.source.tape?.state) }
  }

  /// Goes back, or forward again, to how things stood: what runs from here on draws the values that were
  /// drawn after it.
  package func restore(_ checkpoint: Checkpoint) {
    state.withLock { state in
      state = checkpoint.state
      if let tape = checkpoint.tape { state.source.tape?.restore(tape) }
    }
  }

  /// The decisions of a schedule, recorded and replayed with everything else that the case draws.
  /// - Parameter isSearched: unless a script gives the decisions, all of them are tried.
  package func drawSchedule(isSearched: Bool = false) -> ScheduleDraws {
    state.withLock { state in
      let seed = state.source.nextWord()
      if isSearched { state.source.tape?.ranEverySchedule = true } else { state.source.tape?.dependsOnMore = true }
      return ScheduleDraws(tape: state.source.tape, seed: seed, index: state.source.index)
    }
  }

  @usableFromInline
  func begin(_ source: Source, isObserved: Bool) {
    state.withLock { state in
      state.source = source
      state.isObserved = isObserved
      state.labels.removeAll(keepingCapacity: true)
      if !state.collected.isEmpty { state.collected.removeAll(keepingCapacity: true) }
      state.drawn = []
      if !state.drawnLater.isEmpty { state.drawnLater = [:] }
      state.scriptedDraws = []
      state.notes = []
      state.figures = []
      state.steps = ScheduleSteps()
      if !state.targets.isEmpty { state.targets = [:] }
      state.known = nil
    }
  }

  /// Counts a case that passed.
  @usableFromInline
  func tally(into sweep: inout Sweep, at index: Int) {
    let (labels, targets, collected, known) = state.withLock { ($0.labels, $0.targets, $0.collected, $0.known?.name) }
    if let known { sweep.knownFailures[known, default: 0] += 1 }
    for label in labels {
      #if DEBUG
        // Where it is not optimised, the other way allocates.
        sweep.counts[label] = (sweep.counts[label] ?? 0) + 1
      #else
        sweep.counts[label, default: 0] += 1
      #endif
    }
    for (label, value) in targets { sweep.targets.raise(label, Target.Best(value: value, index: index)) }
    for (name, datum) in collected { sweep.collected[name, default: Collected()].add(datum) }
  }

  /// Makes the engine look for cases in which `value` is higher: see `docs/discovery.md`.
  ///
  /// If a case calls it several times for a label, the highest value counts. NaN does not count.
  public func target(_ label: String, _ value: Double) {
    guard !value.isNaN else { return }
    state.withLock { $0.targets[label] = max($0.targets[label] ?? value, value) }
  }

  /// Makes the engine look for cases in which `value` is higher.
  public func target(_ label: String, _ value: Int) { target(label, Double(value)) }

  /// The known failures that could explain why a case with this value fails; a case that ends its process cannot say.
  func suspects<Value>(_ known: [KnownFailure<Value>], _ value: Value) -> [KnownFailureRule] {
    let suspects = known.filter { $0.canExplain(value) }.map(\.rule)
    if !suspects.isEmpty { journal?.append(.suspected(suspects.map(\.name))) }
    return suspects
  }

  /// Notes that the case met a known failure.
  /// - Throws: `error`, if none of `suspects` explains it.
  func excuse(_ error: any Error, by suspects: [KnownFailureRule]) throws {
    guard !(error is Discard), !(error is CancellationError) else { throw error }
    let failure = Failure(error)
    guard let rule = suspects.first(where: { $0.explains(failure) }) else { throw error }
    state.withLock { $0.known = (rule.name, error) }
    noteClaim()
  }

  /// All of it, as it stands.
  var seen: State { state.withLock { $0 } }
}
