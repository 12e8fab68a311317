import PlatformStandIns
import StorageContract
import Synchronization

/// What happens in the middle of something: at one of the calls that the app makes of store and
/// keychain, or when cards have been read and the screen has them not yet.
///
/// Also kills the app: from then on nothing that it does reaches the store. And lets one call fail: a transaction of the
/// store, anything in it, its end, or a draw of random bytes.
final class Interruption: Sendable {
  typealias Action = @MainActor @Sendable () async -> Void

  private struct State {
    var callsToCome = 0
    var action: Action?
    /// How many transactions were begun since it has come; nil before that.
    var begunSince: Int?
    /// How many writes are still to come, and where in the last of them the app dies.
    var kill: (writes: Int, moment: WriteMoment)?
    var isDead = false
    /// How many calls are still to come before the one that fails.
    var callsToRefusal: Int?
    var refusal: any Error = StoreError.io(operation: "do this", path: "the vault", reason: "refused")
    var refused: HinderedCall?
    /// How many random bytes were drawn each time.
    var drawn: [Int] = []
  }

  private let state = Mutex(State())

  /// Lets `action` happen before so many more calls have been made.
  func isToCome(atCall call: Int, _ action: @escaping Action) {
    state.withLock { ($0.callsToCome, $0.action) = (call, action) }
  }

  /// The app dies at that moment of the write with this number, counted from 0.
  func killIsToCome(atWrite write: Int, _ moment: WriteMoment) {
    state.withLock { $0.kill = (write, moment) }
  }

  /// The call with this number, counted from 0, fails.
  /// - Parameter isCancelled: because whoever waits for it has gone; otherwise the store refuses.
  func refusalIsToCome(atCall call: Int, isCancelled: Bool = false) {
    state.withLock { state in
      state.callsToRefusal = call
      if isCancelled { state.refusal = CancellationError() }
    }
  }

  /// What has failed since ``isOver()``.
  var refused: HinderedCall? { state.withLock { $0.refused } }

  /// How many random bytes were drawn each time since ``isOver()``.
  var drawn: [Int] { state.withLock { $0.drawn } }

  /// Random bytes, unless they are refused.
  func draw(_ count: Int) throws -> [UInt8] {
    try refuse(.draw)
    state.withLock { $0.drawn.append(count) }
    return try SecureRandom.bytes(count)
  }

  /// How many transactions were begun since what was to come has come.
  var begunSince: Int { state.withLock { $0.begunSince ?? 0 } }

  func kill() { state.withLock { $0.isDead = true } }

  /// Forgets what has not come. - Returns: it.
  @discardableResult
  func isOver() -> Action? {
    state.withLock { state in
      defer { state = State() }
      return state.action
    }
  }

  /// The store with this in the middle of its calls.
  func over(_ base: any Store) -> any Store {
    var hooks = StoreHooks()
    hooks.read = { [self] store, body in
      try await strike()
      try begin()
      try await store.read { try body(watched.over($0)) }
      try await strike()
    }
    hooks.write = { [self] store, body in
      try await strike()
      try begin()
      try die(at: .beforeTheTransaction)
      try await store.write { transaction in
        try body(watched.over(transaction))
        try refuse(.commit)
        try die(at: .beforeTheCommit)
      }
      try die(at: .afterTheCommit)
      try await strike()
    }
    return InterposedStore(base, hooks)
  }

  private var watched: TransactionHooks {
    TransactionHooks(before: { [self] call in try refuse(.inTransaction("\(call)")) })
  }

  private func begin() throws {
    state.withLock { state in if let begun = state.begunSince { state.begunSince = begun + 1 } }
    try refuse(.beginning)
  }

  private func refuse(_ call: HinderedCall) throws {
    try state.withLock { state in
      guard let left = state.callsToRefusal else { return }
      state.callsToRefusal = left > 0 ? left - 1 : nil
      guard left == 0 else { return }
      state.refused = call
      throw state.refusal
    }
  }

  /// A moment at which it may come that is no call of the store.
  func pass() async { try? await strike() }

  private func strike() async throws {
    let action = state.withLock { state -> Action? in
      guard state.action != nil else { return nil }
      state.callsToCome -= 1
      guard state.callsToCome < 0 else { return nil }
      defer { state.action = nil }
      return state.action
    }
    await action?()
    if action != nil { state.withLock { $0.begunSince = 0 } }
    if state.withLock({ $0.isDead }) { throw AppKilled() }
  }

  private func die(at moment: WriteMoment) throws {
    try state.withLock { state in
      if let kill = state.kill, kill.moment == moment {
        if kill.writes == 0 { state.isDead = true }
        state.kill = (kill.writes - 1, moment)
      }
      if state.isDead { throw AppKilled() }
    }
  }
}

/// A call that can fail: of the store, or of the source of random bytes.
enum HinderedCall: Sendable, Equatable {
  case beginning
  case inTransaction(String)
  case commit
  case draw
}

/// A moment of a write at which the app may die.
enum WriteMoment: Sendable, Equatable, CaseIterable {
  case beforeTheTransaction
  /// All is written and nothing of it durable.
  case beforeTheCommit
  /// Nobody has been told yet.
  case afterTheCommit
}

/// What every call of an app that was killed throws.
struct AppKilled: Error {}
