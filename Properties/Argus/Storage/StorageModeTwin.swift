import ArgusReference
import PropertyTesting

/// A second set of rules for the storage mode, which plans instants instead of phases.
struct StorageModeTwin: StorageModeStateMachine {
  enum Defect: String, CaseIterable, Sendable {
    // Start.
    case startsLocal = "always starts local"
    case startsInTheCloud = "always starts in the cloud"
    // What the app is told.
    case startsUnannounced = "starts local and does not tell the app"
    case leavesUnannounced = "goes local and does not tell the app"
    case returnsUnannounced = "returns to the cloud and does not tell the app"
    // Notices.
    case tellsOfEveryFailure = "tells the user of every failed recovery"
    case doesNotTellOfTheRecovery = "does not tell the user that the cloud is back"
    case tellsAtTheStart = "tells the user of the mode that it starts in"
    case tellsAgain = "tells the user again at each health change while it is local"
    // The timer.
    case triesOnce = "plans no further recovery after one that failed"
    case triesInTheCloud = "goes on looking for the cloud every quarter of an hour when it is back"
    case triesEveryHour = "tries every hour"
    case overlaps = "begins another recovery while one runs"
    case plansFromTheBeginning = "counts the quarter of an hour from the beginning of a recovery"
    // Events.
    case waitsForTheTimer = "ignores the system's events"
    case triesAtNetworkLoss = "tries to recover when the network goes"
    case startsOneForEachEvent = "begins a recovery for each event of a burst"
    case ignoresTheAccountInTheCloud = "does not look for the cloud when the account changes"
    case leavesAtAccountChange = "goes local whenever the account changes"
    case triesAtNetworkInTheCloud = "looks for the cloud when the network comes although it uses it"
    // Health.
    case returnsWithoutRecovery = "returns to the cloud as soon as it is healthy, with nothing sent"
    case believesFailedRecoveries = "returns to the cloud after a failed recovery"
  }

  static let twin = Twin<ArgusSystem, Defect>("StorageModeTwin") { system, defect in
    system.parts.makeStorageModes = { StorageModeTwin(decide: $0, defect: defect) }
  }

  private(set) var mode = StorageMode.local
  private let decide: @Sendable (CloudHealth, StorageMode) -> StorageMode
  private let defect: Defect?
  private var running = 0
  private var isChecking = false
  private var next: Duration?

  init(decide: @escaping @Sendable (CloudHealth, StorageMode) -> StorageMode, defect: Defect?) {
    self.decide = decide
    self.defect = defect
  }

  private var period: Duration { defect == .triesEveryHour ? .seconds(3_600) : .seconds(900) }

  mutating func handle(_ event: StorageModeEvent, at now: Duration) -> [StorageModeEffect] {
    switch event {
    case .started(let isAvailable):
      let isThere = defect == .startsLocal ? false : defect == .startsInTheCloud ? true : isAvailable
      mode = isThere ? .cloud : .local
      let notice: [StorageModeEffect] = defect == .tellsAtTheStart ? [.tell(mode)] : []
      let isSilent = !isThere && defect == .startsUnannounced
      return (isSilent ? [] : [.enter(mode)]) + notice + (isThere ? [] : plan(now))
    case .healthChanged(let health):
      switch (mode, decide(health, mode)) {
      case (.cloud, .local): return enter(.local, now)
      case (.local, .cloud): return defect == .returnsWithoutRecovery ? enter(.cloud, now) : recover(now)
      case (.local, .local): return defect == .tellsAgain ? [.tell(.local)] : []
      default: return []
      }
    case .looked:
      guard let next, now >= next else { return [] }
      if mode == .cloud { return [.check] + plan(now) }
      return recover(now)
    case .networkLost:
      return defect == .triesAtNetworkLoss && mode == .local ? recover(now) : []
    case .networkAvailable:
      if mode == .cloud { return defect == .triesAtNetworkInTheCloud ? [.check] : [] }
      return defect == .waitsForTheTimer ? [] : recover(now, forEvent: true)
    case .accountChanged:
      if defect == .waitsForTheTimer { return [] }
      if mode == .local { return recover(now, forEvent: true) }
      if defect == .leavesAtAccountChange { return enter(.local, now) }
      if isChecking || defect == .ignoresTheAccountInTheCloud { return [] }
      isChecking = true
      return [.check]
    case .attemptEnded(let succeeded):
      running -= 1
      guard mode == .local else { return [] }
      if succeeded || defect == .believesFailedRecoveries { return enter(.cloud, now) }
      if defect == .triesOnce || defect == .plansFromTheBeginning { return [] }
      return (defect == .tellsOfEveryFailure ? [.tell(.local)] : []) + plan(now)
    case .checked(let isAvailable):
      isChecking = false
      return mode == .cloud && !isAvailable ? enter(.local, now) : []
    }
  }

  private mutating func enter(_ new: StorageMode, _ now: Duration) -> [StorageModeEffect] {
    mode = new
    let notice: [StorageModeEffect] = new == .cloud && defect == .doesNotTellOfTheRecovery ? [] : [.tell(new)]
    let isSilent = defect == (new == .cloud ? .returnsUnannounced : .leavesUnannounced)
    let enter: [StorageModeEffect] = isSilent ? [] : [.enter(new)]
    if new == .cloud && defect != .triesInTheCloud {
      next = nil
      return enter + notice
    }
    return enter + notice + plan(now)
  }

  private mutating func plan(_ now: Duration) -> [StorageModeEffect] {
    next = now + period
    return [.wake(at: now + period)]
  }

  private mutating func recover(_ now: Duration, forEvent: Bool = false) -> [StorageModeEffect] {
    let mayOverlap = defect == .overlaps || (defect == .startsOneForEachEvent && forEvent)
    guard running == 0 || mayOverlap else { return [] }
    running += 1
    next = nil
    return [.attempt] + (defect == .plansFromTheBeginning ? plan(now) : [])
  }
}
