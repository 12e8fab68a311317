import PersonalOSReference
import StorageContract
import Synchronization

/// A store that notes of every access who made it: whether inside a closure of the data actor, whether on the
/// main actor, and for which operation of the property.
actor AttestedStore: Store {
  struct Access: Sendable, Equatable {
    let isWrite: Bool
    /// Whether it was made by the handle that only the data actor has, while ``DataActor/isPerforming`` was
    /// true of that actor.
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
  private let notes: AccessNotes
  private let isOfDataActor: Bool

  /// The data actor's handle of the store.
  init(_ base: any Store) {
    self.init(base, AccessNotes(), isOfDataActor: true)
  }

  private init(_ base: any Store, _ notes: AccessNotes, isOfDataActor: Bool) {
    self.base = base
    self.notes = notes
    self.isOfDataActor = isOfDataActor
    capabilities = base.capabilities
  }

  /// The handle of everybody else: no access by it is attested, whatever the data actor says.
  nonisolated func forOthers() -> AttestedStore { AttestedStore(base, notes, isOfDataActor: false) }

  /// Says who owns the store.
  nonisolated func belongs(to data: DataActor) {
    notes.state.withLock { $0.owner = data }
  }

  func read<Result: Sendable>(
    _ body: @Sendable (any ReadTransaction) throws -> Result
  ) async throws -> Result {
    let (notes, isOfDataActor) = (notes, isOfDataActor)
    return try await base.read { transaction in
      try notes.inside(isOfDataActor) { note in
        try body(ObservedRead(transaction) { note($0.isWrite) })
      }
    }
  }

  func write<Result: Sendable>(
    _ body: @Sendable (any WriteTransaction) throws -> Result
  ) async throws -> Result {
    let (notes, isOfDataActor) = (notes, isOfDataActor)
    return try await base.write { transaction in
      try notes.inside(isOfDataActor) { note in
        try body(ObservedWrite(transaction) { note($0.isWrite) })
      }
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
    _ isOfDataActor: Bool, _ body: (@escaping (_ isWrite: Bool) -> Void) throws -> Result
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
            isWrite: isWrite, isAttested: isOfDataActor && state.owner?.isPerforming ?? false,
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
