import ArgusGenerators
import ArgusReference
import DeterministicScheduling
import PropertyTesting
import StorageContract

extension RequestHistory {
  /// Makes the requests of all clients, and returns when nothing can go on any more. For use under a schedule.
  /// - Parameter turns: how often others go on while a report is taken.
  static func of(_ clients: [[CloudRequest]], on system: ArgusSystem, turns: Int = 0) async throws -> RequestHistory {
    let coordinator = RecordedCoordinator(system, turns: turns)
    let requests = clients.flatMap { $0 }
    let firsts = clients.indices.map { clients[..<$0].reduce(0) { $0 + $1.count } }
    let recorder = HistoryRecorder<CountCall, CountCall.Output>()
    let numbers = Remembered<[CloudOperationType: Int]>([:])
    let sums = Remembered<[Int: Int]>([:])

    @Sendable func start(_ client: Int, _ place: Int) {
      guard clients[client].indices.contains(place) else { return }
      let (request, number) = (clients[client][place], firsts[client] + place)
      let call = recorder.begin("client \(client)", CountCall(type: request.type, count: request.count))
      let task = Task(name: "request \(number)") {
        let result = await coordinator.request(number, request.type, request.priority) {
          let sum = numbers.now[request.type, default: 0] + request.count
          for _ in 0..<request.turns { await Task.yield() }
          numbers.withValue { $0[request.type] = sum }
          sums.withValue { $0[number] = sum }
          return request.end
        }
        recorder.end(call, Self.outcome(of: result, sums.now, didRun: coordinator.log.events.contains(.began(number))))
        start(client, place + 1)
      }
      guard let turns = request.cancelledAfter else { return }
      Task(name: "canceller of request \(number)") {
        for _ in 0..<turns { await Task.yield() }
        task.cancel()
      }
    }

    for client in clients.indices { start(client, 0) }
    // Virtual time moves when nothing else can run: who has not settled then never will.
    try await Task.sleep(for: .seconds(1))
    for type in CloudOperationType.allCases where requests.contains(where: { $0.type == type }) {
      recorder.recordBlocking("afterwards", CountCall(type: type, count: 0)) { .sum(numbers.now[type, default: 0]) }
    }
    return RequestHistory(
      requests: requests, events: coordinator.log.events, calls: recorder.history, load: await coordinator.load,
      health: coordinator.log.health)
  }

  private static func outcome(of result: Result<Int, any Error>, _ sums: [Int: Int], didRun: Bool) -> CallOutcome<CountCall.Output> {
    switch result {
    case .success(let number): .done(.sum(sums[number] ?? 0))
    case .failure(let failure as RecordedCoordinator.Failure): .done(.failure(sum: sums[failure.number] ?? 0))
    case .failure(is CancellationError): didRun ? .done(.cancelled) : .failed("cancelled")
    case .failure(let error): .done(.other(describe(error)))
    }
  }

  func label(_ trial: Trial) {
    trial.label("eight or more at once", if: requests.count >= 8)
    trial.label("a client asks again", if: Set(calls.calls.map(\.client)).count < calls.calls.count)
    for (number, request) in requests.enumerated() {
      let didRun = events.contains(.began(number))
      trial.label("is cancelled before it runs", if: !didRun)
      trial.label("throws a cancellation", if: didRun && request.end == .cancelled)
    }
    trial.label("several are reported", if: events.count { if case .reported = $0 { true } else { false } } > 1)
    for (place, call) in calls.calls.enumerated() {
      let overlap = calls.calls[..<place].contains { $0.operation.type == call.operation.type && !$0.precedes(call) && !call.precedes($0) }
      trial.label("two of a type overlap", if: overlap)
    }
  }
}
