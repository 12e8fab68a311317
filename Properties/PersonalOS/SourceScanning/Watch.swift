import Observation
import Synchronization

/// A view that has read something and waits to be told of its change.
@MainActor
final class Watch {
  private let flag = Flag()

  /// - Parameter read: reads what the view shows.
  init(_ read: () -> Void) {
    withObservationTracking(read) { [flag] in flag.isRaised.withLock { $0 = true } }
  }

  convenience init(_ read: () -> String) {
    self.init { _ = read() }
  }

  var isTold: Bool { flag.isRaised.withLock { $0 } }

  private final class Flag: Sendable {
    let isRaised = Mutex(false)
  }
}
