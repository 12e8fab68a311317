import ArgusReference
import Dispatch
import Foundation
import PlatformStandIns
import PropertyTesting
import StorageContract

/// The background runs that the app asks for.
public enum AppActivityProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [asksForTheUsersHour]

  static let asksForTheUsersHour = Requirement<ArgusSystem>(
    "ARG-S6", "The App Plans Background Runs by Its Use",
    says: """
      The app notes each time at which the user has it before them, also if several come at once, and keeps the last 500 notes. \
      It skips text among them that is no note. A launch asks for one background run, at the time that follows from these notes \
      in the user's time zone, whoever launched the app in between. The notes go with the app.
      """,
    covers: "002 Background Processing", of: "ArgusApp, ActivityLog", needs: [.storage, .virtualTime],
    mustCatch: [
      Fault("notesNoUses", "does not note when it is used") { system in
        let launch = system.launch
        system.launch = { platform, parts in
          var platform = platform
          platform.appSettings = AppSandbox()
          return try await launch(platform, parts)
        }
      },
      planning("notesUsesAsBackgroundLaunches", "treats uses as launches in the background") { log, now, offset in
        ActivityPlanner.delay(
          after: log.map { ActivityEntry(date: $0.date, isForeground: !$0.isForeground) }, now: now, utcOffsetSeconds: offset)
      },
      planning("forgetsTheLatestUse", "does not count the latest use") { log, now, offset in
        ActivityPlanner.delay(after: log.dropLast(), now: now, utcOffsetSeconds: offset)
      },
      .plansInUTC,
      Fault("plansAtTheFirstLaunchAlone", "asks for no run when it is launched again") { system in
        let make = system.parts.makeBackgroundManager
        let count = Remembered(0)
        system.parts.makeBackgroundManager = { setup in
          count.withValue { $0 += 1 }
          return UnscheduledManager(base: make(setup), asks: count.now == 1)
        }
      },
    ]
  ).holds(
    forAll: .appUses,
    requiring: [
      "several uses": 0.2, "no use": 0.02, "another time zone": 0.3, "uses at once": 0.15, "more notes than are kept": 0.02,
      "a note does not read": 0.1, "what the app noted goes with it": 0.05,
    ]
  ) { uses, system, trial in
    trial.label("several uses", if: uses.pauses.count > 1)
    trial.label("no use", if: uses.pauses.isEmpty)
    trial.label("another time zone", if: uses.utcOffset != 0)
    let store = try await system.openStore()
    do {
      try await uses.run(on: system, store, trial)
    } catch {
      try? await store.close()
      throw error
    }
    try await store.close()
  }

  private static func planning(
    _ id: String, _ fact: String, _ plan: @escaping @Sendable ([ActivityEntry], Date, Int) -> Duration
  ) -> Fault<ArgusSystem> {
    Fault(id, fact) { $0.parts.planBackground = plan }
  }
}

/// When the user opens the app.
struct AppUses: Sendable, CounterexampleDescribable {
  /// Before each use, in minutes.
  let pauses: [Int]
  /// Uses at the same time as the last one, each on whichever thread.
  let more: Int
  /// Between the last use and the last launch, in minutes.
  let rest: Int
  /// In seconds.
  let utcOffset: Int
  /// Of launches by the system, in a row before all uses.
  let notesBefore: Int
  /// What stands among the notes, and is none.
  let clutter: String?
  /// Whether the app is removed, and installed again, before the last launch.
  let isInstalledAgain: Bool

  var counterexampleDescription: String {
    "uses after \(describe(pauses)) min each, \(more) more at once, a launch \(rest) min later, \(utcOffset) s east"
      + (notesBefore > 0 ? ", after \(notesBefore) notes" : "") + (clutter.map { ", “\($0)” among the notes" } ?? "")
      + (isInstalledAgain ? ", installed again" : "")
  }

  func run(on system: ArgusSystem, _ store: any Store, _ trial: Trial) async throws {
    let clock = VirtualClock()
    var platform = ArgusPlatform(store: store, transport: NoNetwork(), time: .virtual(clock))
    let utcOffset = utcOffset
    platform.time.utcOffsetSeconds = { utcOffset }
    var entries: [ActivityEntry] = []
    if notesBefore > 0 {
      let app = try await system.launch(platform)
      for _ in 0..<notesBefore {
        clock.advance(by: .milliseconds(1_250))
        entries.append(ActivityEntry(date: clock.date, isForeground: false))
        app.activity.append(entries[entries.count - 1])
      }
    }
    for pause in pauses {
      clock.advance(by: .seconds(pause * 60))
      let app = try await system.launch(platform)
      app.didBecomeActive()
      entries.append(ActivityEntry(date: clock.date, isForeground: true))
      if let clutter {
        // Whatever the notes are called, they are all that the app has set.
        for (key, text) in platform.appSettings.preferences {
          platform.appSettings.setPreference("\(clutter) \(text) \(clutter)", for: key)
        }
      }
    }
    if more > 0 {
      let app = try await system.launch(platform)
      DispatchQueue.concurrentPerform(iterations: more) { _ in app.didBecomeActive() }
      entries += Array(repeating: ActivityEntry(date: clock.date, isForeground: true), count: more)
      trial.label("uses at once")
    }
    if isInstalledAgain {
      platform.appSettings = AppSandbox()
      trial.label("what the app noted goes with it", if: !entries.isEmpty)
      entries = []
    }
    let kept = Array(entries.suffix(500))
    trial.label("more notes than are kept", if: entries.count > kept.count)
    trial.label("a note does not read", if: clutter != nil && !pauses.isEmpty)
    clock.advance(by: .seconds(rest * 60))
    let scheduler = BackgroundScheduler()
    platform.backgroundScheduler = scheduler
    let app = try await system.launch(platform)
    try expect("the times that the app has noted", app.activity.entries, equals: kept)
    let wait = Activity(entries: kept, now: clock.date, utcOffset: utcOffset).expectedWait(trial)
    try expect(
      "how long the app waits for its background runs", scheduler.submitted.map { $0.earliestBegin - clock.now.offset },
      equals: [.seconds(wait)])
  }
}

extension Generator where Value == AppUses {
  static let appUses = Generator { source in
    // Mostly at the same hour of another day.
    let pause = Generator<Int>.frequency((2, .constant(1_440)), (2, .int(in: 1...4_000)))
    let notesBefore = try source(.frequency((9, .int(in: 0...2)), (1, .int(in: 497...501))))
    let more = try source(.frequency((12, .constant(0)), (6, .int(in: 2...40)), (1, .int(in: 496...504))))
    // Not beside so many notes that it would take the place of one.
    let clutter = notesBefore + more > 400 ? .constant(nil) : Generator<String?>.element(of: [nil, nil, "f", "x", "fx", "-", "b1e"])
    return AppUses(
      pauses: try source(.array(of: pause, count: 0...5)), more: more, rest: try source(.int(in: 0...3_000)),
      utcOffset: try source(.element(of: [0, 3_600, -18_000, 20_700])), notesBefore: notesBefore, clutter: try source(clutter),
      isInstalledAgain: try source(.int(in: 0...5)) == 0)
  }
}

/// Asks for no run unless it may.
private final class UnscheduledManager: BackgroundTaskManaging {
  private let base: any BackgroundTaskManaging
  private let asks: Bool
  init(base: any BackgroundTaskManaging, asks: Bool) { (self.base, self.asks) = (base, asks) }
  func scheduleAll() { if asks { base.scheduleAll() } }
}
