import Observation
import Synchronization

/// When a view must be evaluated, by what its last evaluation read.
@MainActor
public struct ViewEvaluation {
  /// How often a view that changes what it shows is evaluated again in one tick.
  public static let mostRepetitions = 8

  private let changes = Changes()

  public init() {}

  /// Whether something has changed that the last evaluation read. True before the first.
  public var isDue: Bool { changes.isDue }

  public func invalidate() { changes.note(ofEvaluation: nil) }

  /// Evaluates, and again for as long as an evaluation changes the model, or what comes `after` it changes
  /// what it read.
  /// - Returns: false where that did not come to an end; then another evaluation is due.
  public func run(
    of model: any ViewModel, _ evaluate: @MainActor () -> Void, after: @MainActor () -> Void
  ) -> Bool {
    for _ in 0...Self.mostRepetitions {
      let (changes, number, before) = (changes, changes.begin(), TrackedValues(of: model))
      withObservationTracking(evaluate) { changes.note(ofEvaluation: number) }
      // Observation looks for changes from here on; what the evaluation changed it may have read before.
      if TrackedValues(of: model).differ(from: before) { changes.note(ofEvaluation: number) }
      after()
      if !isDue { return true }
    }
    return false
  }
}

/// Told of changes from wherever they happen, before the new value is there: it only takes note.
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

  /// - Parameter number: of the evaluation that read what changed. What an older one read may be of no
  ///   interest any more.
  func note(ofEvaluation number: Int?) {
    state.withLock { state in
      if number == nil || number == state.number { state.isDue = true }
    }
  }
}
