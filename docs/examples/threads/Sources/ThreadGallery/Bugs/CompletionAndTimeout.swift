import Dispatch
import PropertyTesting
import Synchronization

extension ThreadBug {
  static let completionAndTimeout = ThreadBug(
    "completion and timeout", "The answer comes with the timeout; both look whether the caller still waits, and both call it back.",
    buggy: {
      try askWithTimeout { question in
        guard !question.isAnswered.load(ordering: .acquiring) else { return }
        question.isAnswered.store(true, ordering: .releasing)
        question.callbacks.add(1, ordering: .relaxed)
      }
    },
    fixed: {
      try askWithTimeout { question in
        if !question.isAnswered.exchange(true, ordering: .acquiringAndReleasing) {
          question.callbacks.add(1, ordering: .relaxed)
        }
      }
    })
}

private final class Question: Sendable {
  let isAnswered = Atomic(false)
  let callbacks = Atomic(0)
}

private func askWithTimeout(_ callBack: @escaping @Sendable (Question) -> Void) throws {
  let question = Question()
  let done = DispatchSemaphore(value: 0)
  let deadline = DispatchTime.now() + .milliseconds(5)
  DispatchQueue.global().asyncAfter(deadline: deadline) {
    callBack(question)
    done.signal()
  }
  DispatchQueue(label: "server").asyncAfter(deadline: deadline) {
    callBack(question)
    done.signal()
  }
  done.wait()
  done.wait()
  try expect("callbacks", question.callbacks.load(ordering: .relaxed), equals: 1)
}
