import ArgusReference
import DeterministicScheduling
import PropertyTesting

/// Claims about the whole app, over sessions of everything that happens to two devices of one user.
public enum AppProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [alwaysOperational, nothingIsLost, devicesAgree, nothingTwice]

  static let alwaysOperational = Requirement<ArgusSystem>(
    "ARG-APP-01", "The App Always Works",
    says: """
      Whether cloud and network work, are missing, fail, hang or lose answers, and whoever signs in or out, the user can \
      read and write from the launch on. The app refuses only those actions that the migration's modal blocks, and those that \
      a failing store does not keep: these change nothing.
      """,
    covers: "002 Graceful Degradation Pattern", "002 One-Time Migration Architecture", of: "ArgusApp", needs: [.storage, .concurrency],
    mustCatch: [
      .failsWithTheCloud, .waitsForTheCloud, .beginsEmptyWithoutTheCloud, .writesOnlyWithTheCloud, .letsTheUserInDuringTheMigration,
      .refusesWritesOffline, .migratesAtEachLaunch,
    ]
  ).holds(
    of: AppMachine.operational, commands: AppMachine.commandCount, scheduled: .mixed,
    requiring: [
      "acts while the cloud is away": 0.3, "is refused during the migration": 0.12, "the migration is interrupted": 0.05,
      "the cloud comes back": 0.3, "a failing store refuses an action": 0.15, "an action survives a failing store": 0.2,
      "a clock is set back": 0.1,
    ],
    making: { try await AppDriver($0, $1) }, tearDown: { try await $0.close() })

  static let nothingIsLost = Requirement<ArgusSystem>(
    "ARG-APP-02", "Nothing Acknowledged Is Lost",
    says: """
      Every change that the app acknowledged is there after kills at any commit, launches, interrupted migrations, refreshes \
      and exchanges with the cloud, until a later change replaces it. An operation that was killed took effect completely or \
      not at all.
      """,
    covers: "002 Transaction Management", "002 One-Time Migration Flow", of: "ArgusApp", needs: [.storage, .concurrency],
    mustCatch: [
      .keepsPendingInMemory, .forgetsMarksAtARefresh, .migratesAtEachLaunch, .over(.losesUnflushedWrites),
      .fetchesBeforeItSends,
    ]
  ).holds(
    of: AppMachine.kept, commands: AppMachine.commandCount, scheduled: .mixed,
    requiring: [
      "is killed before a change is stored": 0.3, "is killed after a change is stored": 0.25,
      "is launched again with something to send": 0.05, "the migration is interrupted": 0.03,
    ],
    making: { try await AppDriver($0, $1) }, tearDown: { try await $0.close() })

  static let devicesAgree = Requirement<ArgusSystem>(
    "ARG-APP-03", "Devices Agree When All Is Quiet",
    says: """
      Whatever both devices did to the same articles while network and cloud came and went, once both are back and some time has \
      passed, the cloud has all changes and both devices show the same. When the app launches, comes to the foreground or \
      finds the network again, it asks the cloud for new changes.
      """,
    covers: "002 Architecture Overview item 5", of: "ArgusApp", needs: [.storage, .concurrency],
    mustCatch: [
      .staysSilentAfterwards, .prefersTheRemote, .letsEditsReviveTheDeleted,
      .mergesWholeArticles, .doesNotSendDeletions, .doesNotSendMarks, .forgetsWhereItWas,
    ]
  ).holds(
    of: AppMachine.converging, commands: AppMachine.commandCount, scheduled: .mixed,
    requiring: [
      "changes what the other device has changed": 0.03, "acts while the cloud is away": 0.2, "the cloud comes back": 0.2,
      "migrates": 0.15, "the network comes back": 0.2,
    ],
    making: { try await AppDriver($0, $1) }, tearDown: { try await $0.close() })

  static let nothingTwice = Requirement<ArgusSystem>(
    "ARG-APP-04", "The User Is Told Everything Once",
    says: """
      Each important article raises one notification on a device, ever. Each background refresh that brings news raises one \
      notice with their number, and each change of the storage mode raises one. Outages, launches, kills and repeated \
      refreshes raise none.
      """,
    covers: "002 Communication Patterns", "002 Graceful Degradation Pattern", of: "ArgusApp", needs: [.storage, .concurrency],
    mustCatch: [.tellsInTheForeground]
  ).holds(
    of: AppMachine.told, commands: AppMachine.commandCount, scheduled: .mixed,
    requiring: [
      "an important article comes": 0.4, "news come in the background": 0.3, "is killed after a change is stored": 0.15,
    ],
    making: { try await AppDriver($0, $1) }, tearDown: { try await $0.close() })
}

// Mistakes in how the app is put together. More are in Properties/Argus-App.edits.
extension Fault<ArgusSystem> {
  static let letsTheUserInDuringTheMigration = Fault(
    "letsTheUserInDuringTheMigration", "lets the user write before the migration has ended"
  ) { system in
    system.parts.makeOperations = changingSetup(of: system.parts.makeOperations) { $0.isBlocked = { false } }
  }

  static let migratesAtEachLaunch = Fault("migratesAtEachLaunch", "keeps its migration marks only in memory") { system in
    system.parts.makeMigration = changingSetup(of: system.parts.makeMigration) { setup in
      (setup.appSettings, setup.deviceSettings) = (.init(), .init())
    }
  }
}
