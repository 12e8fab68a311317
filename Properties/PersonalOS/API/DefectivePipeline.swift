import PersonalOSReference
import PlatformStandIns
import Synchronization

/// Another pipeline, with one defect. Without any it holds POS-64.
struct DefectivePipeline: RequestSending {
  enum Defect: Sendable {
    case monitorsWhatWaits, tellsOfNoRefusals, tellsOfEachWait, asksTheBreakerLast, throttlesBeforeItBacksOff
    case sendsPastTheThrottle
  }

  let parts: RequestPipeline.Parts
  let defect: Defect?

  func send(_ call: APICall, _ operation: @escaping APIOperation) async throws -> HTTPResponse {
    let waits = Journal<String, Bool>()
    let (breaker, backoff, throttle) = (parts.breaker, parts.backoff, parts.throttle)
    let (monitor, defect) = (parts.monitor, defect)
    let noteWait: @Sendable () async -> Void = {
      if waits.all.isEmpty || defect == .tellsOfEachWait { await monitor.noteThrottled(call.endpoint) }
      waits.set("has waited", true)
    }
    let noteRefusal: @Sendable () async -> Void = {
      if defect != .tellsOfNoRefusals { await monitor.noteShortCircuited(call.endpoint) }
    }
    let counted: APIOperation = { try await monitor.send(call, operation) }
    let send = defect == .monitorsWhatWaits ? operation : counted
    let inTurn: APIOperation
    switch defect {
    case .throttlesBeforeItBacksOff:
      inTurn = {
        try await throttle.send(
          { try await backoff.send(send, whenHeldBack: noteWait) }, whenHeldBack: noteWait)
      }
    case .sendsPastTheThrottle: inTurn = { try await backoff.send(send, whenHeldBack: noteWait) }
    case .asksTheBreakerLast:
      return try await backoff.send(
        {
          try await throttle.send(
            { try await breaker.send(send, whenHeldBack: noteRefusal) }, whenHeldBack: noteWait)
        }, whenHeldBack: noteWait)
    default:
      inTurn = {
        try await backoff.send(
          { try await throttle.send(send, whenHeldBack: noteWait) }, whenHeldBack: noteWait)
      }
    }
    let entered: APIOperation = { try await breaker.send(inTurn, whenHeldBack: noteRefusal) }
    return defect == .monitorsWhatWaits
      ? try await monitor.send(call, entered) : try await entered()
  }
}
