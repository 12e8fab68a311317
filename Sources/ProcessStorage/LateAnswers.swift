import StorageContract
import Synchronization

/// How often adapters of one command were late. A run of many cases, with a counterexample to shrink, must end although
/// every answer that does not come costs the whole deadline.
package final class LateAnswers: Sendable {
  private static let limit = 5
  private let lates = Mutex(0)

  package init() {}

  func noteLate() { lates.withLock { $0 += 1 } }

  /// - Throws: ``StoreError/io(operation:path:reason:)`` where it was late too often to be started again.
  func check(_ name: String) throws {
    guard lates.withLock({ $0 >= Self.limit }) else { return }
    throw StoreError.io(
      operation: "start the adapter", path: name,
      reason: "it failed to answer in time \(Self.limit) times, so the kit does not start it again")
  }
}
