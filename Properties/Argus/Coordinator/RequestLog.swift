import ArgusGenerators
import ArgusReference
import PropertyTesting
import Synchronization

/// What happens to requests, in order. It stands before the health monitor, and hears what that is told.
final class RequestLog: CloudHealthMonitoring {
  enum Event: Sendable, Hashable {
    case began(Int)
    case ended(Int)
    case reported(Int, OperationOutcome)
    /// Nil: with the result of another operation.
    case settled(Int, OperationEnd?)
  }

  private let monitor: any CloudHealthMonitoring
  private let list = Mutex<[Event]>([])
  /// How often others go on while a report is taken.
  private let turns: Int

  init(_ system: ArgusSystem, turns: Int) {
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
}

/// A coordinator made as the app makes it, to which requests are made by number.
struct RecordedCoordinator: Sendable {
  struct Failure: Error, Equatable { let number: Int }

  let log: RequestLog
  let logger = Logger()
  private let base: any CloudRequestCoordinating

  init(_ system: ArgusSystem, turns: Int = 0) {
    log = RequestLog(system, turns: turns)
    base = system.parts.makeCoordinator(
      CoordinatorSetup(queue: system.parts.makeRequestQueue(), health: log, logger: logger, time: .device))
  }

  var load: CoordinatorLoad { get async { await base.load } }

  /// - Returns: the number of the operation whose value it gets.
  /// - Throws: ``Failure`` with the number of the operation, or a `CancellationError`.
  @discardableResult
  func request(
    _ number: Int, _ type: CloudOperationType, _ priority: OperationPriority, _ body: @escaping @Sendable () async -> OperationEnd
  ) async -> Result<Int, any Error> {
    do {
      let value = try await base.enqueueRequest(type, named: "\(number)", priority: priority) {
        log.note(.began(number))
        let end = await body()
        log.note(.ended(number))
        switch end {
        case .value: return number
        case .failure: throw Failure(number: number)
        case .cancelled: throw CancellationError()
        }
      }
      log.note(.settled(number, value == number ? .value : nil))
      return .success(value)
    } catch {
      log.note(.settled(number, error is CancellationError ? .cancelled : error as? Failure == Failure(number: number) ? .failure : nil))
      return .failure(error)
    }
  }
}
