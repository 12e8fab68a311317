import CountMeReference
import DeterministicScheduling
import PropertyTesting
import StorageContract
import StorageFaults

/// Claims about the whole app, over sessions of everything that happens to two devices of one user.
public enum AppProperties: PropertyGroup {
  public static let all: [Property<CountMeSystem>] = [alwaysWorks, nothingIsLost, devicesAgree, corruptedAreSkipped]

  static let alwaysWorks = Requirement<CountMeSystem>(
    "CM-APP-01", "The App Always Works",
    says: """
      Whether server and network work, are missing, fail or lose answers, whatever the clock and the time zone say, the user \
      reads and writes. An invalid value or a full disk refuses the edit, says so and changes nothing. The goal is that of \
      today's log.
      """,
    covers: "004 Error Handling", "5.3", of: "CountMeApp", needs: [.storage, .concurrency, .virtualTime],
    mustCatch: [.asksTheServerOnce, .defaultsTheGoal]
  ).holds(
    of: AppMachine.operational, commands: AppMachine.commandCount, scheduled: .mixed,
    requiring: [
      "acts while the server is away": 0.2, "is refused by a full disk": 0.1, "its day changes": 0.06,
      "makes a second log": 0.02, "clocks change in the night": 0.1, "comes back with something to send": 0.05,
    ],
    making: { try await AppDriver($0) }, tearDown: { try await $0.close() })

  static let nothingIsLost = Requirement<CountMeSystem>(
    "CM-APP-02", "Nothing Acknowledged Is Lost",
    says: """
      Every change that the app acknowledged is there after kills at any commit, launches, restarts of the device and \
      passes, until a later change replaces it. If any one call of the store or of the server fails inside an edit or a \
      pass, the edit took effect as a whole or not at all, and the app says so; the next pass sends the rest.
      """,
    covers: "004 Error Handling", "8.1", "8.4", of: "CountMeApp", needs: [.storage, .concurrency, .virtualTime],
    mustCatch: [.losesUnflushedEntries, .asksTheServerOnce]
  ).holds(
    of: AppMachine.kept, commands: AppMachine.commandCount, scheduled: .mixed,
    requiring: [
      "is killed before a change is stored": 0.2, "is killed after a change is stored": 0.25, "is killed in a pass": 0.13,
      "an edit fails at each of its calls": 0.18, "a pass fails at each of its calls": 0.13,
      "is launched again with something to send": 0.14, "a pass is cancelled": 0.1,
    ],
    making: { try await AppDriver($0) }, tearDown: { try await $0.close() })

  static let devicesAgree = Requirement<CountMeSystem>(
    "CM-APP-03", "Devices Agree When All Is Quiet",
    says: """
      Whatever both devices did to the same entries, one after the other or at once, while network and server came and went: \
      once both are back, the server has every last change and both devices show the same. Each pass sends what is \
      queued, and a change that the server knows already never undoes a later one.
      """,
    covers: "004 Architecture", "7.1", "8.4", of: "CountMeApp", needs: [.storage, .concurrency, .virtualTime],
    mustCatch: [.queuesOneOperation], SyncEngineTwin.twin.faults(.stopsAtTheFirstFailure)
  ).holds(
    of: AppMachine.converging, commands: AppMachine.commandCount, scheduled: .mixed,
    requiring: [
      "both devices change one entry at once": 0.12, "edits beside a pass": 0.25, "acts while the server is away": 0.17,
      "comes back with something to send": 0.1, "changes what the other device has changed": 0.015,
    ],
    making: { try await AppDriver($0) }, tearDown: { try await $0.close() })

  static let corruptedAreSkipped = Requirement<CountMeSystem>(
    "CM-APP-04", "Corrupted Documents Are Skipped and Said",
    says: """
      If a document of the server has a field out of its range, of another type or missing, a bad ingredient or another \
      id, the app skips it, keeps what it had, and notes the document and the field. All other documents arrive, and the \
      next valid document is taken.
      """,
    covers: "6.1", "6.5", "6.8", "004 Error Handling", of: "CountMeApp", needs: [.storage, .concurrency, .virtualTime],
    mustCatch: [.readsAnyFood, .readsMealsWithoutTheirLastIngredient]
  ).holds(
    of: AppMachine.reading, commands: AppMachine.commandCount, scheduled: .mixed,
    requiring: [
      "a row does not read, and others do": 0.04, "skips a corrupted document": 0.08, "keeps what it had of a corrupted document": 0.06,
    ],
    making: { try await AppDriver($0) }, tearDown: { try await $0.close() })
}

// Mistakes in the parts, which the app shows. More are in Properties/CountMe-App.edits.
extension Fault<CountMeSystem> {
  static let asksTheServerOnce = Fault("asksTheServerOnce", "gives up a download at the first failure") { countMe in
    countMe.retry = { _, _, operation in try await operation() }
  }

  static let losesUnflushedEntries = Fault(
    "losesUnflushedEntries", "stores over a backend that loses acknowledged writes (BF-9)"
  ) { countMe in
    let place = AnyStoreLocation(open: countMe.openStore).with(.losesUnflushedWrites)
    countMe.openStore = { try await place.open() }
  }

  static let queuesOneOperation = Fault("queuesOneOperation", "opens its queue with a cap of one") { countMe in
    let open = countMe.openSyncEngine
    countMe.openSyncEngine = { setup in
      var setup = setup
      setup.maxQueueSize = 1
      return try await open(setup)
    }
  }

  static let readsAnyFood = Fault("readsAnyFood", "reads food from a document without a look at its ranges") { countMe in
    let read = countMe.foodItemFromFirestore
    countMe.foodItemFromFirestore = { try read($0.merging(["name": .string("?"), "calories": .double(0)]) { _, new in new }) }
  }

  static let readsMealsWithoutTheirLastIngredient = Fault(
    "readsMealsWithoutTheirLastIngredient", "reads a meal without its last ingredient"
  ) { countMe in
    let read = countMe.customMealFromFirestore
    countMe.customMealFromFirestore = { data in
      guard case .array(let parts)? = data["ingredients"] else { return try read(data) }
      return try read(data.merging(["ingredients": .array(parts.dropLast())]) { _, new in new })
    }
  }
}
