import Synchronization

/// A disk in memory. It can be told to end its device at a write.
public final class MemoryDisk: ReplicaDisk {
  private struct State {
    var texts: [String: String] = [:]
    /// How many writes are still to come before the end; nil: no end is planned.
    var left: Int?
    /// Whether the write at the end is still done.
    var isDone = false
    var hasEnded = false
    var writes = 0
  }

  private let state = Mutex(State())

  /// An empty disk.
  public init() {}

  /// Ends the device at a write.
  /// - Parameters:
  ///   - writes: how many writes come before it.
  ///   - isDone: whether that write is still done.
  public func end(after writes: Int, thisIsDone isDone: Bool) {
    state.withLock {
      $0.left = writes
      $0.isDone = isDone
    }
  }

  /// The device has been started again. Whether it had ended.
  @discardableResult
  public func start() -> Bool {
    state.withLock { state in
      defer { (state.left, state.hasEnded) = (nil, false) }
      return state.hasEnded
    }
  }

  /// How often something was written.
  public var writes: Int { state.withLock { $0.writes } }

  /// The names and texts together, in bytes of UTF-8.
  public var sizeBytes: Int { state.withLock { $0.texts.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count } } }

  public func read() async throws -> [String: String] {
    try state.withLock { state in
      if state.hasEnded { throw DeviceEnded() }
      return state.texts
    }
  }

  public func write(_ changes: [String: String?]) async throws {
    try state.withLock { state in
      if state.hasEnded { throw DeviceEnded() }
      state.hasEnded = state.left == 0
      if let left = state.left { state.left = max(0, left - 1) }
      if !state.hasEnded || state.isDone {
        state.writes += 1
        state.texts.merge(changes.compactMapValues(\.self)) { $1 }
        for (name, text) in changes where text == nil { state.texts[name] = nil }
      }
      if state.hasEnded { throw DeviceEnded() }
    }
  }
}
