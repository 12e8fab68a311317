import Synchronization

/// What a request needs to have an effect: alive until the request is cancelled, replaced or over.
public struct EffectToken: Hashable, Sendable {
  public let key: TaskKey
  /// No two tokens of a gate have the same.
  let generation: Int
}

/// Keeps requests that were cancelled from changing anything.
///
/// A request may go on when it has been cancelled: an answer comes late, or the work takes no notice. So
/// every effect passes here, in one step with the question whether its token is still alive.
public final class EffectGate: Sendable {
  private struct State {
    var lastGeneration = 0
    /// The one token alive for each key.
    var alive: [TaskKey: EffectToken] = [:]
  }

  private let state = Mutex(State())

  public init() {}

  /// A token for a new request. The one that another request holds under the same key dies.
  public func admit(_ key: TaskKey) -> EffectToken {
    state.withLock { state in
      state.lastGeneration += 1
      let token = EffectToken(key: key, generation: state.lastGeneration)
      state.alive[key] = token
      return token
    }
  }

  /// From now on the token allows nothing. No error where it is dead already.
  public func revoke(_ token: EffectToken) {
    state.withLock { state in
      if state.alive[token.key] == token { state.alive[token.key] = nil }
    }
  }

  public func isAlive(_ token: EffectToken) -> Bool {
    state.withLock { $0.alive[token.key] == token }
  }

  /// - Throws: `CancellationError` where the token is dead, or the current task was cancelled.
  public func check(_ token: EffectToken) throws {
    guard isAlive(token), !Task.isCancelled else { throw CancellationError() }
  }

  /// Makes a change of what is shown, if the token is alive. Requests are cancelled on the main actor too, so
  /// no cancellation comes between the question and the change.
  /// - Throws: `CancellationError`, and nothing has been changed; otherwise what `effect` throws.
  @MainActor
  public func show<Result>(_ token: EffectToken, _ effect: @MainActor () throws -> Result) throws -> Result {
    try check(token)
    return try effect()
  }

  /// Changes the store in one transaction, if the token is alive: before each of the writes, and after the
  /// last.
  /// - Throws: `CancellationError`, and the store is as it was; otherwise what a write or the store throws.
  public func save(
    _ token: EffectToken, to data: any DataAccess, _ writes: [@Sendable (DataScope) throws -> Void]
  ) async throws {
    // A request that is over does not even reach the store.
    try check(token)
    try await data.perform { scope in
      for write in writes {
        try self.check(token)
        try write(scope)
      }
      try self.check(token)
    }
  }
}
