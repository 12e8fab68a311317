import Foundation
import Synchronization

/// What several threads put together, beside the code under test: known to the schedule, so that it is no data race.
final class Collected<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])
  var all: [Element] { elements.withLock { $0 } }
  func add(_ element: Element) { elements.withLock { $0.append(element) } }
}

/// Runs each body on a thread of its own, and waits for all of them. What the bodies hold is let go of before.
func onThreads(_ bodies: (@Sendable () -> Void)...) {
  let handles = bodies.map { body in
    var handle = pthread_t()
    pthread_create(
      &handle, nil,
      { body in
        if let body { Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
        return nil
      }, Unmanaged.passRetained(Body(body)).toOpaque())
    return handle
  }
  for handle in handles { pthread_join(handle, nil) }
}

private final class Body: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
