import Foundation
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract
import Synchronization

/// The app with its focus timer, on a device whose store, clock and notices outlive it.
///
/// The timer lives on the main actor. What it shows is read there once after each operation, and not anew by each
/// claim: going there and back would take most of the time.
struct FocusAppDriver: Sendable {
  private let system: PersonalOSSystem
  private let device = Device()
  private var store: any Store
  private(set) var timer: any FocusTiming
  var isInBackground = false
  private(set) var shown: Bytewise<FocusSession>?
  /// Seconds; nil if nobody looks.
  private(set) var remaining: TimeInterval?
  /// By how much a wait has raised the time that remains of a session that is looked at; 0 if it never has.
  private(set) var secondsGained: TimeInterval = 0

  @MainActor
  init(_ system: PersonalOSSystem) async throws {
    self.system = system
    (store, timer) = try await Self.start(system, on: device)
    look()
  }

  /// A new process of the app, which knows of no session yet.
  @MainActor
  private static func start(
    _ system: PersonalOSSystem, on device: Device
  ) async throws -> (any Store, any FocusTiming) {
    let store = InterposedStore(try await system.openStore(), striking: device.interruption.strike)
    let timer = system.focus.openTimer(
      FocusSetup(
        data: system.dataAccess.openData(store), notifications: device.notifications, now: { device.clock.date },
        makeID: { FocusModel.id(ofStart: device.starts.withLock { $0 }) }))
    return (store, timer)
  }

  func close() async throws { try await store.close() }

  var stored: [Bytewise<FocusSession>] {
    get async throws {
      try await system.dataAccess.openData(store).perform { try $0.fetch(FocusSession.self) }.map(Bytewise.init)
    }
  }

  var pending: [FocusNotice] { device.notifications.pending.map { FocusNotice($0) } }

  var delivered: [FocusNotice] {
    device.notifications.delivered.map { FocusNotice($0) }
  }
}

@MainActor
extension FocusAppDriver {
  mutating func look() {
    shown = timer.currentSession.map(Bytewise.init)
    remaining = isInBackground ? nil : timer.remainingTime
  }

  // What the user does.

  /// - Throws: ``FocusRefusal``.
  mutating func make(_ change: FocusChange) async throws {
    defer { look() }
    do {
      try await call(change)
    } catch is FocusError {
      throw FocusRefusal()
    }
  }

  func call(_ change: FocusChange) async throws {
    switch change {
    case .start(let duration):
      device.starts.withLock { $0 += 1 }
      try await timer.startSession(duration: duration)
    case .pause: try await timer.pauseSession()
    case .resume: try await timer.resumeSession()
    case .end: try await timer.endSession()
    }
  }

  mutating func enterBackground() async throws {
    defer { look() }
    isInBackground = true
    try await timer.enterBackground()
  }

  mutating func enterForeground() async throws {
    defer { look() }
    isInBackground = false
    try await timer.enterForeground()
  }

  /// Past the timer, which then has to show what is there.
  mutating func replace(by replacement: FocusReplacement) async throws {
    defer { look() }
    var another: FocusSession?
    if case .another(let duration) = replacement {
      device.starts.withLock { $0 += 1 }
      another = FocusSession(
        id: FocusModel.id(ofStart: device.starts.withLock { $0 }), startTime: device.clock.date, duration: duration)
    }
    if replacement != .same {
      let session = another
      try await system.dataAccess.openData(store).perform { scope in
        for session in try scope.fetch(FocusSession.self) {
          _ = try scope.delete(FocusSession.self, key: session.storageKey)
        }
        if let session { try scope.save(session) }
      }
    }
    try await timer.restoreSession()
  }

  /// Kills the app, and launches it again after so many seconds.
  mutating func relaunch(after seconds: TimeInterval) async throws {
    defer { look() }
    try await kill()
    moveClock { device.clock.advance(by: .exactly(seconds)) }
    try await restore()
  }

  private mutating func kill() async throws {
    try await store.close()
    (store, timer) = try await Self.start(system, on: device)
  }

  private mutating func restore() async throws {
    isInBackground = false
    try await timer.restoreSession()
  }

  // Time.

  mutating func wait(_ seconds: TimeInterval) async throws {
    defer { look() }
    let (session, before) = (timer.currentSession?.id, timer.remainingTime)
    moveClock { device.clock.advance(by: .exactly(seconds)) }
    guard !isInBackground else { return }
    try await timer.tick()
    if let session, session == timer.currentSession?.id {
      secondsGained = max(secondsGained, timer.remainingTime - before)
    }
  }

  mutating func setClock(by seconds: TimeInterval) async throws {
    defer { look() }
    moveClock { device.clock.stepWallClock(by: .exactly(seconds)) }
    if !isInBackground { try await timer.tick() }
  }

  mutating func tick() async throws {
    defer { look() }
    try await timer.tick()
  }

  private func moveClock(_ move: () -> Void) {
    move()
    device.notifications.timePasses(to: device.clock.date)
  }

  // What goes wrong.

  /// What was left of a change that could not be made in peace.
  struct Remains: Sendable {
    enum Ending { case returned, refused, failed, killed }

    let change: FocusChange
    let ending: Ending
    let shown: Bytewise<FocusSession>?
    let stored: [Bytewise<FocusSession>]
    let pending: [FocusNotice]
  }

  /// The app is killed at that moment of the change, or right after it if it takes no transaction, and is launched
  /// again after so many seconds.
  mutating func make(
    _ change: FocusChange, killedAt moment: WriteMoment, relaunchedAfter seconds: TimeInterval
  ) async throws -> Remains {
    defer { look() }
    device.interruption.isToCome(.kill(moment))
    let ending = try await attempt(change)
    device.interruption.isOver()
    try await kill()
    let remains = Remains(change: change, ending: ending, shown: shown, stored: try await stored, pending: pending)
    moveClock { device.clock.advance(by: .exactly(seconds)) }
    try await restore()
    return remains
  }

  /// The change cannot be committed.
  mutating func makeWithFailingStore(_ change: FocusChange) async throws -> Remains {
    device.interruption.isToCome(.failure)
    let ending = try await attempt(change)
    device.interruption.isOver()
    return Remains(change: change, ending: ending, shown: shown, stored: try await stored, pending: pending)
  }

  private mutating func attempt(_ change: FocusChange) async throws -> Remains.Ending {
    do {
      try await make(change)
      return .returned
    } catch is FocusRefusal {
      return .refused
    } catch is CommitFailed {
      return .failed
    } catch is ProcessKilled {
      return .killed
    }
  }
}

/// What outlives the app.
private final class Device: Sendable {
  let clock = VirtualClock(base: FocusModel.beginning)
  let notifications: NotificationScheduler
  let interruption: WriteInterruption
  /// How often a session was to be started.
  let starts = Mutex(0)

  init() {
    notifications = NotificationScheduler()
    interruption = WriteInterruption(notifications)
  }
}

extension Duration {
  /// For multiples of 1/1024 second, of which dates hold sums and differences to the bit.
  fileprivate static func exactly(_ seconds: TimeInterval) -> Duration {
    Duration(secondsComponent: 0, attosecondsComponent: 976_562_500_000_000) * Int(seconds * 1_024)
  }
}

extension FocusAppDriver.Remains: CounterexampleDescribable {
  var counterexampleDescription: String { "\(change), \(ending); stored \(describe(stored))" }
}
