import PersonalOSReference
import StorageContract

/// The case's store, which records who asks it.
struct RecordingStore: Sendable {
  struct Access: Sendable {
    let isWrite: Bool
    /// Whether it went through the data actor's own handle, while the actor said that it was performing.
    let isAttested: Bool
    let isOnMainActor: Bool
    /// The number of the operation that the current task works for; nil: of none.
    let operation: Int?
  }

  @TaskLocal static var operation: Int?

  /// Nothing that is asked of it is recorded.
  let base: any Store
  /// The data access, and a handle of the store for everybody else: no access through that one is attested.
  let setup: DataSetup
  private let recorded = Remembered<[Access]>([])

  init(_ system: PersonalOSSystem) async throws {
    let base = try await system.openStore()
    let (recorded, owner) = (recorded, Remembered<(any DataAccess)?>(nil))
    func recording(forOwner isOwners: Bool) -> any Store {
      var hooks = StoreHooks()
      hooks.hookCalls { calls in
        calls.before = { call in
          let access = Access(
            isWrite: call.isWrite, isAttested: isOwners && owner.now?.isPerforming == true,
            isOnMainActor: Self.isOnMainActor, operation: Self.operation)
          recorded.withValue { $0.append(access) }
        }
      }
      return InterposedStore(base, hooks)
    }
    let data = system.dataAccess.openData(recording(forOwner: true))
    owner.set(data)
    self.base = base
    setup = DataSetup(data: data, store: recording(forOwner: false))
  }

  /// Oldest first.
  var accesses: [Access] { recorded.now }

  /// As far as the main actor's executor knows, which it does under a schedule. `Thread.isMainThread` does not tell: on
  /// Linux the main actor is not always on the main thread, and under a schedule never.
  private static var isOnMainActor: Bool {
    guard #available(macOS 26, iOS 26, *) else { return false }
    return MainActor.shared.withSerialExecutor { $0.isIsolatingCurrentContext() } ?? false
  }
}
