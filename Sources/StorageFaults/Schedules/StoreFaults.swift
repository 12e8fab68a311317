import StorageContract
import Synchronization

/// A schedule of faults for the stores of one location: see ``StoreFault``.
public final class StoreFaults: Sendable {
  private struct State {
    var pending: [StoreFault]
    var hits: [StoreFault] = []
    var isDead = false
    /// By transaction since the last opening, oldest first.
    var recent: [[RecordChange]] = []
  }

  private let state: Mutex<State>

  /// A schedule of these faults. They count calls from the first one.
  public init(_ faults: [StoreFault] = []) {
    state = Mutex(State(pending: faults))
  }

  /// Adds a fault. It counts calls from now on.
  public func inject(_ fault: StoreFault) {
    state.withLock { $0.pending.append(fault) }
  }

  /// Removes all faults. A store that died must be opened again.
  public func heal() {
    state.withLock { $0.pending = [] }
  }

  /// The faults that have occurred so far, once for each occurrence.
  public var hits: [StoreFault] { state.withLock { $0.hits } }

  /// What happens at this call. Of several faults that are due the first comes up.
  /// - Throws: ``StoreError/lost(reason:)`` where the store has died.
  func next(_ point: StoreFault.Point) throws -> StoreFault.Effect? {
    try state.withLock { state in
      if point == .open {
        state.isDead = false
      } else if state.isDead {
        throw Self.dead
      }
      var due: StoreFault?
      for index in state.pending.indices where state.pending[index].point == point {
        if state.pending[index].skipping > 0 {
          state.pending[index].skipping -= 1
        } else if due == nil, state.pending[index].times != 0 {
          due = state.pending[index]
          if let times = state.pending[index].times { state.pending[index].times = times - 1 }
        }
      }
      if let due { state.hits.append(due) }
      if case .dies? = due?.effect { state.isDead = true }
      return due?.effect
    }
  }

  func note(_ writes: [RecordChange]) {
    if !writes.isEmpty { state.withLock { $0.recent.append(writes) } }
  }

  /// The transactions since the last opening, which are forgotten.
  func takeRecent() -> [[RecordChange]] {
    state.withLock { state in
      defer { state.recent = [] }
      return state.recent
    }
  }

  static let dead = StoreError.lost(reason: "the store died, as injected")
  static let unknown = StoreError.lost(reason: "no answer, as injected")

  static func failure(_ point: StoreFault.Point) -> StoreError {
    .io(operation: "carry out the call \(point.rawValue)", path: "injected", reason: "a fault was injected")
  }
}

extension StoreLocation {
  /// The same place, with these faults.
  public func with(_ faults: StoreFaults) -> any StoreLocation {
    interposed(faults.hooks)
  }
}
