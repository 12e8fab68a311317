import ArgusReference
import DeterministicScheduling
import PropertyTesting

/// Claims about the whole app, over sessions of everything that happens to two devices of one user.
public enum AppProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [alwaysOperational, nothingIsLost, devicesAgree, nothingTwice]

  static let alwaysOperational = Requirement<ArgusSystem>(
    "ARG-APP-01", "The App Always Works",
    says: """
      Whether cloud and network are there, fail, hang or lose answers, whoever signs in or out: from the launch on the user \
      reads and writes, and is refused nothing but what the migration's modal keeps from them.
      """,
    covers: "002 Graceful Degradation Pattern", "002 One-Time Migration Architecture", of: "ArgusApp", needs: [.storage, .concurrency],
    mustCatch: [
      .failsWithTheCloud, .waitsForTheCloud, .beginsEmptyWithoutTheCloud, .writesOnlyWithTheCloud, .letsTheUserInDuringTheMigration,
      .staysBlocked, .refusesWritesOffline, .migratesAtEachLaunch,
    ]
  ).holds(
    of: AppMachine.operational, commands: AppMachine.commandCount, scheduled: .mixed,
    requiring: [
      "acts while the cloud is away": 0.3, "is refused during the migration": 0.12, "the migration is interrupted": 0.05,
      "the cloud comes back": 0.3,
    ],
    making: { try await AppSession($0, $1) }, tearDown: { try await $0.close() })

  static let nothingIsLost = Requirement<ArgusSystem>(
    "ARG-APP-02", "Nothing Acknowledged Is Lost",
    says: """
      What the app said was done is there after kills at any commit, launches, interrupted migrations, refreshes and exchanges \
      with the cloud, until somebody does something later. What was killed has happened as a whole or not at all.
      """,
    covers: "002 Transaction Management", "002 One-Time Migration Flow", of: "ArgusApp", needs: [.storage, .concurrency],
    mustCatch: [
      .keepsPendingInMemory, .forgetsMarksAtARefresh, .acknowledgesBeforeItWrites, .migratesAtEachLaunch, .over(.losesUnflushedWrites),
      .fetchesBeforeItSends, .marksOverTheStale, .opensInTwoCommits,
    ]
  ).holds(
    of: AppMachine.kept, commands: AppMachine.commandCount, scheduled: .mixed,
    requiring: [
      "is killed before a change is stored": 0.3, "is killed after a change is stored": 0.25,
      "is launched again with something to send": 0.05, "the migration is interrupted": 0.03,
    ],
    making: { try await AppSession($0, $1) }, tearDown: { try await $0.close() })

  static let devicesAgree = Requirement<ArgusSystem>(
    "ARG-APP-03", "Devices Agree When All Is Quiet",
    says: """
      Whatever both devices did to the same articles, with the network and the cloud coming and going: once these are there and \
      time has passed, the cloud has everything and both devices show the same. An app that is launched or comes before the user \
      asks the cloud for what is new.
      """,
    covers: "002 Architecture Overview item 5", of: "ArgusApp", needs: [.storage, .concurrency],
    mustCatch: [
      .staysSilentAfterwards, .neverTriesAgain, .prefersTheRemote, .letsEditsReviveTheDeleted,
      .mergesWholeArticles, .doesNotSendDeletions, .doesNotSendMarks, .forgetsWhereItWas,
      .asksNobodyAtALaunch, .asksNobodyForTheUser,
    ]
  ).holds(
    of: AppMachine.converging, commands: AppMachine.commandCount, scheduled: .mixed,
    requiring: [
      "changes what the other device has changed": 0.03, "acts while the cloud is away": 0.2, "the cloud comes back": 0.2,
      "migrates": 0.15,
    ],
    making: { try await AppSession($0, $1) }, tearDown: { try await $0.close() })

  static let nothingTwice = Requirement<ArgusSystem>(
    "ARG-APP-04", "The User Is Told Everything Once",
    says: """
      Each important article raises one notification on a device, ever; each background refresh with news one notice with \
      their number; each change of the storage mode one. Outages, launches, kills and refreshes that bring it again raise none.
      """,
    covers: "002 Communication Patterns", "002 Graceful Degradation Pattern", of: "ArgusApp", needs: [.storage, .concurrency],
    mustCatch: [
      .pushesAgain, .pushesWhatWasSeen, .pushesNothing, .tellsInTheForeground, .tellsOfFailures, .countsWhatWasFetched,
      .forgetsWhomItTold, .tellsOfEachCheck,
    ]
  ).holds(
    of: AppMachine.told, commands: AppMachine.commandCount, scheduled: .mixed,
    requiring: [
      "an important article comes": 0.4, "news come in the background": 0.3, "is killed after a change is stored": 0.15,
    ],
    making: { try await AppSession($0, $1) }, tearDown: { try await $0.close() })
}
