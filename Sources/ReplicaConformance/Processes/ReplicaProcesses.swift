import ProcessStorage
import ReplicaContract
import Synchronization

/// Processes of one command. Each keeps one replica at a time, and the next one when that is closed: a start costs more than a history.
final class ReplicaProcesses: Sendable {
  private static let latesAllowed = 5
  let command: String
  private let options: ProcessOptions
  private let state = Mutex((free: [ReplicaAdapter](), lates: 0))

  init(_ command: String, options: ProcessOptions) {
    self.command = command
    self.options = options
  }

  /// What the command says of itself. It starts a process.
  func hello() throws -> ReplicaAdapter.Hello {
    let adapter = try start()
    let hello = try adapter.hello()
    takeBack(adapter)
    return hello
  }

  /// Opens a replica, in another process than the one that has kept a replica here: what a process remembers is not durable.
  func open(_ place: ReplicaPlace) async throws -> ProcessReplica {
    let directory = try place.directory()
    let found = state.withLock { state in
      state.free.lastIndex { $0.directory != directory }.map { state.free.remove(at: $0) }
    }
    return try await ProcessReplica(try found ?? start(), place, self)
  }

  func takeBack(_ adapter: ReplicaAdapter) { state.withLock { $0.free.append(adapter) } }

  private func start() throws -> ReplicaAdapter {
    guard state.withLock({ $0.lates < Self.latesAllowed }) else {
      // Otherwise a run with a counterexample to shrink would wait for hours.
      throw ReplicaAdapterError(command, "it was too late \(Self.latesAllowed) times, so the kit does not start it again")
    }
    return try ReplicaAdapter(command, options: options) { [weak self] isLate in
      if isLate { self?.state.withLock { $0.lates += 1 } }
    }
  }
}
