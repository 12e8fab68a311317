import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract

/// A focus timer on a device, with the device's clock, notices and store, and the model of it all. On the
/// main actor as the timer is: going there and back at each step would take most of the time.
@MainActor
struct FocusTimerSession {
  let clock = VirtualClock(base: Date(timeIntervalSinceReferenceDate: 800_000_000))
  private let system: PersonalOSSystem
  private let notifications: NotificationScheduler
  let ids = FocusIDs()
  let mishaps: Mishaps
  var store: any Store
  var timer: any FocusTiming
  var model = FocusModel()
  /// What was shown after each step.
  private(set) var shown: [Shown] = []

  /// What the user sees of the timer.
  struct Shown: Equatable {
    let session: FocusSession?
    let remaining: TimeInterval
  }

  init(_ system: PersonalOSSystem) async throws {
    self.system = system
    notifications = NotificationScheduler()
    mishaps = Mishaps(notifications)
    store = InterposedStore(try await system.openStore(), striking: mishaps)
    timer = Self.openTimer(system, store, notifications, clock, ids)
  }

  private static func openTimer(
    _ system: PersonalOSSystem, _ store: any Store, _ notifications: NotificationScheduler,
    _ clock: VirtualClock, _ ids: FocusIDs
  ) -> any FocusTiming {
    system.focus.openTimer(
      FocusSetup(
        data: DataActor(store: store), notifications: notifications, now: { clock.date }, makeID: { ids.next }
      ))
  }

  mutating func take(_ step: FocusHistory.Step, _ trial: Trial?) async throws {
    let before = model
    switch step {
    case .command(let command): try await obey(command)
    case .wait(let wait): pass(wait)
    case .setClock(let ticks):
      clock.stepWallClock(by: ticks.ticks)
      timePasses()
    case .enterBackground:
      model.enterBackground(at: clock.date)
      try await timer.enterBackground()
    case .enterForeground:
      model.enterForeground(at: clock.date)
      try await timer.enterForeground()
    case .tick: try await tick()
    case .kill(let wait):
      try await store.close()
      pass(wait)
      try await relaunch()
    case .killDuring(let command, let moment, let wait):
      try await obey(command, killedAt: moment)
      pass(wait)
      try await restore()
    case .storeFails(let command): try await obeyWithFailingStore(command)
    }
    // An app that is looked at ticks; one in the background may be suspended.
    if !model.isInBackground { try await tick() }
    for label in FocusClasses(before: before, step, after: model).names { trial?.label(label) }
    shown.append(Shown(session: timer.currentSession, remaining: timer.remainingTime))
  }

  private mutating func tick() async throws {
    model.notice(timeAt: clock.date)
    try await timer.tick()
  }

  private mutating func obey(_ command: FocusHistory.Command) async throws {
    let isAccepted = model.obey(command, id: ids.following, at: clock.date)
    do {
      try await perform(command)
      try expect("\(describe(command)) is refused", isAccepted)
    } catch let error as FocusError {
      try expect("\(describe(command)) is accepted, not refused because \(error)", !isAccepted)
    }
  }

  func perform(_ command: FocusHistory.Command) async throws {
    switch command {
    case .start(let duration): try await timer.startSession(duration: duration)
    case .pause: try await timer.pauseSession()
    case .resume: try await timer.resumeSession()
    case .end: try await timer.endSession()
    }
  }

  mutating func relaunch() async throws {
    try await store.close()
    try await open()
    try await restore()
  }

  mutating func open() async throws {
    store = InterposedStore(try await system.openStore(), striking: mishaps)
    timer = Self.openTimer(system, store, notifications, clock, ids)
  }

  private mutating func restore() async throws {
    model.enterForeground(at: clock.date)
    try await timer.restoreSession()
  }

  private mutating func pass(_ wait: FocusHistory.Wait) {
    switch wait {
    case .time(let ticks): clock.advance(by: ticks.ticks)
    case .untilCompletion(let offset):
      let left = model.active.map { $0.isRunning ? $0.left(at: clock.date) : 1 } ?? 1
      clock.advance(by: (Int(left * 1_024) + offset).ticks)
    }
    timePasses()
  }

  private mutating func timePasses() {
    model.deliver(at: clock.date)
    notifications.timePasses(to: clock.date)
  }

  func end() async throws {
    try await store.close()
  }

  // What must be.

  func storedSessions() async throws -> [Bytewise<FocusSession>] {
    let stored = try await DataActor(store: store).perform { try $0.fetch(FocusSession.self) }
    return stored.map(Bytewise.init)
  }

  func expectStoredSessionsMatchModel() async throws {
    let stored = try await storedSessions()
    try expect("active sessions that are stored, at most 1", stored.count { $0.model.isActive } <= 1)
    try expect("stored sessions", stored, equals: model.stored)
  }

  func expectShownSessionMatchesModel() throws {
    try expect(
      "current session", timer.currentSession.map(Bytewise.init),
      equals: model.active.map { Bytewise($0.stored) })
  }

  /// To the bit: all times are multiples of 1/1024 second.
  func expectRemainingTimeMatchesModel() throws {
    try expect("seconds that remain", timer.remainingTime, equals: model.remaining(at: clock.date))
  }

  var pendingNotices: [FocusModel.Notice] {
    notifications.pending.map { FocusModel.Notice(id: $0.id, date: $0.fireDate) }
  }

  func expectNoticesMatchModel() throws {
    try expect(
      "pending notices", pendingNotices, equals: model.pending.map { [$0] } ?? [])
  }

  func expectDeliveriesMatchModel() throws {
    try expect(
      "delivered notices", notifications.delivered.map { FocusModel.Notice(id: $0.id, date: $0.fireDate) },
      equals: model.delivered(at: clock.date))
  }
}

extension FocusModel {
  /// In the order of ids.
  var stored: [Bytewise<FocusSession>] {
    sessions.map(\.stored).sorted { $0.storageKey < $1.storageKey }.map(Bytewise.init)
  }
}

extension Int {
  /// So many 1/1024 seconds.
  fileprivate var ticks: Duration {
    let (seconds, rest) = quotientAndRemainder(dividingBy: 1_024)
    return .seconds(seconds)
      + Duration(secondsComponent: 0, attosecondsComponent: Int64(rest) * 976_562_500_000_000)
  }
}
