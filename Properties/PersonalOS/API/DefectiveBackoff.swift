import PersonalOSReference
import PlatformStandIns

/// Another back-off, with one defect. Without any it holds POS-62.
struct DefectiveBackoff: BackingOff {
  enum Defect: Sendable {
    case backsOffLinearly, backsOffWithoutACap, overflowsWhenItBacksOff, resetsOnAnyAnswer, ignoresRetryAfter
    case waitsTwoSecondsFirst, shortensBelowRetryAfter, prolongsAtRandom, bringsABackoffForward, shortensHardly
    case shortensTheFirstDelayAlone, neverShortens
  }

  let defect: Defect?
  private var jitter: (any RandomNumberGenerator & Sendable)?
  private var number = 0
  private var resumesAt = Duration.zero

  init(_ jitter: (any RandomNumberGenerator & Sendable)?, _ defect: Defect?) {
    self.jitter = jitter
    self.defect = defect
  }

  func earliestSend(at now: Duration) -> Duration { max(now, resumesAt) }

  mutating func handle(_ outcome: APIOutcome, at now: Duration) {
    switch outcome {
    case .success: number = 0
    case .failed, .cancelled: if defect == .resetsOnAnyAnswer { number = 0 }
    case .rateLimited(let retryAfter):
      number += 1
      let asked = defect == .ignoresRetryAfter ? .zero : retryAfter ?? .zero
      let next =
        now
        + (defect == .shortensBelowRetryAfter
          ? changed(max(delay, asked)) : max(changed(delay), asked))
      resumesAt = defect == .bringsABackoffForward ? next : max(next, resumesAt)
    }
  }

  private var delay: Duration {
    switch defect {
    case .backsOffLinearly: .seconds(min(number, 60))
    case .backsOffWithoutACap: .seconds(1 << min(number - 1, 40))
    // Milliseconds in 64 bits, as they come.
    case .overflowsWhenItBacksOff: .milliseconds(min(1_000 &* (1 &<< (number - 1)), 60_000))
    case .waitsTwoSecondsFirst: .seconds(min(1 << min(number, 6), 60))
    default: .seconds(min(1 << min(number - 1, 6), 60))
    }
  }

  private mutating func changed(_ delay: Duration) -> Duration {
    guard let eighths = jitter?.next(upperBound: 5 as UInt64) else { return delay }
    let part = delay / 8 * Int(eighths)
    if defect == .shortensHardly { return delay - part / 256 }
    if defect == .neverShortens || defect == .shortensTheFirstDelayAlone && number > 1 { return delay }
    return defect == .prolongsAtRandom ? delay + part : delay - part
  }
}

/// A gate that waits as long as it was told when it began to.
actor ImpatientBackoffGate: RequestGate {
  private var policy: any BackingOff
  private let start = ContinuousClock.now

  init(_ policy: any BackingOff) { self.policy = policy }

  func send(
    _ operation: @escaping APIOperation, whenHeldBack: @escaping @Sendable () async -> Void
  ) async throws -> HTTPResponse {
    let now = start.duration(to: .now)
    let resumption = policy.earliestSend(at: now)
    if resumption > now {
      await whenHeldBack()
      try await ContinuousClock().sleep(until: start + resumption)
    }
    do {
      let response = try await operation()
      policy.handle(APIOutcome(response), at: start.duration(to: .now))
      return response
    } catch {
      policy.handle(APIOutcome(error), at: start.duration(to: .now))
      throw error
    }
  }
}

/// A gate that begins anew with every call.
struct ForgetfulBackoffGate: RequestGate {
  let makeGate: @Sendable () -> any RequestGate

  func send(
    _ operation: @escaping APIOperation, whenHeldBack: @escaping @Sendable () async -> Void
  ) async throws -> HTTPResponse {
    try await makeGate().send(operation, whenHeldBack: whenHeldBack)
  }
}
