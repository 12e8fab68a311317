import Synchronization

/// Synchronizes without the user's request.
public protocol AutomaticSyncing: AnyObject, Sendable {
  /// Reports that something was written on this device, or that pending writes may be sent again. Returns at once.
  func didWrite()
  /// Asks for a synchronization that also fetches new changes. Returns at once.
  func ask()
}

/// The parts that the automatic synchronization is made from.
public struct AutomaticSyncSetup: Sendable {
  /// The rules of automatic synchronization, in their initial state.
  public var machine: any AutomaticSyncStateMachine
  /// Measures the pause after a failure.
  public var time: ArgusTime
  /// Whether the app is in the cloud mode and the device is online. Called at each event.
  public var isAllowed: @Sendable () -> Bool
  /// Whether any change waits to be sent. If it throws, the run counts as failed.
  public var hasPending: @Sendable () async throws -> Bool
  /// Exchanges changes with the cloud. If it throws, the run has failed.
  public var synchronize: @Sendable () async throws -> Void

  /// Creates a setup from its parts.
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

/// Carries out the effects of ``AutomaticSyncMachine``: synchronizations and timers.
///
/// Events come from any thread. A lock, not an actor, applies them in the order in which they come.
public final class AutomaticSync: AutomaticSyncing {
  private let setup: AutomaticSyncSetup
  private let machine: Mutex<any AutomaticSyncStateMachine>
  private let timer = Mutex<Task<Void, any Error>?>(nil)

  /// Creates the automatic synchronization. It does nothing before the first event.
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
