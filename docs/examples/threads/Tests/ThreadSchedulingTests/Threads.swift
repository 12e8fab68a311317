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

/// Runs each body on a thread of its own, and joins them all. Of semaphores there is none, so that a proof has few orders.
func joined(_ bodies: [@Sendable () -> Void]) {
  let handles = bodies.map { body in
    var handle = pthread_t()
    let box = Unmanaged.passRetained(Box(body))
    pthread_create(
      &handle, nil, { box in
        if let box { Unmanaged<Box>.fromOpaque(box).takeRetainedValue().body() }
        return nil
      }, box.toOpaque())
    return handle
  }
  for handle in handles { pthread_join(handle, nil) }
}

private final class Box: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// What a check threw.
func failure(_ body: () throws -> PropertyResult) throws -> PropertyFailure {
  do {
    let result = try body()
    throw Unexpected(text: "held: \(result)")
  } catch let failure as PropertyFailure { return failure }
}

struct Unexpected: Error { let text: String }
