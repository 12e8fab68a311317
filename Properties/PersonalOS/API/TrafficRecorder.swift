import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import Synchronization

/// Sends the requests of callers on a path to a network that answers as they say, and records what becomes of them.
final class TrafficRecorder<Time: Clock>: Sendable where Time.Duration == Duration {
  typealias Path = @Sendable (Visit, @escaping APIOperation) async throws -> HTTPResponse

  private let clock: Time
  private let start: Time.Instant
  private let outage: Traffic.Outage?
  private let path: Path
  private let state = Mutex(TrafficHistory())

  init(_ outage: Traffic.Outage? = nil, clock: Time, path: @escaping Path) {
    (self.outage, self.clock, self.path) = (outage, clock, path)
    start = clock.now
  }

  var history: TrafficHistory { state.withLock { $0 } }
  private var now: Duration { start.duration(to: clock.now) }

  func run(_ callers: [Traffic.Caller]) async throws {
    let tasks = callers.enumerated().map { number, caller in
      Task(name: "caller \(number)") {
        try await self.clock.sleep(until: self.start.advanced(by: caller.arrival), tolerance: nil)
        try await self.run(caller)
      }
    }
    for task in tasks { try await task.value }
  }

  private func run(_ caller: Traffic.Caller) async throws {
    let delay = caller.cancelledAfter ?? .zero
    let asking = Task {
      if delay < .zero { withUnsafeCurrentTask { $0?.cancel() } }
      for index in caller.requests.indices where try await self.send(index, of: caller) == nil { return }
    }
    if caller.cancelledAfter != nil && delay >= .zero {
      Task {
        try await clock.sleep(for: delay)
        asking.cancel()
      }
    }
    try await asking.value
  }

  /// - Returns: nil if the caller was cancelled.
  private func send(_ index: Int, of caller: Traffic.Caller) async throws -> Result<HTTPResponse, NetworkError>? {
    let request = caller.requests[index]
    if request.pause > .zero { try await clock.sleep(for: request.pause) }
    let visit = state.withLock { history in
      history.visits.append(Visit(number: history.visits.count, caller: caller, index: index, asked: now))
      return history.visits[history.visits.count - 1]
    }
    let result = try await outcome {
      try await path(visit) {
        self.state.withLock { $0.send(visit, at: self.now) }
        let answer = try await outcome {
          try await self.clock.sleep(for: request.latency)
          return try self.response(to: request)
        }
        self.state.withLock { ($0.visits[visit.number].answer, $0.visits[visit.number].left) = (answer, self.now) }
        guard let answer else { throw CancellationError() }
        return try answer.get()
      }
    }
    state.withLock { ($0.visits[visit.number].result, $0.visits[visit.number].ended) = (result, now) }
    return result
  }

  private func response(to request: Traffic.Request) throws -> HTTPResponse {
    let failure = outage.flatMap { $0.start <= now && now < $0.end ? APIOutcome.failed($0.failure) : nil }
    switch failure ?? request.outcome {
    case .success, .cancelled: return HTTPResponse(status: 200, body: Array(#"{"articles": []}"#.utf8))
    case .rateLimited:
      return HTTPResponse(status: 429, headers: request.retryAfter.map { [HTTPHeader("retry-after", $0)] } ?? [])
    case .failed(.serverError(let status)): return HTTPResponse(status: status)
    case .failed(let error): throw error
    }
  }
}

extension Traffic {
  func run(through gate: any RequestGate) async throws -> TrafficHistory {
    let recorder = TrafficRecorder(outage, clock: ContinuousClock()) { try await gate.send($1) }
    try await recorder.run(callers)
    return recorder.history
  }
}

/// Nil if it is cancelled.
private func outcome(_ body: () async throws -> HTTPResponse) async throws -> Result<HTTPResponse, NetworkError>? {
  do {
    return .success(try await body())
  } catch let error as NetworkError {
    return .failure(error)
  } catch is CancellationError {
    return nil
  }
}
