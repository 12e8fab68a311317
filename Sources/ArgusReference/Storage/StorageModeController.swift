import Synchronization

/// Controls the storage mode, and brings the app back to the cloud after an outage (002 Graceful Degradation Pattern).
public protocol StorageModeControlling: AnyObject, Sendable {
  /// The mode that the app is in. Local until ``start()`` has found the cloud.
  var mode: StorageMode { get }
  /// Checks the cloud and enters a mode. It always returns, even if the check of the cloud throws or hangs.
  func start() async
  /// Takes a change of the cloud's health into account.
  func healthChanged(_ health: CloudHealth)
  /// Takes an event of the system into account.
  func systemEvent(_ event: SystemEvent)
}

/// An event of the system that can begin or end an outage.
public enum SystemEvent: String, Sendable, CaseIterable {
  case accountChanged
  case networkAvailable
  case networkLost
}

/// The parts that a storage mode controller is made from.
public struct StorageModeSetup: Sendable {
  /// The rules of the storage mode, in their initial state.
  public var machine: any StorageModeStateMachine
  /// Measures the periods and the limit of a check.
  public var time: ArgusTime
  /// Checks whether the cloud is available. It may throw, and may never return.
  public var isAvailable: @Sendable () async throws -> Bool
  /// The longest time that the controller waits for a check.
  public var checkLimit: Duration
  /// Sends pending changes and fetches new ones. If it throws, the recovery has failed.
  public var recover: @Sendable () async throws -> Void
  /// Called when the app has entered a mode. The controller holds its lock during the call, so the function must not
  /// call it.
  public var entered: @Sendable (StorageMode) -> Void
  /// Notifies the user of a new mode. Called under the same lock as ``entered``, and not at the launch.
  public var tellUser: @Sendable (StorageMode) -> Void

  /// Creates a setup. A check may take 5 seconds unless another limit is given.
  public init(
    machine: any StorageModeStateMachine, time: ArgusTime, isAvailable: @escaping @Sendable () async throws -> Bool,
    checkLimit: Duration = .seconds(5), recover: @escaping @Sendable () async throws -> Void,
    entered: @escaping @Sendable (StorageMode) -> Void, tellUser: @escaping @Sendable (StorageMode) -> Void
  ) {
    self.machine = machine
    self.time = time
    self.isAvailable = isAvailable
    self.checkLimit = checkLimit
    self.recover = recover
    self.entered = entered
    self.tellUser = tellUser
  }
}

/// Carries out the effects of ``StorageModeMachine``: checks, recoveries, timers and notifications.
///
/// Events come from any thread. A lock, not an actor, applies them in the order in which they come.
public final class StorageModeController: StorageModeControlling {
  private let setup: StorageModeSetup
  private let machine: Mutex<any StorageModeStateMachine>
  private let timer = Mutex<Task<Void, any Error>?>(nil)

  /// Creates a controller in the machine's initial mode. It does nothing before the first event.
  public init(_ setup: StorageModeSetup) {
    self.setup = setup
    machine = Mutex(setup.machine)
  }

  deinit { timer.withLock { $0?.cancel() } }

  public var mode: StorageMode { machine.withLock { $0.mode } }

  public func start() async { handle(.started(isAvailable: await isAvailable())) }

  public func healthChanged(_ health: CloudHealth) { handle(.healthChanged(health)) }

  public func systemEvent(_ event: SystemEvent) {
    switch event {
    case .accountChanged: handle(.accountChanged)
    case .networkAvailable: handle(.networkAvailable)
    case .networkLost: handle(.networkLost)
    }
  }

  private func handle(_ event: StorageModeEvent) {
    machine.withLock { machine in
      for effect in machine.handle(event, at: setup.time.uptime()) { perform(effect) }
    }
  }

  private func perform(_ effect: StorageModeEffect) {
    switch effect {
    case .enter(let mode): setup.entered(mode)
    case .tell(let mode): setup.tellUser(mode)
    case .attempt:
      Task { [weak self] in
        let succeeded = await self?.recover() ?? false
        self?.handle(.attemptEnded(succeeded: succeeded))
      }
    case .check:
      Task { [weak self] in
        guard let isAvailable = await self?.isAvailable() else { return }
        self?.handle(.checked(isAvailable: isAvailable))
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

  private func recover() async -> Bool {
    guard await isAvailable() else { return false }
    do {
      try await setup.recover()
      return true
    } catch {
      return false
    }
  }

  /// Returns false if the check throws or exceeds the limit. A check that never returns is abandoned.
  private func isAvailable() async -> Bool {
    let first = FirstAnswer()
    return await withCheckedContinuation { continuation in
      first.begin(continuation)
      let timeout = Task { [setup] in
        try await setup.time.sleep(setup.checkLimit)
        first.give(false)
      }
      Task { [setup] in
        let isAvailable = (try? await setup.isAvailable()) ?? false
        timeout.cancel()
        first.give(isAvailable)
      }
    }
  }
}

/// Passes on the first of two answers, and ignores the second.
private final class FirstAnswer: Sendable {
  private let continuation = Mutex<CheckedContinuation<Bool, Never>?>(nil)

  func begin(_ continuation: CheckedContinuation<Bool, Never>) { self.continuation.withLock { $0 = continuation } }

  func give(_ answer: Bool) {
    let waiting = continuation.withLock { continuation in
      defer { continuation = nil }
      return continuation
    }
    waiting?.resume(returning: answer)
  }
}
