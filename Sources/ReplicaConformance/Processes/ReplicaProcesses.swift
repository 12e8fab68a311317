import ProcessStorage
import ReplicaContract
import Synchronization

/// Processes of one command. Each keeps one replica at a time, and the next one when that is closed: a start costs more than a history.
final class ReplicaProcesses: Sendable {
  let command: String
  private let options: ProcessOptions
  /// Those of the law that runs.
  let lateAnswers = LateAnswers()
  private let free = Mutex<[ReplicaAdapter]>([])

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
    let found = free.withLock { free in free.lastIndex { $0.directory != directory }.map { free.remove(at: $0) } }
    return try await ProcessReplica(try found ?? start(), place, self)
  }

  func takeBack(_ adapter: ReplicaAdapter) { free.withLock { $0.append(adapter) } }

  private func start() throws -> ReplicaAdapter { try ReplicaAdapter(command, options: options, lateAnswers: lateAnswers) }
}
