import ArgusReference
import DeterministicScheduling
import PropertyTesting
import StorageContract

/// Requests of several clients at the same time, judged by the order that they can have had.
public enum RequestHistoryProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [haveAnOrder]

  static let haveAnOrder = Requirement<ArgusSystem>(
    "ARG-C2", "Requests at the Same Time Have an Order",
    says: """
      Each operation reads a number of its type, waits, and writes a greater one. Whatever clients request and cancel at the \
      same time, some sequential order of the requests explains every result. A request that was cancelled before it ran has no \
      effect.
      """,
    covers: "002 CloudKit Request Coordination", "002 Actor Pattern", of: "CloudKitRequestCoordinator", needs: [.concurrency],
    mustCatch: CoordinatorTwin.twin.faults(
      .looksBeforeItWaits, .freesTheSlotAtCancellation, .keepsSlotsByName, .stopsTheRunning, .givesTheLastResult, .triesAgain,
      .replacesTheError, .runsAbandonedBodies, .keepsSlotsByPriority)
  ).holds(
    forAll: .requestHistory, scheduled: .randomWalk,
    requiring: ["two of a type overlap": 0.5, "is cancelled before it runs": 0.1, "a client asks again": 0.5]
  ) { plan, system, trial in
    let history = try await plan.run(on: system)
    plan.label(history, trial)
    try history.expectLinearizable(
      by: RequestCall.model, notingIn: trial, operation: \.counterexampleDescription, output: \.counterexampleDescription)
  }
}

/// What each client requests, one request after the other.
struct RequestHistoryPlan: Sendable, CounterexampleDescribable {
  struct Request: Sendable, CounterexampleDescribable {
    let type: CloudOperationType
    let priority: OperationPriority
    /// How much is added to the number of the type.
    let count: Int
    /// How often others go on between reading and writing.
    let turns: Int
    let end: OperationEnd
    /// After so many turns of others it is cancelled; nil: never.
    let cancelledAfter: Int?

    var counterexampleDescription: String {
      "\(priority) \(type.rawValue) + \(count), \(turns) turns, ends with \(end)" + (cancelledAfter.map { ", cancelled after \($0)" } ?? "")
    }
  }

  let clients: [[Request]]

  var counterexampleDescription: String { describe(clients) }

  typealias Recorded = History<RequestCall, RequestCall.Output>

  func run(on system: ArgusSystem) async throws -> Recorded {
    let coordinator = system.parts.makeCoordinator(
      CoordinatorSetup(queue: system.parts.makeRequestQueue(), health: StormLog(system), logger: Logger(), time: .device))
    let numbers = Remembered<[CloudOperationType: Int]>([:])
    let recorder = HistoryRecorder<RequestCall, RequestCall.Output>()
    let reading: @Sendable (CloudOperationType) -> Int = { numbers.now[$0, default: 0] }
    for (number, requests) in clients.enumerated() {
      let client = "client \(number)"
      Task(name: client) {
        for (place, request) in requests.enumerated() {
          let didRun = Remembered(false)
          let call = recorder.begin(client, RequestCall(type: request.type, count: request.count))
          let task = Task(name: "\(client), request \(place)") {
            try await coordinator.enqueueRequest(request.type, named: "\(number) \(place)", priority: request.priority) {
              didRun.withValue { $0 = true }
              let sum = reading(request.type) + request.count
              for _ in 0..<request.turns { await Task.yield() }
              numbers.withValue { $0[request.type] = sum }
              switch request.end {
              case .value: return sum
              case .failure: throw FailedRequest(sum: sum)
              case .cancelled: throw CancellationError()
              }
            }
          }
          if let turns = request.cancelledAfter {
            Task(name: "canceller of \(client)") {
              for _ in 0..<turns { await Task.yield() }
              task.cancel()
            }
          }
          let result = await task.result
          recorder.end(call, .of(result, didRun: didRun.now))
        }
      }
    }
    // Virtual time moves when nothing else can run. Who has not been answered then never will be; ARG-17 is about that.
    try await Task.sleep(for: .seconds(1))
    for type in Set(clients.joined().map(\.type)).sorted(by: { $0.rawValue < $1.rawValue }) {
      recorder.recordBlocking("afterwards", RequestCall(type: type, count: 0)) { .sum(reading(type)) }
    }
    return recorder.history
  }

  func label(_ history: Recorded, _ trial: Trial) {
    trial.label("a client asks again", if: clients.contains { $0.count > 1 })
    trial.label(
      "is cancelled before it runs", if: history.calls.contains { if case .failed = $0.outcome { true } else { false } })
    trial.label(
      "two of a type overlap",
      if: history.calls.indices.contains { index in
        let call = history.calls[index]
        return history.calls[..<index].contains { $0.operation.type == call.operation.type && !$0.precedes(call) && !call.precedes($0) }
      })
  }
}

private struct FailedRequest: Error {
  let sum: Int
}

/// A request as it stands in a history: adds to the number of its type, and gives the sum.
struct RequestCall: Sendable, CounterexampleDescribable {
  enum Output: Sendable, Equatable, CounterexampleDescribable {
    case sum(Int)
    /// The operation's own error says what it had written.
    case failure(sum: Int)
    /// The operation has written, and then thrown a cancellation.
    case cancelled
    case other(String)

    var counterexampleDescription: String {
      switch self {
      case .sum(let sum): "\(sum)"
      case .failure(let sum): "fails at \(sum)"
      case .cancelled: "cancelled at its end"
      case .other(let text): text
      }
    }
  }

  let type: CloudOperationType
  /// 0: only looks.
  let count: Int

  var counterexampleDescription: String { count == 0 ? "look at \(type.rawValue)" : "\(type.rawValue) + \(count)" }

  /// One number of each type.
  static let model = SequentialModel<Int, RequestCall, Output>(initial: 0) { number, call, output in
    let sum = number + call.count
    switch output {
    case .sum(sum), .failure(sum: sum), .cancelled, nil: return [sum]
    case .sum, .failure, .other: return []
    }
  }.partitioned(by: \.type)
}

extension CallOutcome<RequestCall.Output> {
  fileprivate static func of(_ result: Result<Int, any Error>, didRun: Bool) -> CallOutcome {
    switch result {
    case .success(let sum): .done(.sum(sum))
    case .failure(let failure as FailedRequest): .done(.failure(sum: failure.sum))
    case .failure(let error) where error is CancellationError: didRun ? .done(.cancelled) : .failed("cancelled")
    case .failure(let error): .done(.other(describe(error)))
    }
  }
}

extension Generator where Value == RequestHistoryPlan {
  static let requestHistory = Generator<RequestHistoryPlan.Request> { source in
    RequestHistoryPlan.Request(
      type: try source(.frequency((5, .constant(.export)), (1, .constant(.fetch)))), priority: try source(.anyCase()),
      count: try source(.int(in: 1...3)), turns: try source(.int(in: 1...3)), end: try source(.operationEnd),
      cancelledAfter: try source(.frequency((1, .constant(nil)), (1, Generator<Int>.int(in: 0...8).map { $0 }))))
  }
  .arrays(count: 1...3).arrays(count: 3...4).map { RequestHistoryPlan(clients: $0) }
}
