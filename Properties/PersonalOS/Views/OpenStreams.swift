import Synchronization

/// Streams that never end by themselves, and how many of them are read.
final class OpenStreams: Sendable {
  private struct State {
    var open = 0
    var continuations: [AsyncStream<Int>.Continuation] = []
  }
  private let state = Mutex(State())

  var open: Int { state.withLock { $0.open } }

  func make() -> AsyncStream<Int> {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.open -= 1 } }
    state.withLock { state in
      state.open += 1
      // Held, so that nothing but the reader's end is the end.
      state.continuations.append(continuation)
    }
    return stream
  }
}
