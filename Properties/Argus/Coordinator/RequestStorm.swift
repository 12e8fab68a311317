import ArgusReference
import DeterministicScheduling
import PropertyTesting
import Synchronization

/// Requests from many tasks at the same time, and what happened in which order. For use under a schedule.
struct RequestStorm: Sendable {
  struct Request: Sendable, CounterexampleDescribable {
    let type: CloudOperationType
    let priority: OperationPriority
    /// How often its body lets others go on.
    let turns: Int
    let end: OperationEnd
    /// After so many turns of others its caller is cancelled; nil: never.
    let cancelledAfter: Int?

    var counterexampleDescription: String {
      "\(priority) \(type.rawValue), \(turns) turns, ends with \(end)"
        + (cancelledAfter.map { ", cancelled after \($0)" } ?? "")
    }
  }

  let requests: [Request]
}

extension Generator where Value == RequestStorm {
  static func requestStorm(count: ClosedRange<Int>, types: [CloudOperationType]) -> Generator {
    Generator<RequestStorm.Request> { source in
      RequestStorm.Request(
        type: try source(.element(of: types)), priority: try source(.anyCase()), turns: try source(.int(in: 0...3)),
        end: try source(.operationEnd),
        cancelledAfter: try source(.frequency((1, .constant(nil)), (1, Generator<Int>.int(in: 0...12).map { $0 }))))
    }.arrays(count: count).map { RequestStorm(requests: $0) }
  }
}

extension Generator where Value: Sendable {
  func arrays(count: ClosedRange<Int>) -> Generator<[Value]> { .array(of: self, count: count) }
}

/// What happened, in the order in which it did.
final class StormLog: CloudHealthMonitoring {
  enum Event: Sendable, Hashable {
    case bodyBegan(Int)
    case bodyEnded(Int)
    case reported(Int, OperationOutcome)
    case settled(Int, OperationEnd?)
  }

  private let monitor: any CloudHealthMonitoring
  private let list = Mutex<[Event]>([])
  /// How often others go on while a report is taken.
  private let turns: Int

  init(_ system: ArgusSystem, turns: Int = 0) {
    self.turns = turns
    monitor = system.parts.makeHealthMonitor(
      HealthSetup(machine: system.parts.makeHealthMachine(), time: .device, announce: { _ in }))
  }

  var events: [Event] { list.withLock { $0 } }
  var health: CloudHealth { monitor.health }
  func note(_ event: Event) { list.withLock { $0.append(event) } }

  func report(_ outcome: OperationOutcome, of operation: String) async {
    note(.reported(Int(operation) ?? -1, outcome))
    for _ in 0..<turns { await Task.yield() }
    await monitor.report(outcome, of: operation)
  }

  func place(of event: Event) -> Int? { events.firstIndex(of: event) }

  /// The outcomes that were reported, in order.
  var outcomes: [OperationOutcome] {
    events.compactMap { if case .reported(_, let outcome) = $0 { outcome } else { nil } }
  }
}

extension RequestStorm {
  private struct Failure: Error {
    let number: Int
  }

  /// Makes all the requests, and returns when nothing can go on any more.
  func run(_ coordinator: any CloudRequestCoordinating, _ log: StormLog) async throws {
    let tasks = requests.enumerated().map { number, request in
      Task(name: "request \(number)") {
        do {
          let value = try await coordinator.enqueueRequest(request.type, named: "\(number)", priority: request.priority) {
            try await body(number, request, log)
          }
          log.note(.settled(number, value == number ? .value : nil))
        } catch let failure as Failure {
          log.note(.settled(number, failure.number == number ? .failure : nil))
        } catch {
          log.note(.settled(number, error is CancellationError ? .cancelled : nil))
        }
      }
    }
    let cancelling = requests.enumerated().compactMap { number, request in
      request.cancelledAfter.map { turns in
        Task(name: "canceller of \(number)") {
          for _ in 0..<turns { await Task.yield() }
          tasks[number].cancel()
        }
      }
    }
    for task in cancelling { await task.value }
    // Virtual time moves when nothing else can run: who has not settled then never will.
    try await Task.sleep(for: .seconds(1))
  }

  private func body(_ number: Int, _ request: Request, _ log: StormLog) async throws -> Int {
    log.note(.bodyBegan(number))
    for _ in 0..<request.turns { await Task.yield() }
    log.note(.bodyEnded(number))
    switch request.end {
    case .value: return number
    case .failure: throw Failure(number: number)
    case .cancelled: throw CancellationError()
    }
  }
}
