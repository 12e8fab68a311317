import Dispatch
import PropertyTesting
import Synchronization

extension ThreadBug {
  static let parallelSum = ThreadBug(
    "parallel sum", "Pages that are counted in parallel add their words to one plain sum.", verdict: .race,
    buggy: {
      let sum = PlainSum()
      DispatchQueue.concurrentPerform(iterations: 3) { sum.words += $0 }
      try expect("words", sum.words, equals: 3)
    },
    fixed: {
      let sum = GuardedSum()
      DispatchQueue.concurrentPerform(iterations: 3) { page in sum.words.withLock { $0 += page } }
      try expect("words", sum.words.withLock { $0 }, equals: 3)
    })
}

private final class PlainSum: @unchecked Sendable {
  var words = 0
}

private final class GuardedSum: Sendable {
  let words = Mutex(0)
}
