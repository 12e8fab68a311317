import StorageContract
import Synchronization

/// Work that the app does in the background.
public struct BackgroundTask: Sendable {
  /// The id by which the system knows the task.
  public var id: String
  /// The conditions without which the body does not run.
  public var needs: TaskNeeds
  /// The longest time that one run of the body may take.
  public var limit: Duration
  /// The work. It may run several times in one launch, each time from its beginning. An error fails the launch.
  public var body: @Sendable (BackgroundScope) async throws -> Void

  /// Creates a task from its parts.
  public init(
    id: String, needs: TaskNeeds, limit: Duration, body: @escaping @Sendable (BackgroundScope) async throws -> Void
  ) {
    self.id = id
    self.needs = needs
    self.limit = limit
    self.body = body
  }
}

/// The permissions of one run of a background task. When the run is over, its scope is closed: even if the body goes
/// on, it can no longer write.
public final class BackgroundScope: Sendable {
  /// The number of the run among those of its task, starting at 1.
  public let run: Int
  private let store: any Store
  private let isClosed = Mutex(false)

  /// Creates an open scope that writes to `store`.
  public init(run: Int, store: any Store) {
    self.run = run
    self.store = store
  }

  /// Whether the run may still write.
  public var isOpen: Bool { !isClosed.withLock { $0 } }

  /// Ends the run's permissions for good.
  public func close() { isClosed.withLock { $0 = true } }

  /// Checks that the run is not over.
  /// - Throws: `CancellationError` if it is over.
  public func check() throws {
    guard isOpen else { throw CancellationError() }
  }

  /// Writes one batch: all of it, or nothing. If the run ends while `body` works, nothing is kept.
  /// - Throws: `CancellationError` if the run is over before or after `body`; what `body` or the store throws.
  public func write<Result: Sendable>(
    _ body: @escaping @Sendable (any WriteTransaction) throws -> Result
  ) async throws -> Result {
    try await store.write { transaction in
      try self.check()
      let result = try body(transaction)
      try self.check()
      return result
    }
  }
}
