import ArgusReference
import PropertyTesting

/// A second set of rules, which keeps the outcomes themselves and reads the last ones.
struct HealthTwin: HealthStateMachine {
  enum Defect: String, CaseIterable, Sendable {
    case startsHealthy = "starts healthy"
    case startsDegraded = "starts degraded"
    case healthyAfterOneSuccess = "is healthy after one success"
    case healthyAfterThreeSuccesses = "asks for three successes at the start"
    case staysUnknownForEver = "leaves the state unknown only on a failure"
    case staysUnknownForThreeFailures = "stays unknown until three failures"
    case failsFromUnknown = "fails at once from unknown"
    case forgivesAFailureAfterASuccess = "ignores a failure after the first success"
    case toleratesOneFailure = "tolerates one failure while healthy"
    case goesBackToUnknown = "goes back to unknown when a healthy cloud fails"
    case failsFromHealthy = "fails at once from healthy"
    case asksForARatioOfFailures = "degrades only if a quarter of all operations failed"
    case recoversAfterOneSuccess = "recovers after one success"
    case addsSuccessesUp = "adds up successes with failures between them"
    case neverRecovers = "stays degraded once it is degraded"
    case failsAtTwoFailures = "fails at two failures"
    case failsAtFourFailures = "fails at four failures"
    case addsFailuresUp = "adds up failures with successes between them"
    case countsFromTheDegradation = "begins to count failures after the degradation"
    case failedTurnsHealthy = "turns healthy from failed"
    case failedNeedsTwoSuccesses = "asks for two successes to leave failed"
    case neverLeavesFailed = "stays failed once it has failed"
    case resetsAtATransition = "resets its counters at every transition"
    case forgetsWithTime = "goes back to unknown after an hour"
    case skipsDegraded = "announces recovery from failed as one step"
    case stampsTheFirstTime = "stamps every change with the time of the first outcome"
  }

  static let twin = Twin<ArgusSystem, Defect>("HealthTwin") { system, defect in
    system.parts.makeHealthMachine = { HealthTwin(defect) }
  }

  private(set) var health: CloudHealth
  private let defect: Defect?
  private var history: [OperationOutcome] = []
  private var atTransition = 0
  private var firstTime: Duration?
  /// What a defect keeps to itself.
  private var withheld: CloudHealth?

  init(_ defect: Defect?) {
    self.defect = defect
    health = defect == .startsHealthy ? .healthy : defect == .startsDegraded ? .degraded : .unknown
  }

  private func ends(with outcome: OperationOutcome, times count: Int) -> Bool {
    let counted = defect == .resetsAtATransition ? Array(history[atTransition...]) : history
    switch (defect, outcome, health) {
    case (.addsSuccessesUp, .success, .degraded), (.addsFailuresUp, .failure, .degraded):
      return counted.filter { $0 == outcome }.count >= count
    case (.countsFromTheDegradation, .failure, .degraded):
      return history[atTransition...].suffix(count).filter { $0 == outcome }.count >= count
    default:
      return counted.count >= count && counted.suffix(count).allSatisfy { $0 == outcome }
    }
  }

  mutating func handle(_ outcome: OperationOutcome, at now: Duration) -> [HealthTransition] {
    if defect == .forgetsWithTime, let firstTime, now - firstTime >= .seconds(3_600) { health = .unknown }
    history.append(outcome)
    firstTime = firstTime ?? now
    let next = outcome == .success ? afterSuccess : afterFailure
    guard next != health else { return [] }
    let before = withheld ?? health
    withheld = nil
    health = next
    atTransition = history.count
    if defect == .skipsDegraded && before == .failed && next == .degraded {
      withheld = .failed
      return []
    }
    let time = defect == .stampsTheFirstTime ? firstTime ?? now : now
    return [HealthTransition(from: before, to: next, at: time)]
  }

  private var afterSuccess: CloudHealth {
    switch health {
    case .unknown:
      switch defect {
      case .healthyAfterOneSuccess: .healthy
      case .staysUnknownForEver: .unknown
      default: ends(with: .success, times: defect == .healthyAfterThreeSuccesses ? 3 : 2) ? .healthy : .unknown
      }
    case .degraded:
      defect == .neverRecovers
        ? .degraded : ends(with: .success, times: defect == .recoversAfterOneSuccess ? 1 : 2) ? .healthy : .degraded
    case .failed:
      switch defect {
      case .neverLeavesFailed: .failed
      case .failedTurnsHealthy: .healthy
      case .failedNeedsTwoSuccesses: ends(with: .success, times: 2) ? .degraded : .failed
      default: .degraded
      }
    case .healthy: .healthy
    }
  }

  private var afterFailure: CloudHealth {
    let failures = history.filter { $0 == .failure }.count
    switch (health, defect) {
    case (.unknown, .staysUnknownForThreeFailures): return ends(with: .failure, times: 3) ? .degraded : .unknown
    case (.unknown, .failsFromUnknown): return .failed
    case (.unknown, .forgivesAFailureAfterASuccess): return history.count > 1 && failures == 1 ? .unknown : .degraded
    case (.healthy, .toleratesOneFailure): return ends(with: .failure, times: 2) ? .degraded : .healthy
    case (.healthy, .goesBackToUnknown): return .unknown
    case (.healthy, .failsFromHealthy): return .failed
    case (.healthy, .asksForARatioOfFailures): return failures * 4 >= history.count ? .degraded : .healthy
    case (.unknown, _), (.healthy, _): return .degraded
    case (.degraded, .failsAtTwoFailures): return ends(with: .failure, times: 2) ? .failed : .degraded
    case (.degraded, .failsAtFourFailures): return ends(with: .failure, times: 4) ? .failed : .degraded
    case (.degraded, _): return ends(with: .failure, times: 3) ? .failed : .degraded
    case (.failed, _): return .failed
    }
  }
}
