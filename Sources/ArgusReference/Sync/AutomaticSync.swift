import Synchronization

/// Synchronizes without being asked by the user.
public protocol AutomaticSyncing: AnyObject, Sendable {
  /// Something was written here, or what was written may be sent again. Returns at once.
  func didWrite()
  /// What is new should be fetched. Returns at once.
  func ask()
}

/// What the automatic synchronization works with.
public struct AutomaticSyncSetup: Sendable {
  public var machine: any AutomaticSyncStateMachine
  public var time: ArgusTime
  /// Whether the app is in the cloud and the device online.
  public var isAllowed: @Sendable () -> Bool
  /// Whether something waits to be sent.
  public var hasPending: @Sendable () async throws -> Bool
  public var synchronize: @Sendable () async throws -> Void

  public init(
    machine: any AutomaticSyncStateMachine, time: ArgusTime, isAllowed: @escaping @Sendable () -> Bool,
    hasPending: @escaping @Sendable () async throws -> Bool, synchronize: @escaping @Sendable () async throws -> Void
  ) {
    self.machine = machine
    self.time = time
    self.isAllowed = isAllowed
    self.hasPending = hasPending
    self.synchronize = synchronize
  }
}

/// Turns the effects of ``AutomaticSyncMachine`` into synchronizations and timers. Events come from anywhere and are applied in
/// the order in which they come: a lock, not an actor.
public final class AutomaticSync: AutomaticSyncing {
  private let setup: AutomaticSyncSetup
  private let machine: Mutex<any AutomaticSyncStateMachine>
  private let timer = Mutex<Task<Void, any Error>?>(nil)

  public init(_ setup: AutomaticSyncSetup) {
    self.setup = setup
    machine = Mutex(setup.machine)
  }

  deinit { timer.withLock { $0?.cancel() } }

  public func didWrite() { handle(.wrote) }
  public func ask() { handle(.asked) }

  private func handle(_ event: AutomaticSyncEvent) {
    let isAllowed = setup.isAllowed()
    machine.withLock { machine in
      for effect in machine.handle(event, isAllowed: isAllowed, at: setup.time.uptime()) { perform(effect) }
    }
  }

  private func perform(_ effect: AutomaticSyncEffect) {
    switch effect {
    case .run(let always):
      Task { [weak self, setup] in
        do {
          let isNeeded = if always { true } else { try await setup.hasPending() }
          if isNeeded { try await setup.synchronize() }
          self?.handle(.ended(succeeded: true))
        } catch {
          self?.handle(.ended(succeeded: false))
        }
      }
    case .wake(let instant):
      let delay = instant - setup.time.uptime()
      let next = Task { [weak self, time = setup.time] in
        try await time.sleep(delay)
        self?.handle(.looked)
      }
      timer.withLock { timer in
        timer?.cancel()
        timer = next
      }
    }
  }
}
