import PersonalOSReference
import PlatformStandIns

/// Another circuit breaker, with one defect: it notes with each request in which period it was sent.
/// Without any it holds POS-63.
struct DefectiveBreaker: CircuitBreaking {
  enum Defect: Sendable {
    case letsAllProbe, countsFailuresWithGaps, staysOpenForEver, tripsOnNotFound, tripsOnRateLimits
    case closesOnALateSuccess, opensOnALateFailure, waitsForACancelledProbe, opensByAClockThatGoesBack
  }

  let defect: Defect?
  private var period = 0
  private var periods: [Int: Int] = [:]
  private var failures = 0
  private var openUntil: Duration?
  private var probe: Int?
  private var latest = Duration.zero

  init(_ defect: Defect?) { self.defect = defect }

  mutating func handle(_ event: BreakerEvent, at now: Duration) -> [BreakerEffect] {
    latest = defect == .opensByAClockThatGoesBack ? now : max(latest, now)
    switch event {
    case .asked(let request):
      if let openUntil {
        let isReady = latest >= openUntil && defect != .staysOpenForEver
        if !isReady || (probe != nil && defect != .letsAllProbe) { return [.refuse(request)] }
        probe = request
      }
      periods[request] = period
      return [.send(request)]
    case .ended(let request, let outcome):
      end(request, outcome)
      return []
    }
  }

  private mutating func end(_ request: Int, _ outcome: APIOutcome) {
    let isFailure = isFailure(outcome)
    if let end = openUntil {
      let isProbe = probe == request
      if defect == .closesOnALateSuccess, outcome == .success, latest < end { return close() }
      guard isProbe || defect == .letsAllProbe && latest >= end && periods[request] == period else { return }
      if outcome == .cancelled {
        if defect != .waitsForACancelledProbe { probe = nil }
      } else if isFailure {
        open()
      } else {
        close()
      }
      return
    }
    guard periods[request] == period || defect == .opensOnALateFailure && isFailure else { return }
    if isFailure {
      failures += 1
      if failures >= 5 { open() }
    } else if outcome != .cancelled && defect != .countsFailuresWithGaps {
      failures = 0
    }
  }

  private func isFailure(_ outcome: APIOutcome) -> Bool {
    switch outcome {
    case .failed(.serverError(let status)):
      500...599 ~= status || defect == .tripsOnNotFound && status == 404
    case .failed: true
    case .rateLimited: defect == .tripsOnRateLimits
    case .success, .cancelled: false
    }
  }

  private mutating func open() {
    openUntil = latest + .seconds(30)
    probe = nil
    period += 1
  }

  private mutating func close() {
    openUntil = nil
    probe = nil
    failures = 0
    period += 1
  }
}

/// A gate with a defect of its own.
actor HastyBreakerGate: RequestGate {
  enum Defect: Sendable {
    /// Lets others go on between the decision and what follows from it.
    case decidesBeforeItCounts
    case asksTheAPIAllTheSame
    case takesAnyAnswerForASuccess
  }

  private let defect: Defect
  private let start = ContinuousClock.now
  private var failures = 0
  private var openUntil: Duration?
  private var isProbing = false

  init(_ defect: Defect) { self.defect = defect }

  func send(
    _ operation: @escaping APIOperation, whenHeldBack: @escaping @Sendable () async -> Void
  ) async throws -> HTTPResponse {
    if defect != .asksTheAPIAllTheSame, let openUntil {
      guard start.duration(to: .now) >= openUntil, !isProbing else { throw NetworkError.serverError(503) }
      // As one does who gets a token first.
      if defect == .decidesBeforeItCounts { try await ContinuousClock().sleep(for: .milliseconds(1)) }
      isProbing = true
    }
    do {
      let response = try await operation()
      learn(defect == .takesAnyAnswerForASuccess ? .success : APIOutcome(response))
      return response
    } catch {
      learn(APIOutcome(error))
      throw error
    }
  }

  private func learn(_ outcome: APIOutcome) {
    isProbing = false
    guard outcome.isUnavailability else {
      failures = 0
      openUntil = nil
      return
    }
    failures += 1
    if failures >= 5 { openUntil = start.duration(to: .now) + .seconds(30) }
  }
}
