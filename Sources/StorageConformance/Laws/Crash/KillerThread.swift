import Foundation
import ProcessStorage

/// Ends a process as `kill -9` does, from a thread of its own: whatever the others are doing at that moment.
final class KillerThread: Sendable {
  private let hasKilled = DispatchSemaphore(value: 0)

  init(_ process: Int32, delayMicroseconds: Int) {
    let hasKilled = hasKilled
    Thread.detachNewThread {
      if delayMicroseconds > 0 { Thread.sleep(forTimeInterval: Double(delayMicroseconds) / 1e6) }
      Self.end(process)
      hasKilled.signal()
    }
  }

  /// Waits until it has killed. Only then may the process be waited for: until then its
  /// number is its own.
  func wait() {
    hasKilled.wait()
    hasKilled.signal()
  }

  static func end(_ process: Int32) { ProcessGroup.end(process) }
}
