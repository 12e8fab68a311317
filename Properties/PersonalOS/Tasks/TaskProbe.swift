import PersonalOSGenerators
import PersonalOSReference
import Synchronization

/// What a task waits for until the script gives it.
final class Answer: Sendable {
  private struct State {
    var isGiven = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func give() {
    let waiting = state.withLock { state in
      state.isGiven = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Takes no notice of a cancellation.
  func wait() async {
    await withCheckedContinuation { continuation in
      let isGiven = state.withLock { state in
        if !state.isGiven { state.waiting.append(continuation) }
        return state.isGiven
      }
      if isGiven { continuation.resume() }
    }
  }

  func waitUnlessCancelled() async {
    await withTaskCancellationHandler(operation: wait, onCancel: give)
  }
}

/// The work of a task of the script, with a child task, and what the two saw of a cancellation.
final class TaskProbe: Sendable {
  private struct State {
    var hasEnded = false
    var childHasEnded = false
    var sawCancellation = false
    var childSawCancellation = false
    var token: EffectToken?
  }

  let work: TaskScript.Work
  let answer = Answer()
  private let state = Mutex(State())

  init(_ work: TaskScript.Work) {
    self.work = work
  }

  /// From here on nothing that happens to the task matters to its work.
  var hasEnded: Bool { state.withLock { $0.hasEnded } }
  /// The same for its child task, which ends a little before.
  var childHasEnded: Bool { state.withLock { $0.childHasEnded } }
  var sawCancellation: Bool { state.withLock { $0.sawCancellation } }
  var childSawCancellation: Bool { state.withLock { $0.childSawCancellation } }

  /// What its effects would need; nil before it is known.
  var token: EffectToken? { state.withLock { $0.token } }

  func note(_ token: EffectToken) { state.withLock { $0.token = token } }

  /// - Parameter onAnswer: what the task does once it is answered.
  func run(onAnswer: @Sendable () async -> Void = {}) async {
    let childAnswer = Answer()
    async let child: Void = {
      await childAnswer.wait()
      self.state.withLock { state in
        state.childSawCancellation = Task.isCancelled
        state.childHasEnded = true
      }
    }()
    switch work {
    case .takesNoNotice: await answer.wait()
    case .heedsCancellation: await answer.waitUnlessCancelled()
    }
    await onAnswer()
    childAnswer.give()
    await child
    state.withLock { state in
      state.sawCancellation = Task.isCancelled
      state.hasEnded = true
    }
  }
}
