import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// What a user, a clock and bad luck do to an app with a focus timer. POS-18 to POS-21 ask different invariants of it.
enum FocusMachine {
  typealias FocusCommand = Command<FocusModel, FocusAppDriver>
  typealias FocusInvariant = Invariant<FocusModel, FocusAppDriver>

  static let machine = machine(withoutSetClock + [setClock, overlap])
  /// As above, with a clock that only runs, and one operation after the other.
  static let withoutClockSteps = machine(withoutSetClock)

  /// Enough for a story of a few sessions.
  static let commandCount = 0...42

  private static let withoutSetClock: [FocusCommand] = [
    start, pause, resume, end, wait, enterBackground, enterForeground, relaunch, tick, startSecond, startInvalid,
    changeInVain, enterBackgroundTwice, enterForegroundTwice, replaceData, killDuring, failToStore,
  ]

  /// Long, and with all commands: it takes a start, a pause and some time before most of what there is can happen.
  private static func machine(_ commands: [FocusCommand]) -> StateMachine<FocusModel, FocusAppDriver> {
    StateMachine(initially: FocusModel(), commands: commands, closing: [relaunch])
      .withLongCases.withoutSwarm
      .labelling("pauses more than once") { $0.active.map { $0.pauses.count > 1 } ?? false }
      .showing { $0.counterexampleDescription }
  }

  // What the user does.

  static let start = FocusCommand(
    "start", weight: 40, with: .focusDuration, when: { $0.active == nil }
  ) { model, seconds in
    try model.make(.start(seconds))
  } system: { app, seconds in
    try await app.make(.start(seconds))
  }

  static let pause = FocusCommand("pause", weight: 26, when: { $0.isRunning }) { model in
    try model.make(.pause)
  } system: { app in
    try await app.make(.pause)
  }
  .labelled("pauses in the background") { $0.before.isInBackground && $0.after.isPaused }

  static let resume = FocusCommand("resume", weight: 30, when: { $0.isPaused }) { model in
    try model.make(.resume)
  } system: { app in
    try await app.make(.resume)
  }

  static let end = FocusCommand("end", weight: 6, when: { $0.active != nil }) { model in
    try model.make(.end)
  } system: { app in
    try await app.make(.end)
  }
  .labelled("ends early") { !$0.ranOut }
  .labelled("ends early in the background") { $0.before.isRunningInBackground && !$0.ranOut }

  /// Refused, unless the time of the first is up and nobody has looked yet.
  static let startSecond = FocusCommand(
    "startSecond", weight: 6, with: .focusDuration, when: { $0.active != nil }
  ) { model, seconds in
    try model.make(.start(seconds))
  } system: { app, seconds in
    try await app.make(.start(seconds))
  }
  .labelled("refuses a second session") { $0.error is FocusRefusal }

  static let startInvalid = FocusCommand("startInvalid", weight: 2, with: .refusedFocusDuration) { model, seconds in
    try model.make(.start(seconds))
  } system: { app, seconds in
    try await app.make(.start(seconds))
  }
  .labelled("refuses a duration") { $0.error is FocusRefusal }

  /// A pause, resume or end of what is not there to be paused, resumed or ended: nothing happens.
  static let changeInVain = FocusCommand("changeInVain", weight: 3, with: { .changeInVain(in: $0) }) { model, change in
    try model.make(change)
  } system: { app, change in
    try await app.make(change)
  }

  static let enterBackground = FocusCommand("enterBackground", weight: 20, when: { !$0.isInBackground }) { model in
    model.enterBackground()
  } system: { app in
    try await app.enterBackground()
  }
  .labelled("in the background while it runs") { $0.before.isRunning }
  .labelled("in the background while it is paused") { $0.before.isPaused }
  .labelled("in the background without a session") { $0.before.active == nil }

  static let enterBackgroundTwice = FocusCommand("enterBackgroundTwice", weight: 9, when: \.isInBackground) { model in
    model.enterBackground()
  } system: { app in
    try await app.enterBackground()
  }
  .labelled("in the background twice") { $0.before.isRunning }

  static let enterForeground = FocusCommand("enterForeground", weight: 14, when: { $0.isInBackground }) { model in
    model.enterForeground()
  } system: { app in
    try await app.enterForeground()
  }
  .labelled("is looked at after it ran out in the background") { $0.ranOut }

  static let enterForegroundTwice = FocusCommand("enterForegroundTwice", when: { !$0.isInBackground }) { model in
    model.enterForeground()
  } system: { app in
    try await app.enterForeground()
  }

  /// Kills the app and launches it again after a while. The model says what a look at an app that lived on would
  /// show: killing and launching the app anywhere in a history makes no difference to the rest of it.
  static let relaunch = FocusCommand("relaunch", weight: 5, with: { .wait($0) }) { model, seconds in
    model.moveClock(by: seconds)
    model.enterForeground()
  } system: { app, seconds in
    try await app.relaunch(after: seconds)
  }
  .labelled("killed while it runs") { $0.before.isRunning }
  .labelled("killed while it is paused") { $0.before.isPaused }
  .labelled("runs out while killed") { $0.ranOut }
  .labelled("runs out while killed in the background") { $0.before.isInBackground && $0.ranOut }
  .labelled("killed in the background before its time is up") { $0.before.isRunningInBackground && !$0.ranOut }

  /// An import, a restored backup or a deletion replaces all sessions, wherever the app is, and the timer shows what is there.
  static let replaceData = FocusCommand("replaceData", weight: 6, with: { _ in .replacement }) { model, replacement in
    model.replace(by: replacement)
  } system: { app, replacement in
    try await app.replace(by: replacement)
  }
  .labelled("a session is replaced in the background") { $0.before.isRunningInBackground }

  // Time.

  static let wait = FocusCommand("wait", weight: 18, with: { .wait($0) }) { model, seconds in
    model.moveClock(by: seconds)
  } system: { app, seconds in
    try await app.wait(seconds)
  }
  .labelled("runs out while it is looked at") { !$0.before.isInBackground && $0.ranOut }
  .labelled("runs out in the background") { $0.before.isRunningInBackground && $0.after.isOverdue }

  static let setClock = FocusCommand("setClock", weight: 12, with: .clockStep) { model, seconds in
    model.moveClock(by: seconds)
  } system: { app, seconds in
    try await app.setClock(by: seconds)
  }
  .labelled("the clock is set back while it runs") { $0.before.isRunning && $0.after.now < $0.before.now }
  .labelled("the clock is set days ahead while it runs") {
    $0.before.isRunning && $0.after.now > $0.before.now + 86_400
  }

  /// A look at the clock. An app in the background may have one, or be suspended.
  static let tick = FocusCommand("tick", weight: 2) { model in
    model.completeIfDue()
  } system: { app in
    try await app.tick()
  }

  // What goes wrong.

  /// Kills the app in the middle of a change: the change has happened or it has not, and it has if the user saw it.
  /// That the time of a session was up may have been stored before. A notice of the session that runs may be lost
  /// until the next launch, but none is left that is false.
  static let killDuring = FocusCommand("killDuring", weight: 16, with: { .kill(during: $0) }) { model, kill in
    model = model.attempt(kill.change).after
    model.moveClock(by: kill.away)
    model.enterForeground()
  } system: { app, kill in
    try await app.make(kill.change, killedAt: kill.moment, relaunchedAfter: kill.away)
  } judging: { model, kill, remains in
    let (after, before) = (model.attempt(kill.change).after, model)
    var noticed = before
    noticed.completeIfDue()
    model = [after, noticed].first { $0.stored == remains.stored } ?? before
    try expect("stored sessions after the kill", remains.stored, equals: model.stored)
    try expect(
      "what the user saw before the kill is stored",
      model.stored == after.stored || [before.shown, model.shown].contains(remains.shown))
    if remains.pending.isEmpty { model.loseNotice() }
    try expect("notices that are left pending", remains.pending, equals: model.pending.map { [$0] } ?? [])
    model.moveClock(by: kill.away)
    model.enterForeground()
  }
  .labelled("killed while it stops in the background") { $0.stopsInBackground }

  /// A change that cannot be stored has not happened, and the user knows it.
  static let failToStore = FocusCommand("failToStore", weight: 8, with: { .change(in: $0) }) { model, change in
    _ = model.attempt(change)
  } system: { app, change in
    try await app.makeWithFailingStore(change)
  } judging: { model, change, remains in
    let (after, isAccepted) = model.attempt(change)
    switch remains.ending {
    case .returned: try expect("succeeds only if there is nothing to store", isAccepted && after.stored == model.stored)
    case .refused: try expect("is refused only if it must be", !isAccepted)
    case .failed, .killed: break
    }
    try expect("stored sessions", remains.stored, equals: model.stored)
    try expect("current session", remains.shown, equals: model.shown)
    try expect("pending notices", remains.pending, equals: model.pending.map { [$0] } ?? [])
  }
  .labelled("a stop in the background cannot be stored") { $0.stopsInBackground }

  // What must be.

  static let storedSessions = FocusInvariant("stored sessions", model: { $0.stored }, system: { try await $0.stored })
  static let currentSession = FocusInvariant("current session", model: { $0.shown }, system: { $0.shown })
  /// To the bit: all times are multiples of 1/1024 second.
  static let remainingTime = FocusInvariant(
    "seconds that remain, if somebody looks", model: { $0.isInBackground ? nil : $0.remaining },
    system: { $0.remaining })
  static let noTimeGained = FocusInvariant("no wait raises the time that remains", always: { $0.secondsGained == 0 })
  static let pendingNotices = FocusInvariant(
    "pending notices", model: { $0.pending.map { [$0] } ?? [] }, system: { $0.pending })
  static let deliveredNotices = FocusInvariant(
    "delivered notices", model: { $0.delivered }, system: { $0.delivered })
}

/// A change in the middle of which the app is killed.
struct FocusKill: Sendable, CounterexampleDescribable {
  let change: FocusChange
  let moment: WriteMoment
  /// Seconds to the next launch.
  let away: TimeInterval

  var counterexampleDescription: String { "\(describe(change)), \(describe(moment)), away \(away) s" }
}

extension Generator where Value == FocusKill {
  static func kill(during model: FocusModel) -> Generator {
    Generator { source in
      FocusKill(change: try source(.change(in: model)), moment: try source(.anyCase()), away: try source(.wait(model)))
    }
  }
}

extension Generator where Value == FocusReplacement {
  static var replacement: Generator {
    .frequency(
      (2, .constant(.same)), (1, .constant(.nothing)), (2, Generator<Double>.focusDuration.map { .another($0) }))
  }
}

extension Generator where Value == FocusChange {
  static func changeInVain(in model: FocusModel) -> Generator {
    .element(of: model.isRunning ? [.resume] : model.isPaused ? [.pause] : [.pause, .resume, .end])
  }

  /// Any; mostly a stop of a session that runs in the background, whose notice must go.
  static func change(in model: FocusModel) -> Generator {
    .frequency(
      (model.isRunningInBackground ? 20 : 4, .element(of: [.pause, .end])), (4, .constant(.resume)),
      (5, Generator<Double>.focusDuration.map { .start($0) }),
      (2, Generator<Double>.refusedFocusDuration.map { .start($0) }))
  }
}

extension Generator where Value == TimeInterval {
  /// Any; often until the session that runs is over, or nearly, or just.
  static func wait(_ model: FocusModel) -> Generator {
    guard let left = model.active?.secondsLeft(at: model.now), model.isRunning else { return .focusWait }
    let offsets: [TimeInterval] = [0, -1 / 1_024, 1 / 1_024, 0.5, -0.5, 1_024]
    return .frequency((6, .focusWait), (model.isInBackground ? 9 : 2, .element(of: offsets.map { max(0, left + $0) })))
  }
}

extension FocusModel {
  fileprivate var isRunning: Bool { active?.isRunning == true }
  fileprivate var isPaused: Bool { active?.isRunning == false }
  var isRunningInBackground: Bool { isInBackground && isRunning }
  /// Its time is up, and the app has not seen it yet.
  fileprivate var isOverdue: Bool { active.map { $0.isRunning && $0.secondsLeft(at: now) <= 0 } ?? false }
}

extension CommandStep<FocusModel> {
  /// Whether the session that was active has run to its end.
  fileprivate var ranOut: Bool {
    guard let active = before.active, after.active?.id != active.id else { return false }
    return after.over.last { $0.id == active.id }?.ranOut ?? false
  }

  /// Whether a change that could not be made in peace was the stop of a session that runs in the background.
  fileprivate var stopsInBackground: Bool {
    guard let remains = result(FocusAppDriver.Remains.self) else { return false }
    return before.isRunningInBackground && [.pause, .end].contains(remains.change)
  }
}
