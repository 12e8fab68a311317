import Foundation
import PersonalOSReference
import PlatformStandIns
import StorageContract
import Testing

/// Decisions about the focus timer, as examples.
@Suite("Focus timer")
struct FocusTimerTests {
  private let id = UUID()
  private let start = Date(timeIntervalSinceReferenceDate: 800_000_000)

  private func started(_ duration: TimeInterval = 60) throws -> FocusTimer {
    var timer = FocusTimer()
    _ = try timer.handle(.start(id: id, duration: duration), at: start)
    return timer
  }

  @Test(
    "A session is refused unless its duration is a positive number",
    arguments: [0, -0.0, -1, .nan, .infinity])
  func refusesDuration(duration: TimeInterval) {
    var timer = FocusTimer()
    #expect(throws: FocusError.self) { try timer.handle(.start(id: id, duration: duration), at: start) }
    #expect(timer == FocusTimer())
  }

  @Test("A second session is refused while one is active, paused or not, and not once its time is up")
  func secondSession() throws {
    var timer = try started()
    #expect(throws: FocusError.alreadyActive(id)) {
      try timer.handle(.start(id: UUID(), duration: 1), at: start + 59)
    }
    var paused = timer
    _ = try paused.handle(.pause, at: start + 10)
    #expect(throws: FocusError.alreadyActive(id)) {
      try paused.handle(.start(id: UUID(), duration: 1), at: start + 1_000)
    }
    let next = UUID()
    let effects = try timer.handle(.start(id: next, duration: 1), at: start + 61)
    #expect(timer.session?.id == next)
    guard case .persist(let old) = effects.first else {
      Issue.record("the old session is not stored first: \(effects)")
      return
    }
    #expect(old.id == id && old.completedAt == start + 60 && !old.isActive)
  }

  @Test("What there is not cannot be paused, resumed or ended, and that is no error", .tags(.decision))
  func nothingToDo() throws {
    var timer = FocusTimer()
    for event in [FocusTimer.Event.pause, .resume, .end, .tick, .enterBackground, .enterForeground, .restore(insteadOf: nil)] {
      #expect(try timer.handle(event, at: start).isEmpty)
    }
    var running = try started()
    #expect(try running.handle(.resume, at: start + 1).isEmpty)
    _ = try running.handle(.pause, at: start + 1)
    #expect(try running.handle(.pause, at: start + 2).isEmpty)
  }

  @Test("A pause that is open at the end counts as a pause", .tags(.decision))
  func endWhilePaused() throws {
    var timer = try started()
    _ = try timer.handle(.pause, at: start + 10)
    let effects = try timer.handle(.end, at: start + 25)
    let ended = FocusSession(
      id: id, startTime: start, duration: 60, completedAt: start + 25, isActive: false, accumulatedPause: 15)
    #expect(effects == [.cancel(id: id.uuidString), .persist(ended)])
    #expect(ended.remaining(at: start + 500) == 50)
    #expect(timer.session == nil)
  }

  @Test(
    "A clock set back before the start shows the whole duration; the notice waits for the end",
    .tags(.decision))
  func clockSetBack() throws {
    var timer = try started()
    let now = start - 3_600
    #expect(timer.remaining(at: now) == 60)
    let effects = try timer.handle(.enterBackground, at: now)
    guard case .schedule(let request) = effects.first else {
      Issue.record("no notice: \(effects)")
      return
    }
    #expect(request.id == id.uuidString && request.fireDate == start + 60)
  }

  @Test("A clock set back during a pause makes the sum of pauses smaller, and the rest is what it was")
  func clockSetBackDuringPause() throws {
    var timer = try started()
    _ = try timer.handle(.pause, at: start + 10)
    _ = try timer.handle(.resume, at: start - 90)
    #expect(timer.session?.accumulatedPause == -100)
    #expect(timer.remaining(at: start - 90) == 50)
  }

  @Test("In the background, a resume schedules and a pause cancels")
  func commandsInTheBackground() throws {
    var timer = try started()
    _ = try timer.handle(.enterBackground, at: start)
    #expect(try timer.handle(.pause, at: start + 10).contains(.cancel(id: id.uuidString)))
    let effects = try timer.handle(.resume, at: start + 30)
    #expect(
      effects.contains {
        if case .schedule(let request) = $0 { request.fireDate == start + 80 } else { false }
      })
  }

  @Test("Of two starts at once, one is refused")
  @MainActor
  func twoStarts() async throws {
    let data = DataActor(store: try await MemoryLocation().open())
    let clock = VirtualClock(base: start)
    let manager = FocusSessionManager(
      FocusSetup(data: data, notifications: NotificationScheduler(), now: { clock.date }, makeID: { UUID() }))
    let starts = (1...2).map { _ in Task { try await manager.startSession(duration: 60) } }
    var refused = 0
    for start in starts {
      do { try await start.value } catch is FocusError { refused += 1 }
    }
    #expect(refused == 1)
    #expect(try await BaseRepository<FocusSession>(data).count(predicate: \.isActive) == 1)
    #expect(manager.currentSession != nil && manager.remainingTime == 60)
  }

  @Test("A session that ran to its end is celebrated, one that was ended early is not")
  @MainActor
  func celebration() async throws {
    let clock = VirtualClock(base: start)
    let data = DataActor(store: try await MemoryLocation().open())
    let manager = FocusSessionManager(
      FocusSetup(data: data, notifications: NotificationScheduler(), now: { clock.date }, makeID: { UUID() }))
    try await manager.startSession(duration: 60)
    try await manager.endSession()
    #expect(manager.lastCompletedSession == nil)
    try await manager.startSession(duration: 60)
    clock.advance(by: .seconds(61))
    try await manager.tick()
    #expect(manager.lastCompletedSession?.completedAt == start + 60)
    #expect(manager.currentSession == nil)
  }

  @Test("A change that cannot be stored changes nothing")
  @MainActor
  func storeFails() async throws {
    let store = try await MemoryLocation().open()
    let clock = VirtualClock(base: start)
    let manager = FocusSessionManager(
      FocusSetup(
        data: DataActor(store: store), notifications: NotificationScheduler(), now: { clock.date },
        makeID: { UUID() }))
    try await manager.startSession(duration: 60)
    let session = manager.currentSession
    try await store.close()
    await #expect(throws: StoreError.closed) { try await manager.pauseSession() }
    #expect(manager.currentSession == session)
  }
}
