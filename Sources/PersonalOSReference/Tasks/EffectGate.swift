import Synchronization

/// The permission of one request to have effects. It is alive until the request is cancelled, replaced or over.
public struct EffectToken: Hashable, Sendable {
  /// The key under which the request runs.
  public let key: TaskKey
  /// Unique among the tokens of a gate.
  let generation: Int
}

/// Prevents cancelled requests from changing anything.
///
/// A cancelled request may continue to run, because an answer arrives late or the work ignores the cancellation. So
/// every effect passes through the gate, which checks in the same step whether the request's token is still alive.
public final class EffectGate: Sendable {
  private struct State {
    var lastGeneration = 0
    /// The living token of each key.
    var alive: [TaskKey: EffectToken] = [:]
  }

  private let state = Mutex(State())

  /// Creates a gate without any tokens.
  public init() {}

  /// Makes a token for a new request. It kills the token that another request holds under the same key.
  public func admit(_ key: TaskKey) -> EffectToken {
    state.withLock { state in
      state.lastGeneration += 1
      let token = EffectToken(key: key, generation: state.lastGeneration)
      state.alive[key] = token
      return token
    }
  }

  /// Kills the token. It is no error if the token is already dead.
  public func revoke(_ token: EffectToken) {
    state.withLock { state in
      if state.alive[token.key] == token { state.alive[token.key] = nil }
    }
  }

  /// Whether a request with this token may have effects.
  public func isAlive(_ token: EffectToken) -> Bool {
    state.withLock { $0.alive[token.key] == token }
  }

  /// Checks that the token is alive and the current task is not cancelled.
  /// - Throws: `CancellationError` otherwise.
  public func check(_ token: EffectToken) throws {
    guard isAlive(token), !Task.isCancelled else { throw CancellationError() }
  }

  /// Changes what is shown, if the token is alive. Requests are cancelled on the main actor too, so no cancellation can
  /// happen between the check and the change.
  /// - Throws: `CancellationError` if nothing was changed; otherwise the errors of `effect`.
  @MainActor
  public func show<Result>(_ token: EffectToken, _ effect: @MainActor () throws -> Result) throws -> Result {
    try check(token)
    return try effect()
  }

  /// Changes the store in one transaction. It checks the token before each write and after the last one.
  /// - Throws: `CancellationError`, or the error of a write or the store. The store is then unchanged.
  public func save(
    _ token: EffectToken, to data: any DataAccess, _ writes: [@Sendable (DataScope) throws -> Void]
  ) async throws {
    // A request that is over must not even reach the store.
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
