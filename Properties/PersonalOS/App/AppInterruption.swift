import StorageContract
import Synchronization

/// What happens in the middle of the app's writes, of the data and of the keychain.
final class AppInterruption: Sendable {
  private struct State {
    var next: AppModel.Interruption?
    var isDead = false
    /// Lets the view go that asked.
    var leave: @Sendable () async -> Void = {}
  }

  /// What an older version wrote: a file may hold it until it is rewritten, as journals do.
  let olderText = Remembered<[String]>([])
  private let state = Mutex(State())

  /// - Parameter next: nil: nothing, and what has not come yet is forgotten.
  func isToCome(_ next: AppModel.Interruption?, leaving leave: @escaping @Sendable () async -> Void = {}) {
    state.withLock { $0 = State(next: next, leave: leave) }
  }

  func over(_ base: any Store, isData: Bool = false) -> any Store {
    var hooks = StoreHooks()
    hooks.write = { [self] store, body in
      if isData { await leaveIfDue(atServer: false) }
      try await InterposedStore(store, striking: strike).write(body)
    }
    hooks.compact = { [self] store in
      try strike(at: .beforeTheTransaction)
      defer { if isData { olderText.set([]) } }
      try await store.compact()
      try strike(at: .afterTheCommit)
    }
    return InterposedStore(base, hooks)
  }

  /// Called before a server answers, and at the beginning of each transaction of the data.
  func leaveIfDue(atServer: Bool) async {
    let leave = state.withLock { state -> (@Sendable () async -> Void)? in
      switch (state.next, atServer) {
      case (.departure(nil), true), (.departure(0), false):
        state.next = nil
        return state.leave
      case (.departure(let transaction?), false): state.next = .departure(transaction: transaction - 1)
      default: break
      }
      return nil
    }
    await leave?()
  }

  @Sendable private func strike(at moment: WriteMoment) throws {
    try state.withLock { state in
      switch state.next {
      case .kill(0, moment): state.isDead = true
      case .kill(let write, moment): state.next = .kill(write: write - 1, moment)
      case .failure where moment == .beforeTheCommit:
        state.next = nil
        throw CommitFailed()
      default: break
      }
      if state.isDead { throw ProcessKilled() }
    }
  }
}
