import PropertyTesting
import StorageContract
import Synchronization

/// A store over another one, wrong in how it carries transactions out; all else it passes on.
protocol ConcurrentWrapper: Store {
  nonisolated var base: any Store { get }
}

extension ConcurrentWrapper {
  nonisolated var capabilities: StoreCapabilities { base.capabilities }

  func backup(to path: String) async throws { try await base.backup(to: path) }
  func restore(from path: String) async throws { try await base.restore(from: path) }
  func compact() async throws { try await base.compact() }
  func close() async throws { try await base.close() }
}

extension Fault<LawSubject> {
  /// Stores with another one around each.
  static func concurrent(
    _ name: String, _ wrap: @escaping @Sendable (any Store) -> any Store
  ) -> Fault {
    Fault(name) { subject in
      subject.location = subject.location.concurrentlyWrapped(wrap)
      let makeLocation = subject.makeLocation
      subject.makeLocation = { try await makeLocation().concurrentlyWrapped(wrap) }
    }
  }
}

extension StoreLocation {
  fileprivate func concurrentlyWrapped(_ wrap: @escaping @Sendable (any Store) -> any Store) -> any StoreLocation {
    AnyStoreLocation(open: { wrap(try await open()) }, rawBytes: { try await rawBytes() }, files: { try await files() })
  }
}

/// Held across suspensions; those who wait get it in the order in which they came.
final class ConcurrentLock: Sendable {
  private struct State {
    var isHeld = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func lock() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.isHeld { state.waiters.append(continuation) }
        defer { state.isHeld = true }
        return !state.isHeld
      }
      if isFree { continuation.resume() }
    }
  }

  func unlock() {
    let next = state.withLock { state in
      state.isHeld = !state.waiters.isEmpty
      return state.waiters.isEmpty ? nil : state.waiters.removeFirst()
    }
    next?.resume()
  }
}
