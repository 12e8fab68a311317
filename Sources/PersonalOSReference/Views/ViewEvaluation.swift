import Observation
import Synchronization

/// Decides when a view must be evaluated, based on what its last evaluation read.
@MainActor
public struct ViewEvaluation {
  /// How many times per tick a view is evaluated again if it changes what it shows.
  public static let mostRepetitions = 8

  private let changes = Changes()

  /// Creates the state of a view that was never evaluated: an evaluation is due.
  public init() {}

  /// Whether anything that the last evaluation read has changed. True before the first evaluation.
  public var isDue: Bool { changes.isDue }

  /// Makes an evaluation due, whatever has changed.
  public func invalidate() { changes.note(ofEvaluation: nil) }

  /// Evaluates, and repeats if the evaluation changes the model, or if `after` changes anything that the evaluation
  /// read. It repeats at most ``mostRepetitions`` times.
  /// - Returns: whether this came to an end. If false, another evaluation is due.
  public func run(
    of model: any ViewModel, _ evaluate: @MainActor () -> Void, after: @MainActor () -> Void
  ) -> Bool {
    for _ in 0...Self.mostRepetitions {
      let (changes, number, before) = (changes, changes.begin(), TrackedValues(of: model))
      withObservationTracking(evaluate) { changes.note(ofEvaluation: number) }
      // Observation looks for changes only from here on. The evaluation may have changed something after it had read
      // it.
      if TrackedValues(of: model).differ(from: before) { changes.note(ofEvaluation: number) }
      after()
      if !isDue { return true }
    }
    return false
  }
}

/// Takes note of changes. It may be called from anywhere, before the new value is in place, so it does nothing else.
private final class Changes: Sendable {
  private struct State {
    var number = 0
    var isDue = true
  }

  private let state = Mutex(State())

  var isDue: Bool { state.withLock { $0.isDue } }

  func begin() -> Int {
    state.withLock { state in
      state.isDue = false
      state.number += 1
      return state.number
    }
  }

  /// Makes an evaluation due, unless the change concerns an older evaluation.
  /// - Parameter number: the number of the evaluation that read the changed value; nil to make one due in any case.
  func note(ofEvaluation number: Int?) {
    state.withLock { state in
      if number == nil || number == state.number { state.isDue = true }
    }
  }
}
