import ArgusReference
import DeterministicScheduling
import PropertyTesting

/// Where the app keeps its data, and how it finds back to the cloud.
public enum StorageModeProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [startFollowsTheCheck, oneNotice, periodicRecovery, eventsRecover]

  // Feature: argus-system-patterns, Property 19: Start mode follows the availability check
  static let startFollowsTheCheck = Requirement<ArgusSystem>(
    "ARG-19", "Start mode follows the availability check",
    says: """
      At each start, the app uses the cloud if the cloud says that it is available. Otherwise the app works locally, also if the \
      check fails or does not answer within five seconds. The mode of the last launch does not matter. The controller announces \
      each mode that it enters once.
      """,
    covers: "002 Graceful Degradation Pattern", of: "StorageModeController", needs: [.concurrency],
    mustCatch: [.remembersTheLastMode, .takesAnErrorForAvailable, .takesSilenceForAvailable]
  ).holds(
    of: ModeMachine.machine.keeping(ModeMachine.mode, ModeMachine.entered), commands: 0...16, scheduled: .mixed,
    requiring: [
      "starts in the cloud after it was local": 0.04, "starts local after it was in the cloud": 0.05,
      "starts without an answer": 0.02,
    ],
    making: { try await ModesDriver($0, $1) })

  // Feature: argus-system-patterns, Property 22: User is told once per important state change
  static let oneNotice = Requirement<ArgusSystem>(
    "ARG-22", "User is told once per important state change",
    says: """
      The app tells the user once when it goes local and once when it is back in the cloud. It does not tell the user at \
      the start, if the health changes without the mode, or if a recovery fails.
      """,
    covers: "002 Graceful Degradation", "Error Handling", of: "NotificationUtils, StorageModeController",
    needs: [.concurrency],
    mustCatch: [.doesNotTellOfTheRecovery]
  ).holds(
    of: ModeMachine.machine.keeping(ModeMachine.notices), commands: 0...20, scheduled: .mixed,
    requiring: ["goes local": 0.25, "flickers": 0.08, "recovers": 0.06],
    making: { try await ModesDriver($0, $1) })

  // Feature: argus-system-patterns, Property 23: Periodic background checks attempt recovery
  static let periodicRecovery = Requirement<ArgusSystem>(
    "ARG-23", "Periodic background checks attempt recovery",
    says: """
      While the app is local it tries to recover a quarter of an hour after it went local and after each attempt that \
      failed, one at a time, so that it is back a quarter of an hour after the cloud. In the cloud it tries nothing. It waits for \
      one recovery at most, for no check that has ended, and for nothing once it has ended.
      """,
    covers: "002 Graceful Degradation Pattern", of: "BackgroundTaskManager, StorageModeController",
    needs: [.virtualTime, .concurrency],
    mustCatch: [.waitsForOldRecoveries]
  ).holds(
    of: ModeMachine.machine.keeping(ModeMachine.checks, ModeMachine.mode, ModeMachine.overlap, ModeMachine.timers, ModeMachine.limits),
    commands: 0...20, scheduled: .mixed,
    requiring: ["the timer begins a recovery": 0.15, "recovers": 0.06, "tries again after a failure": 0.05],
    making: { try await ModesDriver($0, $1) })

  // Feature: argus-system-patterns, Property 24: System events trigger a recovery attempt
  static let eventsRecover = Requirement<ArgusSystem>(
    "ARG-24", "System events trigger a recovery attempt",
    says: """
      If the account changes or the network returns while the app is local, it starts one recovery at once, unless one \
      runs already. If the account changes while the app uses the cloud, it checks the cloud and goes local if the cloud \
      is gone. A lost network starts nothing.
      """,
    covers: "002 Error Handling", of: "StorageModeController", needs: [.virtualTime, .concurrency],
    mustCatch: [.triesAtNetworkLoss]
  ).holds(
    of: ModeMachine.machine.keeping(ModeMachine.checks, ModeMachine.mode, ModeMachine.overlap), commands: 0...20,
    scheduled: .mixed,
    requiring: [
      "an event begins a recovery": 0.2, "a burst begins one recovery": 0.06,
      "an event is served by a recovery that runs": 0.05, "the account goes": 0.03, "the account stays": 0.1,
    ],
    making: { try await ModesDriver($0, $1) })
}

// What ARG-19 and ARG-22 to ARG-24 must catch.
extension Fault<ArgusSystem> {
  static let waitsForOldRecoveries = Fault("waitsForOldRecoveries", "goes on waiting for a recovery that it has planned anew") {
    system in
    system.parts.makeStorageController = changingSetup(of: system.parts.makeStorageController) {
      $0.time = $0.time.endingNoWaitEarly
    }
  }

  static let doesNotTellOfTheRecovery = Fault(
    "doesNotTellOfTheRecovery", "does not tell the user that the cloud is back"
  ) { system in
    system.parts.makeStorageController = changingSetup(of: system.parts.makeStorageController) { setup in
      let tellUser = setup.tellUser
      setup.tellUser = { mode in if mode != .cloud { tellUser(mode) } }
    }
  }

  static let triesAtNetworkLoss = Fault("triesAtNetworkLoss", "tries to recover when the network goes") { system in
    system.parts.makeStorageController = changingSetup(of: system.parts.makeStorageController) { setup in
      setup.machine = HastyModes(machine: setup.machine)
    }
  }

  static let remembersTheLastMode = Fault("remembersTheLastMode", "starts in the mode in which it last ran") { system in
    let last = LastMode()
    system.parts.makeStorageController = changingSetup(of: system.parts.makeStorageController) { setup in
      let (isAvailable, entered) = (setup.isAvailable, setup.entered)
      setup.isAvailable = { if let mode = last.atStart { mode == .cloud } else { try await isAvailable() } }
      setup.entered = { mode in
        last.note(mode)
        entered(mode)
      }
      last.beginStart()
    }
  }

  static let takesAnErrorForAvailable = check("takesAnErrorForAvailable", "treats a failed check as available") { check in
    do { return try await check() } catch { return true }
  }

  static let takesSilenceForAvailable = check("takesSilenceForAvailable", "treats an unanswered check as available") {
    check in
    let (answers, answer) = AsyncStream.makeStream(of: Bool.self)
    Task { answer.yield((try? await check()) ?? false) }
    Task {
      try? await Task.sleep(for: .seconds(4))
      answer.yield(true)
    }
    for await first in answers { return first }
    return true
  }

  private static func check(
    _ id: String, _ fact: String,
    _ change: @escaping @Sendable (@escaping @Sendable () async throws -> Bool) async throws -> Bool
  ) -> Fault {
    Fault(id, fact) { system in
      system.parts.makeStorageController = changingSetup(of: system.parts.makeStorageController) { setup in
        let check = setup.isAvailable
        setup.isAvailable = { try await change(check) }
      }
    }
  }
}

/// Takes a network that goes for one that comes.
private struct HastyModes: StorageModeStateMachine {
  var machine: any StorageModeStateMachine

  var mode: StorageMode { machine.mode }

  mutating func handle(_ event: StorageModeEvent, at now: Duration) -> [StorageModeEffect] {
    machine.handle(event == .networkLost ? .networkAvailable : event, at: now)
  }
}
