import ArgusGenerators
import ArgusReference
import StorageContract

/// Requests whose bodies end when they are told to. For use under a schedule.
final class CoordinatorDriver: Sendable {
  private let coordinator: RecordedCoordinator
  private let gates = Remembered<[Int: CheckedContinuation<OperationEnd, Never>]>([:])
  private let requests = Remembered<[(type: CloudOperationType, task: Task<Void, Never>)]>([])

  init(_ system: ArgusSystem) { coordinator = RecordedCoordinator(system) }

  /// - Returns: whose bodies were started, in order.
  func perform(_ call: CoordinatorModel.Call) async throws -> [Int] {
    let before = started.count
    switch call {
    // A task each: they arrive in whatever order the schedule has them.
    case .request(let arrivals): for arrival in arrivals { request(arrival) }
    case .end(let number, let end): self.end(number, end)
    case .cancel(let number): requests.now[number].task.cancel()
    case .cancelAndEnd(let pending, let running):
      requests.now[pending].task.cancel()
      end(running, .value)
    }
    try await settle()
    return Array(started[before...])
  }

  private func request(_ arrival: CoordinatorModel.Arrival) {
    let number = requests.now.count
    let task = Task(name: "request \(number)") {
      await coordinator.request(number, arrival.type, arrival.priority) {
        // Takes no notice of a cancellation, as an operation may.
        await withCheckedContinuation { continuation in self.gates.withValue { $0[number] = continuation } }
      }
      return
    }
    requests.withValue { $0.append((arrival.type, task)) }
  }

  private func end(_ number: Int, _ end: OperationEnd) {
    gates.withValue { $0.removeValue(forKey: number) }?.resume(returning: end)
  }

  /// Virtual time moves when nothing else can run.
  private func settle() async throws { try await Task.sleep(for: .seconds(1)) }

  /// Ends whatever still runs, so that no task is left.
  func close() async throws {
    for _ in 0..<100 where !inside.isEmpty {
      for number in inside { end(number, .value) }
      try await settle()
    }
    for request in requests.now { request.task.cancel() }
    try await settle()
  }

  /// The operations whose bodies run, in the order of their numbers.
  var inside: [Int] {
    coordinator.log.events.reduce(into: [Int]()) { inside, event in
      if case .began(let number) = event { inside.append(number) }
      if case .ended(let number) = event { inside.removeAll { $0 == number } }
    }.sorted()
  }
  var started: [Int] { coordinator.log.events.compactMap { if case .began(let number) = $0 { number } else { nil } } }
  /// A caller that got two results has two.
  var settled: [Int: [OperationEnd?]] {
    coordinator.log.events.reduce(into: [:]) { if case .settled(let number, let end) = $1 { $0[number, default: []].append(end) } }
  }
  var reported: [RequestLog.Event] { coordinator.log.events.filter { if case .reported = $0 { true } else { false } } }
  var load: CoordinatorLoad { get async { await coordinator.load } }

  /// The failures in the log, by the names of their operations; -1 for one that lacks its type, its error or the part that writes it.
  var logged: [Int] {
    let types = requests.now.map(\.type)
    return coordinator.logger.entries.filter { $0.level == .error }.map { entry in
      let name = entry.message.split(separator: "“").last?.prefix { $0.isNumber }
      guard let number = name.flatMap({ Int($0) }), types.indices.contains(number), !entry.category.isEmpty else { return -1 }
      let parts = [types[number].rawValue, "\(RecordedCoordinator.Failure(number: number))"]
      return parts.allSatisfy(entry.message.contains) ? number : -1
    }
  }
}
