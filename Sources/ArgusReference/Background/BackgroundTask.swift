import StorageContract
import Synchronization

/// Work that the app does when nobody looks.
public struct BackgroundTask: Sendable {
  public var id: String
  public var needs: TaskNeeds
  /// For one run of the body.
  public var limit: Duration
  public var body: @Sendable (BackgroundScope) async throws -> Void

  public init(
    id: String, needs: TaskNeeds, limit: Duration, body: @escaping @Sendable (BackgroundScope) async throws -> Void
  ) {
    self.id = id
    self.needs = needs
    self.limit = limit
    self.body = body
  }
}

/// What one run of a background task may do. When the run is over, it may do nothing any more, even if its body goes on.
public final class BackgroundScope: Sendable {
  public let run: Int
  private let store: any Store
  private let isClosed = Mutex(false)

  public init(run: Int, store: any Store) {
    self.run = run
    self.store = store
  }

  public var isOpen: Bool { !isClosed.withLock { $0 } }

  public func close() { isClosed.withLock { $0 = true } }

  /// - Throws: `CancellationError` if the run is over.
  public func check() throws {
    guard isOpen else { throw CancellationError() }
  }

  /// One batch: all of it, or nothing. If the run ends while `body` works, nothing of it is kept.
  /// - Throws: `CancellationError` if the run is over, before or after `body`; what `body` or the store throws.
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
