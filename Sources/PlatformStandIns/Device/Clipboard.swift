import Synchronization

/// Stands in for the system's pasteboard: what was copied last, for every app on the device to read.
public final class Clipboard: Sendable {
  private struct State {
    var text: String?
    var writes = 0
  }

  private let state = Mutex(State())

  public init() {}

  public var text: String? { state.withLock { $0.text } }

  /// How often something was put there.
  public var writes: Int { state.withLock { $0.writes } }

  public func write(_ text: String?) {
    state.withLock { state in
      state.text = text
      state.writes += 1
    }
  }
}
