#if compiler(>=6.3) && os(Linux) && !TOUCHSTONE_PUBLIC_SCHEDULING
  @_spi(ExperimentalScheduling) import _Concurrency
#endif
import CScheduling
import Dispatch
import Synchronization

/// Runs the jobs of Swift concurrency on one thread, one at a time, in an order that a ``Decisions``
/// chooses: every task that is created while it runs, every actor's turn, the main actor, every sleep.
///
/// Everything but its inbox is confined to the thread that is in ``run(_:deciding:)``: hence unchecked.
final class SchedulerLoop: TaskExecutor, @unchecked Sendable {
  /// A job that could run now.
  struct ReadyJob {
    let job: UnownedJob
    let isOfMainActor: Bool
    /// The identity of the task that it moves; for an actor's turn, of the task that asked for it.
    let owner: UInt64
  }

  /// How the run of a body ended.
  enum Ending {
    case finished
    /// The body has not finished, and nothing can run.
    case stuck
    case stepLimit
  }

  struct Outcome {
    var ending = Ending.finished
    var steps = 0
    /// How often another thread woke a task.
    var externalWakes = 0
    /// Over what was chosen out of how many, and when.
    var traceHash: UInt64 = 0
    /// Virtual, in nanoseconds.
    var elapsed: Int64 = 0
  }

  private(set) var ready: [ReadyJob] = []
  var timers = TimerQueue()
  /// Whose step is running, or ran last.
  private var lastOwner: UInt64 = 0
  /// Watches tasks and steps for a report; nil while nobody asks.
  private(set) var observer: ScheduleObserver?
  /// What the run met that it cannot control.
  private(set) var strays: Set<String> = []
  let mainActor: MainActorStandIn
  let state: UnsafeMutablePointer<ts_run>

  private let inbox = Mutex<[(job: UnownedJob, isOfMainActor: Bool)]>([])
  private let hasMail = Atomic<Bool>(false)
  private let mail = DispatchSemaphore(value: 0)
  private var random: RandomNumbers?

  init() {
    state = .allocate(capacity: 1)
    state.initialize(to: ts_run())
    mainActor = MainActorStandIn()
    mainActor.loop = self
    state.pointee.context = Unmanaged.passUnretained(self).toOpaque()
    connect()
  }

  deinit {
    state.deallocate()
  }

  /// Starts the body and runs everything that comes of it, until all is done that can be done.
  ///
  /// What is left when the body has finished is run to its end without decisions, up to a limit: it has
  /// no part in the outcome. So is what a body leaves that does not finish, once its task is cancelled.
  /// What waits even then is abandoned; tasks hold on to the loop as long as they are there.
  func run(
    _ settings: LoopSettings, deciding decisions: inout Decisions, isDone: () -> Bool,
    start: () -> Task<Void, Never>
  ) -> Outcome {
    begin(settings)
    let previous = ts_enter(state)
    defer { _ = ts_enter(previous) }
    let body = start()
    var outcome = Outcome()
    var hash = TraceHash()
    while !isDone() {
      takeMail(&outcome)
      if ready.isEmpty {
        if advanceTime(settings) || waitForMail(settings.grace) { continue }
        outcome.ending = .stuck
        break
      }
      if outcome.steps == settings.stepLimit {
        outcome.ending = .stepLimit
        break
      }
      // The timer that is due next is one more alternative where timeouts race.
      let alternatives = ready.count + (settings.timersRace && !timers.isEmpty ? 1 : 0)
      let preferred = preferredPosition
      let choice = alternatives > 1 ? decisions.choose(alternatives, preferred, ready) : 0
      hash.add(choice, of: alternatives, at: state.pointee.now)
      outcome.steps += 1
      if choice >= ready.count {
        _ = advanceTime(settings)
        observer?.timePasses(to: state.pointee.now)
      } else {
        // 0 is the preferred one, the others follow in the order in which they became ready.
        runJob(at: choice == 0 ? preferred : choice <= preferred ? choice - 1 : choice, choice != 0)
      }
    }
    outcome.traceHash = hash.value
    outcome.elapsed = state.pointee.now
    // While the tasks that wait are sure to be there.
    observer?.close()
    observer = nil
    if outcome.ending != .finished { body.cancel() }
    drain(settings, &outcome)
    return outcome
  }

  private func drain(_ settings: LoopSettings, _ outcome: inout Outcome) {
    var left = settings.stepsAfterwards
    while left > 0 {
      takeMail(&outcome)
      if ready.isEmpty && !advanceTime(settings) { return }
      left -= 1
      if !ready.isEmpty { runJob(at: preferredPosition, false) }
    }
  }

  private var preferredPosition: Int { ready.firstIndex { $0.owner == lastOwner } ?? 0 }

  private func runJob(at position: Int, _ isSwitch: Bool) {
    let next = ready.remove(at: position)
    lastOwner = next.owner
    observer?.willRun(next, isSwitch: isSwitch, at: state.pointee.now)
    if next.isOfMainActor {
      next.job.runSynchronously(on: mainActor.asUnownedSerialExecutor())
    } else {
      next.job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  private func begin(_ settings: LoopSettings) {
    ready.removeAll(keepingCapacity: true)
    timers.removeAll()
    lastOwner = 0
    strays.removeAll()
    observer = settings.observer
    random = settings.random
    random?.restart()
    state.pointee.now = 0
    state.pointee.created = 0
    state.pointee.has_virtual_clock = settings.isTimeVirtual && settings.usesHooks
    takeOver(settings.usesHooks)
    observe(observer != nil)
    controlRandomness(random != nil)
  }

  /// Takes a job in, from this thread or from any other.
  func add(_ job: UnownedJob, isOfMainActor: Bool = false) {
    guard ts_current() == state else {
      inbox.withLock { $0.append((job, isOfMainActor)) }
      hasMail.store(true, ordering: .releasing)
      mail.signal()
      return
    }
    ready.append(ReadyJob(job: job, isOfMainActor: isOfMainActor, owner: owner(of: job)))
  }

  func addTimer(_ job: UnownedJob, after nanoseconds: Int64) {
    timers.add(job, owner: owner(of: job), due: now.addingClamped(max(0, nanoseconds)))
  }

  /// Lets go of what the last run left.
  func forget() {
    observer = nil
    random = nil
    ready.removeAll(keepingCapacity: true)
    timers.removeAll()
  }

  func noteStray(_ what: String) {
    strays.insert(what)
  }

  func fillRandom(_ buffer: UnsafeMutableRawBufferPointer) {
    random?.fill(buffer)
  }

  private var now: Int64 {
    state.pointee.has_virtual_clock ? state.pointee.now : realTime()
  }

  private func owner(of job: UnownedJob) -> UInt64 {
    let raw = unsafeBitCast(job, to: UnsafeMutableRawPointer.self)
    let id = ts_task_id(raw)
    observer?.sees(job: raw, task: id)
    if id != 0 { return id }
    let current = ts_current_task_id()
    return current == 0 ? lastOwner : current
  }

  private func takeMail(_ outcome: inout Outcome) {
    guard hasMail.load(ordering: .acquiring) else { return }
    hasMail.store(false, ordering: .relaxed)
    let jobs = inbox.withLock { jobs in
      defer { jobs.removeAll() }
      return jobs
    }
    for (job, isMain) in jobs {
      ready.append(ReadyJob(job: job, isOfMainActor: isMain, owner: owner(of: job)))
    }
    outcome.externalWakes += jobs.count
  }

  /// Goes on to the time of the next timer; waits until then where time is real. False without a timer.
  private func advanceTime(_ settings: LoopSettings) -> Bool {
    guard let due = timers.nextDue else { return false }
    if settings.isTimeVirtual {
      state.pointee.now = max(state.pointee.now, due)
    } else {
      let wait = due - realTime()
      if wait > 0 && waitForMail(wait) { return true }
    }
    for timer in timers.take(upTo: due) {
      ready.append(ReadyJob(job: timer.job, isOfMainActor: false, owner: timer.owner))
    }
    return true
  }

  /// Waits, in real time, for another thread to wake a task.
  private func waitForMail(_ nanoseconds: Int64) -> Bool {
    guard nanoseconds > 0 else { return hasMail.load(ordering: .acquiring) }
    let wasVirtual = state.pointee.has_virtual_clock
    state.pointee.has_virtual_clock = false
    defer { state.pointee.has_virtual_clock = wasVirtual }
    let deadline: DispatchTime =
      nanoseconds == .max ? .distantFuture : .now() + .nanoseconds(Int(clamping: nanoseconds))
    while !hasMail.load(ordering: .acquiring) {
      if mail.wait(timeout: deadline) == .timedOut { return hasMail.load(ordering: .acquiring) }
    }
    return true
  }

  /// The calling code sleeps in the middle of a step: time passes for it, and for nobody else.
  func passTime(_ nanoseconds: UInt64) {
    state.pointee.now = state.pointee.now.addingClamped(Int64(clamping: nanoseconds))
  }

  func enqueue(_ job: consuming ExecutorJob) {
    add(UnownedJob(job))
  }
}

#if compiler(>=6.3) && os(Linux) && !TOUCHSTONE_PUBLIC_SCHEDULING
  /// How `Task.sleep` finds the clock of the executor that a task runs on.
  extension SchedulerLoop: SchedulingExecutor {
    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      addTimer(UnownedJob(job), after: nanoseconds(delay))
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      addTimer(UnownedJob(job), after: nanoseconds(clock.now.duration(to: instant)))
    }

    private func nanoseconds<D: DurationProtocol>(_ duration: D) -> Int64 {
      guard let duration = duration as? Swift.Duration else {
        noteStray("a clock that measures in \(D.self)")
        return 0
      }
      return duration.nanosecondsClamped
    }
  }
#endif

/// What stands in for the main actor's executor on a run's thread.
final class MainActorStandIn: SerialExecutor, @unchecked Sendable {
  // The loop owns it and outlives it.
  unowned(unsafe) var loop: SchedulerLoop?

  func enqueue(_ job: consuming ExecutorJob) {
    loop?.add(UnownedJob(job), isOfMainActor: true)
  }
}

/// How a ``SchedulerLoop`` runs.
struct LoopSettings {
  var isTimeVirtual = true
  var timersRace = false
  /// Off: with what is public interface alone, the preference of the body's task for this executor.
  var usesHooks = true
  var stepLimit = 100_000
  /// Steps for what is left over when the body has finished.
  var stepsAfterwards = 1_000
  /// How long to wait for other threads when nothing can run, in real nanoseconds.
  var grace: Int64 = 0
  var observer: ScheduleObserver?
  var random: RandomNumbers?
}
