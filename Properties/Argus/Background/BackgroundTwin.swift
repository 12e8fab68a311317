import ArgusReference
import PropertyTesting

/// A second set of rules for background tasks: which run is current, and whether a launch is open.
struct BackgroundTwin: BackgroundStateMachine {
  enum Defect: String, CaseIterable, Sendable {
    // The limit.
    case letsTheBodyWrite = "reports a timeout and lets the body go on writing"
    case letsTheBodyRun = "reports a timeout and does not cancel the body"
    case timesOutAfterTheEnd = "reports a timeout although the body has ended"
    case takesTheLateResult = "reports the late result of a body that timed out"
    case reportsATimeoutAsFailure = "reports a timeout as a failure"
    case stopsForGood = "takes no launch after a timeout"
    // The end.
    case completesTwice = "tells the system of success when an expired body ends"
    case completesWithSuccess = "tells the system of success at the expiration"
    case doesNotReschedule = "asks for no next run after an expiration"
    case reschedulesTwice = "asks for the next run when it is launched and when it ends"
    case ignoresExpirationWhileWaiting = "ignores an expiration while it waits"
    case writesOnAfterExpiration = "lets the body go on writing after an expiration"
    case doesNotScheduleAfterFailure = "asks for no next run after a failure"
    // The needs.
    case ignoresPower = "begins without the power it needs"
    case ignoresTheNetwork = "begins without the network it needs"
    case dropsInsteadOfDeferring = "gives the launch up if something is missing"
    case neverLooksAgain = "looks at its needs only when it is launched"
    case runsOnWithoutNetwork = "goes on when it loses the network"
    case stopsWithoutPower = "ends when it loses the power"
    case givesUpWithoutNetwork = "gives the launch up when it loses the network"
  }

  static let twin = Twin<ArgusSystem, Defect>("BackgroundTwin") { system, defect in
    system.parts.makeBackgroundMachine = { BackgroundTwin(needs: $0, defect: defect) }
  }

  private let needs: TaskNeeds
  private let defect: Defect?
  private var isOpen = false
  private var current: Int?
  private var runs = 0
  private var last: BackgroundOutcome?

  init(needs: TaskNeeds, defect: Defect?) {
    self.needs = needs
    self.defect = defect
  }

  mutating func handle(_ event: BackgroundEvent, _ conditions: DeviceConditions.Values) -> [BackgroundEffect] {
    switch event {
    case .launched:
      if isOpen || (defect == .stopsForGood && last == .timedOut) { return [] }
      isOpen = true
      let next: [BackgroundEffect] = defect == .reschedulesTwice ? [.scheduleNext] : []
      if defect == .dropsInsteadOfDeferring && !isMet(conditions) { return finish(.failed) }
      return next + begin(conditions)
    case .conditionsChanged:
      guard let run = current else { return isOpen && defect != .neverLooksAgain ? begin(conditions) : [] }
      let loses = needs.network && !conditions.isOnline && defect != .runsOnWithoutNetwork
      let losesPower = defect == .stopsWithoutPower && needs.externalPower && !conditions.hasExternalPower
      guard loses || losesPower else { return [] }
      current = nil
      return stop(run) + (defect == .givesUpWithoutNetwork ? finish(.failed) : [])
    case .ended(let run, let succeeded):
      // The timer is stopped by the closing.
      let closing: [BackgroundEffect] = defect == .timesOutAfterTheEnd ? [] : [.close(run: run)]
      if run == current { return closing + finish(succeeded ? .succeeded : .failed) }
      if !isOpen && defect == .completesTwice && last == .expired && succeeded { return [.complete(success: true), .scheduleNext] }
      if !isOpen && defect == .takesTheLateResult && last == .timedOut { return [.report(succeeded ? .succeeded : .failed)] }
      return []
    case .limitReached(let run):
      if run == current { return stop(run, atLimit: true) + finish(.timedOut) }
      return defect == .timesOutAfterTheEnd && !isOpen && run == runs ? [.report(.timedOut)] : []
    case .expired:
      guard isOpen else { return [] }
      if current == nil && defect == .ignoresExpirationWhileWaiting { return [] }
      let stopping = current.map { stop($0, atExpiration: true) } ?? []
      return stopping + finish(.expired)
    }
  }

  private func isMet(_ conditions: DeviceConditions.Values) -> Bool {
    let network = !needs.network || conditions.isOnline || defect == .ignoresTheNetwork
    let power = !needs.externalPower || conditions.hasExternalPower || defect == .ignoresPower
    return network && power
  }

  private mutating func begin(_ conditions: DeviceConditions.Values) -> [BackgroundEffect] {
    guard isMet(conditions) else { return [] }
    runs += 1
    current = runs
    return [.start(run: runs)]
  }

  private func stop(_ run: Int, atLimit: Bool = false, atExpiration: Bool = false) -> [BackgroundEffect] {
    if atLimit && defect == .letsTheBodyWrite { return [] }
    if atLimit && defect == .letsTheBodyRun { return [.close(run: run)] }
    if atExpiration && defect == .writesOnAfterExpiration { return [.cancel(run: run)] }
    return [.cancel(run: run), .close(run: run)]
  }

  private mutating func finish(_ outcome: BackgroundOutcome) -> [BackgroundEffect] {
    isOpen = false
    current = nil
    last = outcome
    let success = outcome == .succeeded || (outcome == .expired && defect == .completesWithSuccess)
    let schedules = !(outcome == .expired && defect == .doesNotReschedule)
      && !(outcome == .failed && defect == .doesNotScheduleAfterFailure)
    let reported = outcome == .timedOut && defect == .reportsATimeoutAsFailure ? BackgroundOutcome.failed : outcome
    return [.complete(success: success)] + (schedules ? [.scheduleNext] : []) + [.report(reported)]
  }
}
