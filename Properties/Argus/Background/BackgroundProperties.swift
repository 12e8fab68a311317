import ArgusReference
import DeterministicScheduling
import Foundation
import PropertyTesting
import StorageContract

/// Work in the background: its limits, its end, its needs and its time.
public enum BackgroundProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [limitsHold, endsOnce, needsGate, followsActivity]

  // Feature: argus-system-patterns, Property 26: Timed-out background work is cancelled and reported
  static let limitsHold = Requirement<ArgusSystem>(
    "ARG-26", "Timed-out background work is cancelled and reported",
    says: """
      A task that takes longer than its limit is cancelled and reported once as timed out; nothing that it writes later \
      takes effect, even if it takes no notice, and its next launch runs. A task within its limit ends as it will, and nobody \
      waits for its limit any more.
      """,
    covers: "002 Background Processing", of: "BackgroundTaskManager", needs: [.virtualTime, .concurrency],
    mustCatch: [.takesMinutesForSeconds, .allowsAnotherSecond, .cutsTheLimit, .waitsForLimitsOfTheEnded]
  ).holds(
    of: BackgroundMachine.machine.keeping(
      BackgroundMachine.outcomes, BackgroundMachine.written, BackgroundMachine.starts, BackgroundMachine.cancelled,
      BackgroundMachine.timers, BackgroundMachine.times),
    commands: 0...16, scheduled: .mixed,
    requiring: [
      "a task succeeds": 0.2, "a task times out": 0.2, "a stubborn task times out": 0.1, "is launched again after a timeout": 0.1,
    ],
    making: { BackgroundDriver($0, store: try await MemoryBackend().makeLocation().open()) },
    tearDown: { try await $0.close() })

  // Feature: argus-system-patterns, Property 27: Expiration and cancellation end a task once and reschedule it
  static let endsOnce = Requirement<ArgusSystem>(
    "ARG-27", "Expiration and cancellation end a task once and reschedule it",
    says: """
      However a background launch ends, the app tells the system once, as success or failure, and asks once for the next run, \
      after the planned wait and with what the task needs. If the system ends the task early, the app cancels the task, and the \
      store holds only complete batches. If it ends a launch that is over, nothing happens to the next one.
      """,
    covers: "002 Background Processing", of: "BackgroundTaskManager", needs: [.storage, .virtualTime, .concurrency],
    mustCatch: [.asksForTheNextRunAtOnce, .over(.keepsFirstWriteOnRollback)]
  ).holds(
    of: BackgroundMachine.machine.keeping(
      BackgroundMachine.completions, BackgroundMachine.requests, BackgroundMachine.pending, BackgroundMachine.begins,
      BackgroundMachine.outcomes, BackgroundMachine.cancelled, BackgroundMachine.written),
    commands: 0...16, scheduled: .mixed,
    requiring: [
      "expires while it runs": 0.1, "expires while it waits": 0.08, "expires when it is over": 0.1,
      "expires in the middle of a batch": 0.05, "the launch before expires": 0.01,
    ],
    making: { BackgroundDriver($0, store: try await $0.openStore()) }, tearDown: { try await $0.close() })

  // Feature: argus-system-patterns, Property 28: Network and power requirements gate tasks
  static let needsGate = Requirement<ArgusSystem>(
    "ARG-28", "Network and power requirements gate tasks",
    says: """
      A task starts at the first moment at or after its launch at which it has the network and the power that it needs. \
      If it loses a network that it needs, the run ends, and the task starts again when the network returns. Power \
      matters only at the start.
      """,
    covers: "002 Background Processing", of: "BackgroundTaskManager", needs: [.virtualTime, .concurrency],
    mustCatch: [
      Fault("ignoresPower", "begins without the power it needs") { system in
        system.parts.makeBackgroundMachine = { BackgroundTaskMachine(needs: TaskNeeds(network: $0.network, externalPower: false)) }
      }
    ]
  ).holds(
    of: BackgroundMachine.machine.keeping(BackgroundMachine.starts, BackgroundMachine.outcomes, BackgroundMachine.cancelled),
    commands: 0...16, scheduled: .mixed,
    requiring: [
      "waits for what it needs": 0.2, "begins when its needs are met": 0.08, "loses the network while it runs": 0.1,
      "goes on without power": 0.05,
    ],
    making: { BackgroundDriver($0, store: try await MemoryBackend().makeLocation().open()) },
    tearDown: { try await $0.close() })

  // Feature: argus-system-patterns, Property 29: Scheduling follows user activity
  static let followsActivity = Requirement<ArgusSystem>(
    "ARG-29", "Scheduling follows user activity",
    says: """
      The app plans the next background run one hour before the local hour in which the user opened the app most often \
      in the last 14 days (the earliest of several), but at least 15 minutes ahead. Without any use, the run is one hour \
      ahead. A shift of all times by whole days changes nothing.
      """,
    covers: "002 Background Processing", of: "BackgroundTaskManager", needs: [.virtualTime],
    mustCatch: [
      .plansInThePast, .countsBackgroundLaunches, .plansInUTC, .remembersForEver, .plansAtTheUsualHour, .plansForTheRarest,
      .waitsADayWithoutUses, .takesTheLatestOfSeveral,
    ]
  ).holds(
    forAll: .activity,
    requiring: [
      "the user has a usual hour": 0.4, "no use counts": 0.1, "it would be too soon": 0.02, "a background launch is left out": 0.2,
      "an old use is left out": 0.2, "several hours are as usual": 0.04,
    ]
  ) { activity, system, trial in
    let found = system.parts.planBackground(activity.entries, activity.now, activity.utcOffset)
    try expect("wait", found, equals: .seconds(activity.expectedWait(trial)))
    // To before the reference date as well.
    for days in [-10_000, 1] {
      try expect(
        "wait, \(days) days later", system.parts.planBackground(
          activity.entries.map { ActivityEntry(date: $0.date + Double(days * 86_400), isForeground: $0.isForeground) },
          activity.now + Double(days * 86_400), activity.utcOffset), equals: found)
    }
  }
}

// What ARG-26 and ARG-29 must catch.
extension Fault<ArgusSystem> {
  static let takesMinutesForSeconds = limit("takesMinutesForSeconds", "treats the limit as minutes") { $0 * 60 }
  static let allowsAnotherSecond = limit("allowsAnotherSecond", "allows a second more than the limit") { $0 + .seconds(1) }
  static let cutsTheLimit = limit("cutsTheLimit", "cancels ten seconds before the limit") { $0 - .seconds(10) }

  static let waitsForLimitsOfTheEnded = Fault("waitsForLimitsOfTheEnded", "waits for the limit of a run that has ended") { system in
    system.parts.makeBackgroundManager = changingSetup(of: system.parts.makeBackgroundManager) { setup in
      setup.time = setup.time.endingNoWaitEarly
    }
  }

  static let asksForTheNextRunAtOnce = Fault("asksForTheNextRunAtOnce", "asks for the next run at once") { system in
    system.parts.makeBackgroundManager = changingSetup(of: system.parts.makeBackgroundManager) { setup in
      let delay = setup.nextDelay
      setup.nextDelay = { .zero * (delay() > .zero ? 1 : 0) }
    }
  }

  private static func limit(_ id: String, _ fact: String, _ change: @escaping @Sendable (Duration) -> Duration) -> Fault {
    Fault(id, fact) { system in
      system.parts.makeBackgroundManager = changingSetup(of: system.parts.makeBackgroundManager) { setup in
        for place in setup.tasks.indices { setup.tasks[place].limit = change(setup.tasks[place].limit) }
      }
    }
  }

  static let plansInThePast = plan("plansInThePast", "plans an immediate run if the time has just passed") { log, now, offset in
    let wait = ActivityPlanner.delay(after: log, now: now, utcOffsetSeconds: offset)
    return wait > .seconds(82_800) ? wait - .seconds(86_400) : wait
  }

  static let countsBackgroundLaunches = plan("countsBackgroundLaunches", "counts the app's own background launches") {
    ActivityPlanner.delay(
      after: $0.map { ActivityEntry(date: $0.date, isForeground: true) }, now: $1, utcOffsetSeconds: $2)
  }

  static let plansInUTC = plan("plansInUTC", "uses the hours of UTC instead of the user's") { log, now, _ in
    ActivityPlanner.delay(after: log, now: now, utcOffsetSeconds: 0)
  }

  static let remembersForEver = plan("remembersForEver", "counts uses of any age") { log, now, offset in
    let day = 86_400.0
    let recent = log.map { entry in
      let age = now.timeIntervalSince(entry.date)
      return ActivityEntry(date: now - (age >= 0 ? age.truncatingRemainder(dividingBy: day) : age), isForeground: entry.isForeground)
    }
    return ActivityPlanner.delay(after: recent, now: now, utcOffsetSeconds: offset)
  }

  static let plansAtTheUsualHour = plan("plansAtTheUsualHour", "plans the run at the usual hour, not an hour before") {
    ActivityPlanner.delay(after: $0, now: $1 - 3_600, utcOffsetSeconds: $2)
  }

  static let plansForTheRarest = plan("plansForTheRarest", "treats the hour of the last use as the usual one") { log, now, offset in
    let last = log.filter { $0.isForeground && $0.date <= now }.max { $0.date < $1.date }
    return ActivityPlanner.delay(after: last.map { [$0] } ?? [], now: now, utcOffsetSeconds: offset)
  }

  static let waitsADayWithoutUses = plan("waitsADayWithoutUses", "waits for a day if there are no uses") {
    let wait = ActivityPlanner.delay(after: $0, now: $1, utcOffsetSeconds: $2)
    return $0.contains(where: \.isForeground) ? wait : .seconds(86_400)
  }

  static let takesTheLatestOfSeveral = plan("takesTheLatestOfSeveral", "takes the latest of several usual hours") {
    log, now, offset in
    // The clock runs backwards: the earliest hour is then the latest.
    var waits: [Duration: Int] = [:]
    for hour in 0..<24 {
      let one = log.filter { $0.isForeground && (Int($0.date.timeIntervalSinceReferenceDate) + offset + 864_000_000) % 86_400 / 3_600 == hour }
      let recent = one.filter { 0...1_209_600 ~= now.timeIntervalSince($0.date) }
      if !recent.isEmpty { waits[ActivityPlanner.delay(after: recent, now: now, utcOffsetSeconds: offset)] = recent.count * 24 + hour }
    }
    return waits.max { $0.value < $1.value }?.key ?? .seconds(3_600)
  }

  private static func plan(
    _ id: String, _ fact: String, _ plan: @escaping @Sendable ([ActivityEntry], Date, Int) -> Duration
  ) -> Fault {
    Fault(id, fact) { $0.parts.planBackground = plan }
  }
}
