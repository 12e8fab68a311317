import PersonalOSReference
import PropertyTesting

/// Claims about the whole app, over sessions of everything that can be done with it.
public enum AppProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = [
    nothingReadable, nothingLost, failuresShownOnce, nothingAfterCancellation, everyPartWorks,
  ]

  static let nothingReadable = Requirement<PersonalOSSystem>(
    "POS-APP-01", "Nothing sensitive lies on the disk",
    says: """
      Wherever app or device stops, the raw bytes of store, keychain and backups show no note of a trade or project, nor \
      one from an older version. The app still reads the notes. Before the device's first unlock it does not start if \
      there is encrypted data, and says so once. No key outlives a deletion of all data, no two values have one nonce, \
      and only the data actor writes.
      """,
    covers: "4.2", "2.6", "3.1", of: "PersonalOSApp", needs: [.storage, .virtualTime]
  ).holds(
    of: AppModel.machine(AppDriver.sealed), requiring: [
      "a trade is stored": 0.5, "a project is annotated": 0.08, "projects with notes are synced": 0.05,
      "a backup with notes is made": 0.08, "an export with notes is imported": 0.03,
      "is killed before a change is stored": 0.2, "cannot start before the first unlock": 0.1,
      "everything is deleted": 0.05,
    ],
    making: { try await AppDriver($0, $1) }, tearDown: { try await $0.close() })

  static let nothingLost = Requirement<PersonalOSSystem>(
    "POS-APP-02", "Acknowledged data survives",
    says: """
      All data that the app acknowledged, including focus session and news, is there after kills, relaunches, \
      failures, migrations, imports and restored backups. A killed or failed operation takes effect completely or \
      not at all. After each step, ledger, assets and summary agree at the current prices. A deletion of all data \
      leaves only the user's own export.
      """,
    covers: "2.1", "2.5", "9.5", "11.3", of: "PersonalOSApp", needs: [.storage, .virtualTime],
    mustCatch: [.over(.losesUnflushedWrites), .over(.servesStaleReads)]
  ).holds(
    of: AppModel.machine(AppDriver.kept), requiring: [
      "is killed before a change is stored": 0.4, "is killed after a change is stored": 0.2,
      "a change fails in the store": 0.3, "a sale of too much is refused": 0.1, "a backup is restored": 0.04,
      "an export with notes is imported": 0.02, "a backup of an older layout is restored": 0.02,
      "is launched anew over trades": 0.2, "everything is deleted": 0.02,
      "what is held gets a price": 0.1, "earlier news are read": 0.02, "a focus session runs in the background": 0.02,
      "a clock is set back": 0.02,
    ],
    making: { try await AppDriver($0, $1) }, tearDown: { try await $0.close() })

  static let failuresShownOnce = Requirement<PersonalOSSystem>(
    "POS-APP-03", "Every failure is shown once",
    says: """
      If any part of the app refuses or fails, also because GitHub or the price feed is out of reach, the app shows \
      exactly one error and keeps the user's data. An operation that succeeds shows no error. Neither does news from \
      the cache or from demo items, nor a launch with intact data. An app that cannot start says why.
      """,
    covers: "6.1", "2.2", "11.2", of: "PersonalOSApp", needs: [.storage, .virtualTime]
  ).holds(
    of: AppModel.machine(AppDriver.told), requiring: [
      "a change fails in the store": 0.5, "a sale of too much is refused": 0.15,
      "cannot start before the first unlock": 0.1, "a server is out of reach": 0.3, "earlier news are read": 0.01,
    ],
    making: { try await AppDriver($0, $1) }, tearDown: { try await $0.close() })

  static let nothingAfterCancellation = Requirement<PersonalOSSystem>(
    "POS-APP-04", "Nothing happens after a cancellation",
    says: """
      If a view goes away before the change that it requested begins, or while a server is asked, nothing changes: not the \
      data, the screen or the focus session. The user sees no failure. If the view goes away later, even right after an import \
      or a restore, the change takes effect completely or not at all, and the screen shows the result. A change that is not \
      cancelled in time is done.
      """,
    covers: "19.1", "19.4", "19.5", of: "PersonalOSApp.start", needs: [.storage, .virtualTime],
    mustCatch: [.syncsInATaskOfItsOwn]
  ).holds(
    of: AppModel.machine(AppDriver.cancelled), requiring: [
      "is cancelled while a server is asked": 0.2, "a trade is cancelled": 0.4, "an import is cancelled": 0.03,
      "a view goes right after an import": 0.004, "a focus session is left as it was": 0.01,
    ],
    making: { try await AppDriver($0, $1) }, tearDown: { try await $0.close() })

  static let everyPartWorks = Requirement<PersonalOSSystem>(
    "POS-APP-05", "Every part does its work in the app",
    says: """
      The parts that sessions do not use work in one app: trade files, prices, holdings, scenes that share tasks and log, \
      failures named and retried, texts, the container, one clock. An app that cannot open a part says why. The log has \
      no API key. A server without its pinned key, valid when asked, is sent nothing; answers count by status. The \
      launch asks for consent first and warns once of a jailbreak.
      """,
    covers: "2.3", "6.1", "11.3", "4.1", "4.4", "4.5", "15.2", "15.3", of: "PersonalOSApp", needs: [.storage, .virtualTime],
    mustCatch: [.showsTextsOfAnotherSite]
  ).holds(forAll: .constant(true)) { _, system, _ in
    try await AppTour.expectKeysKeptFromTheLog(system)
    try await AppTour.expectUnopenedPartsShown(system)
    try await AppTour.expectAll(system)
  }
}
