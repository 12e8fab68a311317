import Synchronization

/// Decides where the app keeps its data, and brings it back to the cloud (002 Graceful Degradation Pattern).
public protocol StorageModeControlling: AnyObject, Sendable {
  var mode: StorageMode { get }
  /// Looks for the cloud and enters a mode. It always returns, whatever the cloud does.
  func start() async
  func healthChanged(_ health: CloudHealth)
  func systemEvent(_ event: SystemEvent)
}

/// What the system tells the app that may help it out of an outage.
public enum SystemEvent: String, Sendable, CaseIterable {
  case accountChanged
  case networkAvailable
  case networkLost
}

/// What the controller is made from.
public struct StorageModeSetup: Sendable {
  public var machine: any StorageModeStateMachine
  public var time: ArgusTime
  /// Whether the cloud is there. It may throw, or never return.
  public var isAvailable: @Sendable () async throws -> Bool
  /// How long to wait for that.
  public var checkLimit: Duration
  /// Sends what waits and fetches what is new.
  public var recover: @Sendable () async throws -> Void
  /// The app has entered a mode.
  public var entered: @Sendable (StorageMode) -> Void
  public var tellUser: @Sendable (StorageMode) -> Void

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

/// Turns the effects of ``StorageModeMachine`` into checks, recoveries, timers and notices.
///
/// Events come from anywhere and are applied in the order in which they come: a lock, not an actor.
public final class StorageModeController: StorageModeControlling {
  private let setup: StorageModeSetup
  private let machine: Mutex<any StorageModeStateMachine>
  private let timer = Mutex<Task<Void, any Error>?>(nil)

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

  /// A check that throws or takes too long finds no cloud. One that never returns is left behind.
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

/// The first of two answers counts.
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
