import Foundation
import PropertyTesting
import Synchronization
import ThreadScheduling

/// State of several kinds, for small programs.
final class Shared: @unchecked Sendable {
  var plain = 0
  var list = [1, 2, 3]
  let locked = Mutex(0)
  let atomic = Atomic<Int>(0)
  let flag = Atomic<Bool>(false)
}

/// Runs `body` on so many threads, and waits for all of them.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let done = DispatchSemaphore(value: 0)
  for number in 0..<count {
    Thread {
      body(number)
      done.signal()
    }.start()
  }
  for _ in 0..<count { done.wait() }
}

/// What a check threw.
func failure(_ body: () throws -> PropertyResult) throws -> PropertyFailure {
  do {
    let result = try body()
    throw Unexpected(text: "held: \(result)")
  } catch let failure as PropertyFailure { return failure }
}

struct Unexpected: Error { let text: String }
