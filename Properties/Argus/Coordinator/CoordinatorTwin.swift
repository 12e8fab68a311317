import ArgusReference
import PropertyTesting
import Synchronization

/// A second coordinator, which keeps one list of requests and looks through it whenever something ends.
actor CoordinatorTwin: CloudRequestCoordinating {
  enum Defect: String, CaseIterable, Sendable {
    // One at a time.
    case looksBeforeItWaits = "checks for a free slot, asks the health monitor, and then takes the slot"
    case freesTheSlotAtCancellation = "frees the slot when the caller is cancelled although the body still runs"
    case keepsSlotsByName = "lets operations of one type run together if their names differ"
    // Independence.
    case hasOneQueue = "lets one operation run at a time, whatever its type"
    case runsFourAtMost = "runs four operations at most"
    case pausesAfterAFailure = "starts nothing more after a failure while anything runs"
    // Order.
    case takesTheFirst = "starts the first to arrive, whatever the priority"
    case takesTheLastOfEquals = "takes the last one among equals"
    case takesTheLowest = "takes the lowest priority first"
    case comparesAcrossTypes = "starts the next one only if no other type has a higher one waiting"
    case letsTheCancelledHaveTheirTurn = "gives the free slot to a cancelled request, and to no request after it"
    case stopsTheRunning = "stops a running operation when a more important one comes"
    // Results.
    case givesTheLastResult = "returns the previous operation's result"
    case forgetsTheCancelled = "never resumes the caller of a cancelled request"
    case runsTheCancelled = "runs the body of a request that was cancelled while it waited"
    case triesAgain = "runs the body again when it fails"
    case replacesTheError = "throws its own error instead of the operation's"
    // Reports.
    case reportsOnlyFailures = "reports failures only"
    case reportsAtTheStart = "reports success when the body starts"
    case reportsCancellations = "reports a cancellation as a failure"
    case reportsOncePerType = "reports a type once"
    case reportsLater = "leaves the report to a task of its own"
    // Failures.
    case keepsTheSlotAfterAFailure = "keeps the slot after a failure"
    case stallsAfterACancellation = "keeps the slot when the body throws a cancellation"
    case logsTwice = "logs a failure twice"
    case logsCancellations = "logs a cancellation as a failure"
    case logsNothing = "logs no failure"
    case logsNoReason = "logs a failure without its error"
    // Histories.
    case runsAbandonedBodies = "throws a cancellation to a waiting caller and runs the body anyway"
    case keepsSlotsByPriority = "lets operations of one type run together if their priorities differ"
    case leaksCallers = "loses a caller that arrives while another one leaves"
  }

  static let twin = Twin<ArgusSystem, Defect>("CoordinatorTwin") { system, defect in
    system.parts.makeCoordinator = { CoordinatorTwin($0, defect) }
  }

  private struct Entry {
    let number: Int
    let type: CloudOperationType
    let name: String
    let priority: OperationPriority
    let flag: CancellationFlag
    var continuation: UnsafeContinuation<Bool, Never>?
    var isRunning = false
    var holdsSlot = false
  }

  private let setup: CoordinatorSetup
  private let defect: Defect?
  private var entries: [Entry] = []
  private var count = 0
  private var lastValue: (any Sendable)?
  private var reportedTypes: Set<CloudOperationType> = []
  private var hasFailed = false
  private var isLeaving = false
  private var lastReport: Task<Void, Never>?

  init(_ setup: CoordinatorSetup, _ defect: Defect?) {
    self.setup = setup
    self.defect = defect
  }

  var load: CoordinatorLoad {
    let running = entries.filter(\.holdsSlot).count
    return CoordinatorLoad(running: running, pending: entries.count - running)
  }

  func enqueueRequest<Value: Sendable>(
    _ type: CloudOperationType, named name: String, priority: OperationPriority,
    _ block: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    if Task.isCancelled { throw CancellationError() }
    count += 1
    let number = count
    let flag = CancellationFlag()
    return try await withTaskCancellationHandler {
      guard await hasTurn(Entry(number: number, type: type, name: name, priority: priority, flag: flag)) else {
        if defect == .runsAbandonedBodies { Task { try await block() } }
        throw CancellationError()
      }
      return try await run(number, type, name, block)
    } onCancel: {
      flag.set()
      Task { await self.cancel(number) }
    }
  }

  private func hasTurn(_ entry: Entry) async -> Bool {
    if defect == .leaksCallers && isLeaving && entry.number % 3 == 0 {
      // Unsafe, so that the runtime says nothing of what is meant here.
      return await withUnsafeContinuation { (_: UnsafeContinuation<Bool, Never>) in }
    }
    if defect == .looksBeforeItWaits && isFree(for: entry) {
      await setup.health.look()
      var entry = entry
      entry.holdsSlot = true
      entry.isRunning = true
      entries.append(entry)
      return true
    }
    return await withUnsafeContinuation { continuation in
      var entry = entry
      entry.continuation = continuation
      entries.append(entry)
      if defect == .stopsTheRunning,
        let running = entries.firstIndex(where: { $0.holdsSlot && $0.type == entry.type && $0.priority < entry.priority })
      {
        entries[running].holdsSlot = false
      }
      startWhoCan()
    }
  }

  private func isFree(for entry: Entry) -> Bool {
    let holders = entries.filter(\.holdsSlot)
    switch defect {
    case .hasOneQueue: return holders.isEmpty
    case .runsFourAtMost: if holders.count >= 4 { return false }
    case .pausesAfterAFailure: if hasFailed && !holders.isEmpty { return false }
    case .keepsSlotsByName: return !holders.contains { $0.type == entry.type && $0.name.count == entry.name.count && $0.name.last == entry.name.last }
    case .keepsSlotsByPriority: return !holders.contains { $0.type == entry.type && $0.priority == entry.priority }
    case .comparesAcrossTypes:
      if entries.contains(where: { !$0.holdsSlot && $0.type != entry.type && $0.priority > entry.priority }) { return false }
    default: break
    }
    return !holders.contains { $0.type == entry.type }
  }

  private func startWhoCan() {
    for entry in entries where entry.flag.isSet && entry.continuation != nil && !entry.isRunning {
      if defect != .letsTheCancelledHaveTheirTurn && defect != .runsTheCancelled { remove(entry.number, grants: false) }
    }
    while let next = entries.filter({ !$0.isRunning && isFree(for: $0) }).min(by: goesFirst) {
      let flag = next.flag.isSet && defect != .runsTheCancelled
      if flag {
        remove(next.number, grants: false)
        return
      }
      guard let place = entries.firstIndex(where: { $0.number == next.number }) else { return }
      entries[place].isRunning = true
      entries[place].holdsSlot = true
      entries[place].continuation?.resume(returning: true)
      entries[place].continuation = nil
    }
  }

  private func goesFirst(_ one: Entry, _ other: Entry) -> Bool {
    switch defect {
    case .takesTheFirst: return one.number < other.number
    case .takesTheLastOfEquals:
      return one.priority == other.priority ? one.number > other.number : one.priority > other.priority
    case .takesTheLowest: return one.priority == other.priority ? one.number < other.number : one.priority < other.priority
    default: return one.priority == other.priority ? one.number < other.number : one.priority > other.priority
    }
  }

  private func remove(_ number: Int, grants: Bool) {
    guard let place = entries.firstIndex(where: { $0.number == number }) else { return }
    let entry = entries.remove(at: place)
    if !entry.isRunning && defect == .forgetsTheCancelled { return }
    entry.continuation?.resume(returning: grants)
  }

  private func cancel(_ number: Int) {
    guard let place = entries.firstIndex(where: { $0.number == number }) else { return }
    if entries[place].isRunning {
      if defect == .freesTheSlotAtCancellation {
        entries[place].holdsSlot = false
        startWhoCan()
      }
    } else if defect != .runsTheCancelled {
      remove(number, grants: false)
    }
  }

  private func run<Value: Sendable>(
    _ number: Int, _ type: CloudOperationType, _ name: String, _ block: @Sendable () async throws -> Value
  ) async throws -> Value {
    if Task.isCancelled && defect != .runsTheCancelled {
      leave(number)
      throw CancellationError()
    }
    if defect == .reportsAtTheStart { await tell(.success, type, name) }
    do {
      var value: Value
      do { value = try await block() } catch {
        guard defect == .triesAgain, !(error is CancellationError) else { throw error }
        value = try await block()
      }
      leave(number)
      if defect == .givesTheLastResult {
        if let last = lastValue as? Value { (value, lastValue) = (last, value) } else { lastValue = value }
      }
      if defect != .reportsOnlyFailures && defect != .reportsAtTheStart { await tell(.success, type, name) }
      return value
    } catch {
      let isCancellation = error is CancellationError
      hasFailed = hasFailed || !isCancellation
      let keeps = isCancellation ? defect == .stallsAfterACancellation : defect == .keepsTheSlotAfterAFailure
      if !keeps { leave(number) }
      if !isCancellation || defect == .logsCancellations { log(error, type, name) }
      if !isCancellation || defect == .reportsCancellations { await tell(.failure, type, name) }
      throw defect == .replacesTheError && !isCancellation ? ArgusError.cloudUnavailable : error
    }
  }

  private func leave(_ number: Int) {
    isLeaving = true
    remove(number, grants: false)
    startWhoCan()
  }

  private func log(_ error: any Error, _ type: CloudOperationType, _ name: String) {
    let lines = defect == .logsNothing ? 0 : defect == .logsTwice ? 2 : 1
    for _ in 0..<lines {
      let reason = defect == .logsNoReason ? "failed" : "\(error)"
      setup.logger.log(LogEntry(.error, "CoordinatorTwin", "\(type) “\(name)”: \(reason)", at: setup.time.date()))
    }
  }

  /// Each report waits for the one before it.
  private func tell(_ outcome: OperationOutcome, _ type: CloudOperationType, _ name: String) async {
    if defect == .reportsOncePerType && !reportedTypes.insert(type).inserted { return }
    let health = setup.health
    if defect == .reportsLater {
      Task(priority: .background) {
        for _ in 0..<3 { await Task.yield() }
        await health.report(outcome, of: name)
      }
      return
    }
    let before = lastReport
    let report = Task {
      await before?.value
      await health.report(outcome, of: name)
    }
    lastReport = report
    await report.value
  }
}

/// Set at once by whoever cancels.
private final class CancellationFlag: Sendable {
  private let flag = Mutex(false)
  var isSet: Bool { flag.withLock { $0 } }
  func set() { flag.withLock { $0 = true } }
}

extension CloudHealthMonitoring {
  /// Takes its time.
  fileprivate func look() async { await Task.yield() }
}
