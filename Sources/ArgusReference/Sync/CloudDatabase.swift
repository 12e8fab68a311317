import Synchronization

/// The user's cloud (002 CloudKit Integration). It keeps the records that devices send, in order, and does not merge
/// them.
public protocol CloudDatabase: Sendable {
  /// Whether the user has an account and the cloud answers. It may throw, and may never return.
  func isAvailable() async throws -> Bool
  /// Stores the records. If it throws, it may have stored them all the same.
  func push(_ records: [SyncRecord]) async throws
  /// Returns the records that were stored after `token`. Records may arrive in any order, and more than once.
  /// - Parameter token: the token of the last page, or 0 at first.
  func pull(after token: Int64) async throws -> CloudPage
}

/// The answer to a pull.
public struct CloudPage: Sendable, Equatable {
  /// The records, in any order, perhaps with repetitions and with records from before the token.
  public var records: [SyncRecord]
  /// The token that asks for the records after this page.
  public var token: Int64

  /// Creates a page from its parts.
  public init(records: [SyncRecord], token: Int64) {
    self.records = records
    self.token = token
  }
}

/// A cloud in memory, which several devices can share. Tests choose how it fails.
public final class MemoryCloud: CloudDatabase {
  /// The ways in which the cloud can behave.
  public enum Behaviour: String, Sendable, CaseIterable {
    /// The cloud works.
    case available
    /// The cloud says that it is not available. Pushes and pulls throw ``ArgusError/cloudUnavailable``.
    case unavailable
    /// Every call throws ``ArgusError/cloudUnavailable``.
    case fails
    /// No call returns until the behaviour changes.
    case hangs
    /// A push stores the records and then throws ``ArgusError/timedOut``. A pull throws
    /// ``ArgusError/cloudUnavailable``.
    case losesAnswers
    /// A pull returns the newest records first and every record twice, starting up to three records before the token.
    case scrambles
  }

  private struct State {
    var behaviour = Behaviour.available
    var log: [SyncRecord] = []
    var hanging: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// Creates an empty cloud that works.
  public init() {}

  /// All records that were pushed, oldest first.
  public var log: [SyncRecord] { state.withLock(\.log) }

  /// Changes the behaviour. Calls that hang go on under the new one, unless it is ``Behaviour/hangs``.
  public func behave(_ behaviour: Behaviour) {
    let waiting = state.withLock { state in
      state.behaviour = behaviour
      defer { if behaviour != .hangs { state.hanging = [] } }
      return behaviour == .hangs ? [] : state.hanging
    }
    for continuation in waiting { continuation.resume() }
  }

  public func isAvailable() async throws -> Bool {
    let behaviour = await answered()
    if behaviour == .fails { throw ArgusError.cloudUnavailable }
    return behaviour != .unavailable
  }

  public func push(_ records: [SyncRecord]) async throws {
    let behaviour = await answered()
    guard behaviour != .fails && behaviour != .unavailable else { throw ArgusError.cloudUnavailable }
    state.withLock { $0.log += records }
    if behaviour == .losesAnswers { throw ArgusError.timedOut }
  }

  public func pull(after token: Int64) async throws -> CloudPage {
    let behaviour = await answered()
    guard behaviour != .fails && behaviour != .unavailable && behaviour != .losesAnswers else {
      throw ArgusError.cloudUnavailable
    }
    return state.withLock { state in
      let first = behaviour == .scrambles ? max(0, Int(token) - 3) : Int(token)
      let records = Array(state.log.dropFirst(first))
      return CloudPage(
        records: behaviour == .scrambles ? records.reversed() + records : records, token: Int64(state.log.count))
    }
  }

  private func answered() async -> Behaviour {
    await withCheckedContinuation { continuation in
      let hangs = state.withLock { state in
        if state.behaviour == .hangs { state.hanging.append(continuation) }
        return state.behaviour == .hangs
      }
      if !hangs { continuation.resume() }
    }
    return state.withLock(\.behaviour)
  }
}
