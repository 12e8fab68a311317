import StorageContract
import Synchronization

/// A store that fails, forgets, lags and dies when its ``StoreFaults`` say so, and is the one beneath otherwise.
public actor FaultInjectingStore: Store {
  public nonisolated let capabilities: StoreCapabilities
  private let base: any Store
  private let faults: StoreFaults

  public init(_ base: any Store, _ faults: StoreFaults) {
    self.base = base
    self.faults = faults
    capabilities = base.capabilities
  }

  /// Opens `location`. A store there that has died meanwhile is closed first, as the system would.
  static func open(_ location: any StoreLocation, _ faults: StoreFaults) async throws -> any Store {
    let effect = try faults.next(.open)
    switch effect {
    case .fails?: throw StoreFaults.failure(.open)
    case .isUnknown?, .dies?: throw StoreFaults.unknown
    case .isLate(let yields)?: for _ in 0..<yields { await Task.yield() }
    case .isDropped?, .losesLatest?, nil: break
    }
    let store = try await location.open()
    let recent = faults.takeRecent()
    if case .losesLatest(let count)? = effect {
      let lost = recent.suffix(count).joined().reversed()
      try await store.write { transaction in
        for write in lost { try write.apply(write.before?.fields, to: transaction) }
      }
    }
    return FaultInjectingStore(store, faults)
  }

  public func read<Result: Sendable>(
    _ body: @Sendable (any ReadTransaction) throws -> Result
  ) async throws -> Result {
    let faults = faults
    return try await call(.read) { base in
      try await base.read { transaction in
        try body(FaultInjectingReadTransaction(transaction, faults))
      }
    }
  }

  public func write<Result: Sendable>(
    _ body: @Sendable (any WriteTransaction) throws -> Result
  ) async throws -> Result {
    let faults = faults
    return try await call(.write) { base in
      let attempt = Attempt<Result>()
      do {
        let result = try await base.write { transaction in
          let injecting = FaultInjectingWriteTransaction(transaction, faults)
          let result = try body(injecting)
          let effect = try faults.next(.commit)
          attempt.state.withLock { $0 = (effect, result, injecting.writes) }
          switch effect {
          case .fails?: throw StoreFaults.failure(.commit)
          case .isUnknown(done: false)?, .dies(done: false)?, .isDropped?: throw StoreFaults.unknown
          case .isUnknown?, .dies?, .isLate?, .losesLatest?, nil: return result
          }
        }
        let (effect, _, writes) = attempt.state.withLock { $0 }
        faults.note(writes)
        switch effect {
        case .isUnknown?, .dies?: throw StoreFaults.unknown
        case .isLate(let yields)?: for _ in 0..<yields { await Task.yield() }
        default: break
        }
        return result
      } catch {
        if case (.isDropped?, let result?, _) = attempt.state.withLock({ $0 }) { return result }
        throw error
      }
    }
  }

  public func backup(to path: String) async throws { try await call(.backup) { try await $0.backup(to: path) } }

  public func restore(from path: String) async throws {
    try await call(.restore) { try await $0.restore(from: path) }
    // There is nothing to undo a transaction of before on.
    _ = faults.takeRecent()
  }

  public func compact() async throws { try await call(.compact) { try await $0.compact() } }

  /// A store that has died is closed all the same, without a word.
  public func close() async throws {
    do {
      try await call(.close) { try await $0.close() }
    } catch let error as StoreError where error == StoreFaults.dead {
      try await base.close()
    }
  }

  /// Puts what happens at `point` around the call.
  private func call<Result: Sendable>(
    _ point: StoreFault.Point, _ body: @Sendable (any Store) async throws -> Result
  ) async throws -> Result {
    switch try faults.next(point) {
    case .fails?: throw StoreFaults.failure(point)
    case .isUnknown(let done)?, .dies(let done)?:
      // Reported as unknown whatever it comes to, an error of its own included.
      if done { _ = try? await body(base) }
      throw StoreFaults.unknown
    case .isLate(let yields)?: for _ in 0..<yields { await Task.yield() }
    case .isDropped?, .losesLatest?, nil: break
    }
    return try await body(base)
  }

  /// What one write has come to.
  private final class Attempt<Result: Sendable>: Sendable {
    let state = Mutex<(StoreFault.Effect?, Result?, [DefectiveWrite])>((nil, nil, []))
  }
}
