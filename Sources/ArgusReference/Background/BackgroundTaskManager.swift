import Foundation
import StorageContract
import Synchronization

/// Manages background tasks and when they run (002 Background Processing).
public protocol BackgroundTaskManaging: AnyObject, Sendable {
  /// Asks the system for a first run of each task.
  func scheduleAll()
}

/// How a launch of a task ended: told once for each.
public struct BackgroundReport: Sendable, Equatable {
  public let id: String
  public let outcome: BackgroundOutcome

  public init(id: String, outcome: BackgroundOutcome) {
    self.id = id
    self.outcome = outcome
  }
}

/// What the manager is made from.
public struct BackgroundSetup: Sendable {
  public var tasks: [BackgroundTask]
  public var scheduler: BackgroundScheduler
  public var conditions: DeviceConditions
  public var store: any Store
  public var time: ArgusTime
  public var makeMachine: @Sendable (TaskNeeds) -> any BackgroundStateMachine
  /// How long to wait before the next run, from now.
  public var nextDelay: @Sendable () -> Duration
  public var report: @Sendable (BackgroundReport) -> Void

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

/// Turns the effects of ``BackgroundTaskMachine`` into tasks, timers and calls of the system.
///
/// The system's calls are synchronous and come from anywhere: a lock, not an actor, so that they keep their order.
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

  /// - Parameter grant: the launch that the event is about; an earlier one's does not concern the task any more.
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
    // Outside of the lock: whoever hears of it may ask for something.
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
