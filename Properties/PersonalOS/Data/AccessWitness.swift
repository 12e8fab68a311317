import PersonalOSReference
import StorageContract

/// Notes of every access to a store who made it: whether inside a closure of the data actor, whether on the main
/// actor, and for which operation of the property.
struct AccessWitness: Sendable {
  struct Access: Sendable, Equatable {
    let isWrite: Bool
    /// Whether it was made by the handle that only the data actor has, while ``DataActor/isPerforming`` was
    /// true of that actor.
    let isAttested: Bool
    let isOnMainActor: Bool
    /// The property's number of the operation; nil: of none.
    let operation: Int?
  }

  private struct Notes: Sendable {
    var owner: (any DataAccess)?
    var accesses: [Access] = []
    var inside = 0
    var mostInside = 0
  }

  /// The number of the operation that the current task works for.
  @TaskLocal static var operation: Int?

  /// The data actor's handle of the store.
  let store: any Store
  /// The handle of everybody else: no access by it is attested, whatever the data actor says.
  let storeOfOthers: any Store
  private let notes: Remembered<Notes>

  init(_ base: any Store) {
    let notes = Remembered(Notes())
    self.notes = notes
    store = InterposedStore(base, Self.hooks(notes, isOfDataActor: true))
    storeOfOthers = InterposedStore(base, Self.hooks(notes, isOfDataActor: false))
  }

  var accesses: [Access] { notes.now.accesses }
  /// Transactions that were inside the store at one time.
  var mostAtOnce: Int { notes.now.mostInside }

  /// Says who owns the store.
  func belongs(to data: any DataAccess) {
    notes.withValue { $0.owner = data }
  }

  private static func hooks(_ notes: Remembered<Notes>, isOfDataActor: Bool) -> StoreHooks {
    var hooks = StoreHooks()
    hooks.read = { store, body in
      try await store.read { transaction in
        try inside(notes) { try body(observing(notes, isOfDataActor).over(transaction)) }
      }
    }
    hooks.write = { store, body in
      try await store.write { transaction in
        try inside(notes) { try body(observing(notes, isOfDataActor).over(transaction)) }
      }
    }
    return hooks
  }

  /// Runs a transaction.
  private static func inside(_ notes: Remembered<Notes>, _ body: () throws -> Void) rethrows {
    notes.withValue { notes in
      notes.inside += 1
      notes.mostInside = max(notes.mostInside, notes.inside)
    }
    defer { notes.withValue { $0.inside -= 1 } }
    try body()
  }

  private static func observing(_ notes: Remembered<Notes>, _ isOfDataActor: Bool) -> TransactionHooks {
    let isOnMainActor = MainActorWatch.isCurrent
    return TransactionHooks { call in
      let operation = operation
      notes.withValue { notes in
        notes.accesses.append(
          Access(
            isWrite: call.isWrite, isAttested: isOfDataActor && notes.owner?.isPerforming ?? false,
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
