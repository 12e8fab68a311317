import Foundation
import StorageContract
import Synchronization

/// Manages the background tasks and their schedule (002 Background Processing).
public protocol BackgroundTaskManaging: AnyObject, Sendable {
  /// Requests a first launch of each task from the system.
  func scheduleAll()
}

/// The outcome of a launch of a task. Each launch has one report.
public struct BackgroundReport: Sendable, Equatable {
  /// The id of the task.
  public let id: String
  /// How the launch ended.
  public let outcome: BackgroundOutcome

  /// Creates a report from its parts.
  public init(id: String, outcome: BackgroundOutcome) {
    self.id = id
    self.outcome = outcome
  }
}

/// The parts that a background task manager is made from.
public struct BackgroundSetup: Sendable {
  /// The tasks. If two have the same id, the last one counts.
  public var tasks: [BackgroundTask]
  /// The system's scheduler. The manager registers its handlers there when it is created.
  public var scheduler: BackgroundScheduler
  /// The device's network and power, which the manager observes.
  public var conditions: DeviceConditions
  /// Receives the writes of ``BackgroundScope/write(_:)``.
  public var store: any Store
  /// Measures the limits of runs and the delays between launches.
  public var time: ArgusTime
  /// Makes the rules of a task from its needs. Called once for each task.
  public var makeMachine: @Sendable (TaskNeeds) -> any BackgroundStateMachine
  /// Returns how long to wait before the next launch, from now. The manager may hold its lock during the call, so the
  /// function must not call it.
  public var nextDelay: @Sendable () -> Duration
  /// Called when a launch has ended, outside of the lock.
  public var report: @Sendable (BackgroundReport) -> Void

  /// Creates a setup from its parts.
  public init(
    tasks: [BackgroundTask], scheduler: BackgroundScheduler, conditions: DeviceConditions, store: any Store,
    time: ArgusTime, makeMachine: @escaping @Sendable (TaskNeeds) -> any BackgroundStateMachine,
    nextDelay: @escaping @Sendable () -> Duration, report: @escaping @Sendable (BackgroundReport) -> Void
  ) {
    self.tasks = tasks
    self.scheduler = scheduler
    self.conditions = conditions
    self.store = store
    self.time = time
    self.makeMachine = makeMachine
    self.nextDelay = nextDelay
    self.report = report
  }
}

/// Carries out the effects of ``BackgroundTaskMachine``: tasks, timers and calls of the system.
///
/// The system calls synchronously, from any thread. A lock, not an actor, keeps the order of these calls.
public final class BackgroundTaskManager: BackgroundTaskManaging {
  private struct Entry {
    let task: BackgroundTask
    var machine: any BackgroundStateMachine
    var grant: BackgroundRun?
    var runs: [Int: Run] = [:]
  }

  /// One run of a body that is not closed.
  private struct Run {
    let scope: BackgroundScope
    let body: Task<Void, Never>
    let timer: Task<Void, any Error>
  }

  private let setup: BackgroundSetup
  private let entries: Mutex<[String: Entry]>
  private let observation = Mutex<EventSubscription?>(nil)

  /// Creates a manager, registers the tasks with the scheduler and observes the conditions. It requests no launch.
  public init(_ setup: BackgroundSetup) {
    self.setup = setup
    entries = Mutex(
      Dictionary(
        setup.tasks.map { ($0.id, Entry(task: $0, machine: setup.makeMachine($0.needs))) }, uniquingKeysWith: { $1 }))
    for task in setup.tasks {
      setup.scheduler.register(task.id) { [weak self] in self?.launch($0) }
    }
    let subscription = setup.conditions.observe { [weak self] _ in self?.conditionsChanged() }
    observation.withLock { $0 = subscription }
  }

  public func scheduleAll() {
    for task in setup.tasks { submit(task) }
  }

  private func launch(_ grant: BackgroundRun) {
    grant.onExpiration { [weak self] in self?.handle(.expired, of: grant.id, by: grant) }
    entries.withLock { $0[grant.id]?.grant = grant }
    handle(.launched, of: grant.id)
  }

  private func conditionsChanged() {
    for task in setup.tasks { handle(.conditionsChanged, of: task.id) }
  }

  /// Applies an event of a task.
  /// - Parameter grant: the launch that the event belongs to. An event of an earlier launch is ignored.
  private func handle(_ event: BackgroundEvent, of id: String, by grant: BackgroundRun? = nil) {
    let reports = entries.withLock { entries -> [BackgroundOutcome] in
      guard var entry = entries[id] else { return [] }
      if let grant, entry.grant !== grant { return [] }
      var reports: [BackgroundOutcome] = []
      for effect in entry.machine.handle(event, setup.conditions.values) {
        if case .report(let outcome) = effect { reports.append(outcome) } else { perform(effect, &entry) }
      }
      entries[id] = entry
      return reports
    }
    // Outside of the lock, because the receiver may call the manager.
    for outcome in reports { setup.report(BackgroundReport(id: id, outcome: outcome)) }
  }

  private func perform(_ effect: BackgroundEffect, _ entry: inout Entry) {
    switch effect {
    case .start(let run): start(run, &entry)
    case .cancel(let run): entry.runs[run]?.body.cancel()
    case .close(let run):
      let closed = entry.runs.removeValue(forKey: run)
      closed?.scope.close()
      closed?.timer.cancel()
    case .complete(let success):
      entry.grant?.setTaskCompleted(success)
      entry.grant = nil
    case .scheduleNext: submit(entry.task)
    case .report: break
    }
  }

  private func start(_ run: Int, _ entry: inout Entry) {
    let task = entry.task
    let scope = BackgroundScope(run: run, store: setup.store)
    let body = Task { [weak self] in
      do {
        try await task.body(scope)
        self?.handle(.ended(run: run, succeeded: true), of: task.id)
      } catch {
        self?.handle(.ended(run: run, succeeded: false), of: task.id)
      }
    }
    let timer = Task { [weak self, time = setup.time] in
      try await time.sleep(task.limit)
      self?.handle(.limitReached(run: run), of: task.id)
    }
    entry.runs[run] = Run(scope: scope, body: body, timer: timer)
  }

  private func submit(_ task: BackgroundTask) {
    setup.scheduler.submit(
      BackgroundRequest(id: task.id, earliestBegin: setup.time.uptime() + setup.nextDelay(), needs: task.needs))
  }
}
