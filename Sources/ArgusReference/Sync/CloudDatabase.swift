import Synchronization

/// The user's cloud, as far as the app knows it (002 CloudKit Integration): it keeps what devices send, in order, and merges
/// nothing.
public protocol CloudDatabase: Sendable {
  /// Whether the user has an account and the cloud answers. May throw, and may take for ever.
  func isAvailable() async throws -> Bool
  /// Keeps the records. When it throws, it may have kept them all the same.
  func push(_ records: [SyncRecord]) async throws
  /// What came after `token`. Records may come in any order, and more than once.
  /// - Parameter token: of the last page; 0 at first.
  func pull(after token: Int64) async throws -> CloudPage
}

public struct CloudPage: Sendable, Equatable {
  public var records: [SyncRecord]
  /// To ask for what comes after this page.
  public var token: Int64

  public init(records: [SyncRecord], token: Int64) {
    self.records = records
    self.token = token
  }
}

/// A cloud in memory, which several devices share and which fails as it is told.
public final class MemoryCloud: CloudDatabase {
  /// How it behaves now.
  public enum Behaviour: String, Sendable, CaseIterable {
    case available
    case unavailable
    /// Every call throws.
    case fails
    /// No call returns until it behaves otherwise.
    case hangs
    /// Keeps what is pushed and then says that it failed.
    case losesAnswers
    /// Delivers the newest first, and everything twice.
    case scrambles
  }

  private struct State {
    var behaviour = Behaviour.available
    var log: [SyncRecord] = []
    var hanging: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  public init() {}

  public var log: [SyncRecord] { state.withLock(\.log) }

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
