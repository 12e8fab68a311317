import PersonalOSReference
import StorageContract
import Synchronization

/// A store that notes of every access who made it: whether inside a closure of the data actor, whether on the
/// main actor, and for which operation of the property.
actor AttestedStore: Store {
  struct Access: Sendable, Equatable {
    let isWrite: Bool
    /// Whether ``DataActor/isPerforming`` was true of the one actor that owns the store.
    let isAttested: Bool
    let isOnMainActor: Bool
    /// The property's number of the operation; nil: of none.
    let operation: Int?
  }

  /// The number of the operation that the current task works for.
  @TaskLocal static var operation: Int?

  nonisolated let capabilities: StoreCapabilities
  nonisolated var accesses: [Access] { notes.state.withLock { $0.accesses } }
  /// Transactions that were inside the store at one time.
  nonisolated var mostAtOnce: Int { notes.state.withLock { $0.mostInside } }
  private let base: any Store
  private let notes = AccessNotes()

  init(_ base: any Store) {
    self.base = base
    capabilities = base.capabilities
  }

  /// Says who owns the store.
  nonisolated func belongs(to data: DataActor) {
    notes.state.withLock { $0.owner = data }
  }

  func read<Result: Sendable>(
    _ body: @Sendable (any ReadTransaction) throws -> Result
  ) async throws -> Result {
    let notes = notes
    return try await base.read { transaction in
      try notes.inside { try body(AttestedRead(transaction, $0)) }
    }
  }

  func write<Result: Sendable>(
    _ body: @Sendable (any WriteTransaction) throws -> Result
  ) async throws -> Result {
    let notes = notes
    return try await base.write { transaction in
      try notes.inside { try body(AttestedWrite(transaction, $0)) }
    }
  }

  func backup(to path: String) async throws { try await base.backup(to: path) }
  func restore(from path: String) async throws { try await base.restore(from: path) }
  func compact() async throws { try await base.compact() }
  func close() async throws { try await base.close() }
}

/// What an ``AttestedStore`` has noted.
final class AccessNotes: Sendable {
  struct State {
    var owner: DataActor?
    var accesses: [AttestedStore.Access] = []
    var inside = 0
    var mostInside = 0
  }

  let state = Mutex(State())

  /// Runs a transaction; gives it what notes its accesses.
  func inside<Result>(
    _ body: (@escaping (_ isWrite: Bool) -> Void) throws -> Result
  ) rethrows -> Result {
    let isOnMainActor = MainActorWatch.isCurrent
    state.withLock { state in
      state.inside += 1
      state.mostInside = max(state.mostInside, state.inside)
    }
    defer { state.withLock { $0.inside -= 1 } }
    return try body { isWrite in
      let operation = AttestedStore.operation
      self.state.withLock { state in
        state.accesses.append(
          AttestedStore.Access(
            isWrite: isWrite, isAttested: state.owner?.isPerforming ?? false,
            isOnMainActor: isOnMainActor, operation: operation))
      }
    }
  }
}

/// Whether the code that asks runs on the main actor, as far as that can be known.
///
/// `Thread.isMainThread` does not tell: on Linux the main actor is not always on the main thread, and under a
/// schedule never. Its executor does, where it knows: under a schedule.
enum MainActorWatch {
  static var isCurrent: Bool {
    guard #available(macOS 26, iOS 26, *) else { return false }
    return MainActor.shared.withSerialExecutor { $0.isIsolatingCurrentContext() } ?? false
  }
}
