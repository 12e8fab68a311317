import ArgusReference
import Synchronization

/// The mode of the last launch, which no start should look at.
final class LastMode: Sendable {
  private struct State {
    var mode: StorageMode?
    var atStart: StorageMode?
  }

  private let state = Mutex(State())

  /// Until the start has found its mode.
  var atStart: StorageMode? { state.withLock(\.atStart) }

  func beginStart() { state.withLock { $0.atStart = $0.mode } }

  func note(_ mode: StorageMode) { state.withLock { $0 = State(mode: mode, atStart: nil) } }
}
