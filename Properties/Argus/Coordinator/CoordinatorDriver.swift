import ArgusReference
import PropertyTesting
import Synchronization

/// A coordinator made as the app makes it, and requests whose bodies end when they are told to. For use under a schedule.
final class CoordinatorDriver: Sendable {
  private struct State {
    var gates: [Int: CheckedContinuation<OperationEnd, Never>] = [:]
    var inside: [Int: CloudOperationType] = [:]
    var started: [Int] = []
    var settled: [Int: [Settlement]] = [:]
    var tasks: [Task<Void, Never>] = []
    /// Of all requests.
    var types: [CloudOperationType] = []
  }

  /// What a caller got: an end, of the operation with that number.
  struct Settlement: Sendable, Hashable {
    let end: OperationEnd
    let number: Int?
  }

  struct Failure: Error, Equatable {
    let number: Int
  }

  let coordinator: any CloudRequestCoordinating
  let monitor: RecordingMonitor
  let logger = Logger()
  private let state = Mutex(State())

  init(_ system: ArgusSystem) {
    monitor = RecordingMonitor(system)
    coordinator = system.parts.makeCoordinator(
      CoordinatorSetup(queue: system.parts.makeRequestQueue(), health: monitor, logger: logger, time: .device))
  }

  /// Requests, one task each; they arrive in whatever order the schedule has them.
  func request(_ requests: [(CloudOperationType, OperationPriority)]) async throws {
    for (type, priority) in requests { add(type, priority) }
    try await settle()
  }

  private func add(_ type: CloudOperationType, _ priority: OperationPriority) {
    let number = state.withLock(\.tasks.count)
    let task = Task(name: "request \(number)") {
      let settlement: Settlement
      do {
        let value = try await coordinator.enqueueRequest(type, named: "\(number)", priority: priority) {
          try await self.body(number, type)
        }
        settlement = Settlement(end: .value, number: value)
      } catch let failure as Failure {
        settlement = Settlement(end: .failure, number: failure.number)
      } catch is CancellationError {
        settlement = Settlement(end: .cancelled, number: number)
      } catch {
        settlement = Settlement(end: .failure, number: nil)
      }
      state.withLock { $0.settled[number, default: []].append(settlement) }
    }
    state.withLock { state in
      state.tasks.append(task)
      state.types.append(type)
    }
  }

  /// Takes no notice of a cancellation, as an operation may.
  private func body(_ number: Int, _ type: CloudOperationType) async throws -> Int {
    let end = await withCheckedContinuation { continuation in
      state.withLock { state in
        state.started.append(number)
        state.inside[number] = type
        state.gates[number] = continuation
      }
    }
    state.withLock { _ = $0.inside.removeValue(forKey: number) }
    switch end {
    case .value: return number
    case .failure: throw Failure(number: number)
    case .cancelled: throw CancellationError()
    }
  }

  func cancel(_ number: Int) { state.withLock { $0.tasks[number] }.cancel() }

  /// Lets the body of a running operation end.
  func end(_ number: Int, _ end: OperationEnd) {
    state.withLock { $0.gates.removeValue(forKey: number) }?.resume(returning: end)
  }

  /// Virtual time moves when nothing else can run.
  func settle() async throws { try await Task.sleep(for: .seconds(1)) }

  /// The numbers of the operations whose bodies run, in order.
  var inside: [Int] { state.withLock { $0.inside.keys.sorted() } }
  var started: [Int] { state.withLock(\.started) }
  /// Each caller's result, and whether it is its own; a caller that got two has two.
  var settled: [Int: [Settlement]] { state.withLock(\.settled) }
  /// The failures in the log, by the names of their operations; -1 for one that lacks its type, its error or the part that writes
  /// it.
  var logged: [Int] {
    let types = state.withLock(\.types)
    return logger.entries.filter { $0.level == .error }.map { entry in
      let name = entry.message.split(separator: "“").last?.prefix { $0.isNumber }
      guard let number = name.flatMap({ Int($0) }), types.indices.contains(number), !entry.category.isEmpty else { return -1 }
      return [types[number].rawValue, "\(Failure(number: number))"].allSatisfy(entry.message.contains) ? number : -1
    }
  }

  /// Ends whatever still runs, so that no task is left.
  func close() async throws {
    for _ in 0..<100 {
      let running = inside
      if running.isEmpty { break }
      for number in running { end(number, .value) }
      try await settle()
    }
    for task in state.withLock(\.tasks) { task.cancel() }
    try await settle()
  }
}

/// The app's health monitor, and what it was told.
final class RecordingMonitor: CloudHealthMonitoring {
  private let monitor: any CloudHealthMonitoring
  private let told = Mutex<[OperationReport]>([])

  init(_ system: ArgusSystem) {
    monitor = system.parts.makeHealthMonitor(
      HealthSetup(machine: system.parts.makeHealthMachine(), time: .device, announce: { _ in }))
  }

  var health: CloudHealth { monitor.health }
  var reports: [OperationReport] { told.withLock { $0 } }

  func report(_ outcome: OperationOutcome, of operation: String) async {
    told.withLock { $0.append(OperationReport(number: Int(operation) ?? -1, outcome: outcome)) }
    await monitor.report(outcome, of: operation)
  }
}
