import PersonalOSReference
import PlatformStandIns

/// Another throttle, with one defect: it keeps all that was ever sent. Without any it holds POS-61.
struct DefectiveThrottle: RequestThrottling {
  enum Defect: Sendable {
    case throttlesByTheCalendar, dropsWhatIsTooMuch, countsAnswersInsteadOfSends, throttlesOneEarly
    case keepsTheSlotsOfCancelledRequests, letsTheNewestGoFirst, throttlesByAClockThatGoesBack
    case forgetsToWakeAfterACancellation, setsATimerForEachRequest
  }

  let limits: ThrottleLimits
  let defect: Defect?
  private var counted: [Duration] = []
  private var waiting: [Int] = []
  private var cancelled: Set<Int> = []
  private var latest = Duration.zero
  private var isToBeWoken = false
  private var ignoresWakes = false

  init(_ limits: ThrottleLimits, _ defect: Defect?) {
    self.limits = limits
    self.defect = defect
  }

  mutating func handle(_ event: ThrottleEvent, at now: Duration) -> [ThrottleEffect] {
    latest = defect == .throttlesByAClockThatGoesBack ? now : max(latest, now)
    switch event {
    case .asked(let request):
      if defect == .dropsWhatIsTooMuch, slot > latest { return [] }
      waiting.append(request)
    case .cancelled(let request):
      if defect == .keepsTheSlotsOfCancelledRequests {
        cancelled.insert(request)
      } else {
        waiting.removeAll { $0 == request }
      }
      if defect == .forgetsToWakeAfterACancellation { ignoresWakes = isToBeWoken }
    case .answered: if defect == .countsAnswersInsteadOfSends { counted.append(latest) }
    case .woken:
      isToBeWoken = false
      if ignoresWakes {
        ignoresWakes = false
        return []
      }
    }
    var effects: [ThrottleEffect] = []
    while !waiting.isEmpty, slot <= latest {
      let request = defect == .letsTheNewestGoFirst ? waiting.removeLast() : waiting.removeFirst()
      if defect != .countsAnswersInsteadOfSends { counted.append(latest) }
      if !cancelled.contains(request) { effects.append(.send(request)) }
    }
    if !waiting.isEmpty, !isToBeWoken || defect == .setsATimerForEachRequest {
      isToBeWoken = true
      effects.append(.wake(at: slot))
    }
    return effects
  }

  private var slot: Duration {
    let requests = defect == .throttlesOneEarly ? max(1, limits.requests - 1) : limits.requests
    guard counted.count >= requests else { return latest }
    let last = counted[counted.count - requests]
    guard defect == .throttlesByTheCalendar else { return last + limits.window }
    // The next full minute, so to say.
    return limits.window * Int(last / limits.window) + limits.window
  }
}

/// A gate with a defect of its own: it looks for room, lets others go on, and then takes it.
actor HastyThrottleGate: RequestGate {
  private let limits: ThrottleLimits
  private let start = ContinuousClock.now
  private var sends: [Duration] = []

  init(_ limits: ThrottleLimits) { self.limits = limits }

  func send(
    _ operation: @escaping APIOperation, whenHeldBack: @escaping @Sendable () async -> Void
  ) async throws -> HTTPResponse {
    while true {
      let now = start.duration(to: .now)
      guard sends.count >= limits.requests else { break }
      let slot = sends[sends.count - limits.requests] + limits.window
      if slot <= now { break }
      try await ContinuousClock().sleep(until: start + slot)
    }
    await Task.yield()
    sends.append(start.duration(to: .now))
    return try await operation()
  }
}
