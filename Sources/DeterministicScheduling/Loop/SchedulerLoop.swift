import CRunNotes
import CScheduling
import Synchronization

/// Runs the jobs of Swift concurrency on one thread, one at a time, in an order that a ``Decisions``
/// chooses: every task that is created while it runs, every actor's turn, the main actor, every sleep.
///
/// Everything but its inbox is confined to the thread that is in ``run(_:deciding:)``: hence unchecked.
final class SchedulerLoop: TaskExecutor, @unchecked Sendable {
  var ready: [ReadyJob] = []
  var timers = TimerQueue()
  var waiters = Waiters()
  private(set) var stepsTaken = 0
  private(set) var isSchedule = true
  /// The step since which one task alone has run.
  private var aloneSince = 0
  /// Whose step is running, or ran last.
  private var lastOwner: UInt64 = 0
  /// How many steps in a row were its, while others could have run.
  private var streak = 0
  /// For a task that the runtime makes to end a sleep, the one that sleeps: its steps are that one's.
  var sleepers: [UInt64: UInt64] = [:]
  /// After so many another must run, whatever is chosen: a task that polls, with a `Task.yield` in between,
  /// for what another is to do would otherwise never let it.
  private static let longestStreak = 200
  /// Watches tasks and steps for a report; nil if no report is wanted.
  private(set) var observer: ScheduleObserver?
  /// Writes down what each step touches; nil unless a proof or a search needs it.
  private(set) var recorder: StepRecorder?
  /// What the run met that it cannot control.
  private(set) var strays: Set<Stray> = []
  let mainActor = ActorQueue()
  var queues = ActorQueues()
  /// The queue whose job is running.
  var running: ActorQueue?
  /// The task whose step is running.
  var stepTask: UInt64 = 0
  /// The same, or the task that goes on with the job that is running.
  private(set) var currentTask: UnsafeMutableRawPointer?
  /// Turns of actors that keep a job which came without our help.
  var strayTurns: [UnownedJob] = []
  private var callsOvertake = false
  let state: UnsafeMutablePointer<ts_run>

  /// What the watchdog sees of this run, as long as it runs.
  private var steps: UnsafeMutablePointer<crn_steps>?
  let inbox = Inbox()
  private let isRunning = Atomic<Bool>(false)
  private var random: RandomNumbers?

  init() {
    state = .allocate(capacity: 1)
    state.initialize(to: ts_run())
    mainActor.loop = self
    state.pointee.context = Unmanaged.passUnretained(self).toOpaque()
    connect()
    Self.explainsBlockedSteps
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
    isRunning.store(true, ordering: .releasing)
    steps = settings.isSchedule ? crn_steps_begin(settings.stepSeconds, state.pointee.context) : nil
    defer {
      steps.map(crn_steps_end)
      steps = nil
      isRunning.store(false, ordering: .releasing)
      _ = ts_enter(previous)
    }
    let body = start()
    var outcome = Outcome()
    var hash = TraceHash()
    var end: Int?
    while true {
      if isDone() {
        // What comes later could have come before: a proof has to see it.
        guard decisions.isProof, !hasEnded(at: &end, settings, &decisions) else { break }
      }
      takeMail(&outcome)
      settle()
      if ready.isEmpty {
        if advanceTime(settings) || waitForMail(settings.grace) || disappointWaiters() { continue }
        outcome.ending = .stuck
        break
      }
      if stepsTaken == settings.stepLimit {
        outcome.ending = .stepLimit
        outcome.stepsAlone = stepsTaken - aloneSince
        break
      }
      // The timer that is due next is one more alternative where timeouts race.
      let alternatives = ready.count + (settings.timersRace && !timers.isEmpty ? 1 : 0)
      let preferred = preferredPosition
      let choice: Int
      if isFair {
        choice = stepsTaken % 100 == 0 && !timers.isEmpty ? ready.count : preferred == 0 ? 0 : 1
      } else if decisions.isProof, let recorder {
        if streak >= Self.longestStreak { recorder.runsOn() }
        choice = decisions.prove(alternatives, preferred, ready)
      } else {
        choice =
          alternatives > 1 && streak < Self.longestStreak
          ? decisions.choose(alternatives, preferred, ready, state: recorder?.state(ready, at: state.pointee.now) ?? 0) : 0
      }
      hash.add(choice, of: alternatives, at: state.pointee.now)
      stepsTaken += 1
      if choice >= ready.count {
        recorder?.begins(.time, nil, clockReadings: state.pointee.readings)
        _ = advanceTime(settings)
        recorder?.ends(clockReadings: state.pointee.readings)
        observer?.timePasses(to: state.pointee.now)
      } else {
        let position = Self.position(of: choice, preferred)
        let isArrival = ready[position].isArrival
        runJob(at: position, choice != 0)
        if !isArrival { wakeWaiters(after: lastOwner) }
      }
    }
    outcome.steps = end ?? stepsTaken
    outcome.hadSeveralTasks = aloneSince > 1
    outcome.traceHash = hash.value
    if state.pointee.foreign > 0 { noteStray("a task was given its own executor") }
    // While the tasks that wait are sure to be there, and nobody else moves them.
    if outcome.externalWakes == 0 && strays.isEmpty { observer?.close() }
    observer = nil
    recorder = nil
    record(false)
    if outcome.ending != .finished { body.cancel() }
    drain(settings, &outcome)
    return outcome
  }

  /// Whether nothing is left that could have run before the body ended, which it did at step `end`.
  private func hasEnded(at end: inout Int?, _ settings: LoopSettings, _ decisions: inout Decisions) -> Bool {
    let start = end ?? stepsTaken
    end = start
    decisions.isOver = true
    settle()
    if ready.isEmpty { return true }
    guard stepsTaken - start < settings.stepsAfterwards else {
      recorder?.goesOn(afterwards: settings.stepsAfterwards)
      return true
    }
    return false
  }

  private func drain(_ settings: LoopSettings, _ outcome: inout Outcome) {
    var left = settings.stepsAfterwards
    while left > 0 {
      takeMail(&outcome)
      settle()
      // In real time nobody waits for what sleeps.
      if ready.isEmpty, !settings.isTimeVirtual || !advanceTime(settings) { break }
      left -= 1
      if !ready.isEmpty { runJob(at: preferredPosition, false) }
    }
    // A task can be abandoned, but not the turn of an actor that keeps its own queue: one that outlives the run, as global ones do,
    // would wait for it for ever.
    left = settings.stepsAfterwards
    while left > 0, let turn = ready.firstIndex(where: { $0.isWholeTurn }) {
      left -= 1
      runJob(at: turn, false)
    }
  }

  /// Where among the ready jobs an alternative stands: 0 is the preferred one, the others follow in the order
  /// in which they became ready.
  static func position(of choice: Int, _ preferred: Int) -> Int {
    choice == 0 ? preferred : choice <= preferred ? choice - 1 : choice
  }

  /// Of the default: the running task's, unless it has had its share.
  private var preferredPosition: Int {
    streak < Self.longestStreak
      ? ready.firstIndex { $0.owner == lastOwner } ?? 0
      : ready.firstIndex { $0.owner != lastOwner } ?? 0
  }

  private func runJob(at position: Int, _ isSwitch: Bool) {
    let next = ready.remove(at: position)
    streak = next.owner == lastOwner && !ready.isEmpty ? streak + 1 : 0
    if next.owner != lastOwner { aloneSince = stepsTaken }
    lastOwner = next.owner
    observer?.willRun(next, isSwitch: isSwitch, at: state.pointee.now)
    recorder.map { $0.begins($0.key(of: next), next, clockReadings: state.pointee.readings) }
    steps.map(crn_step_turns)
    defer {
      settle()
      steps.map(crn_step_turns)
      observer?.hasRun()
      recorder?.ends(clockReadings: state.pointee.readings)
    }
    currentTask = (next.job ?? next.queue?.entries.first?.job).flatMap { ts_task_of($0.pointer) }
    guard let job = next.job else {
      if let queue = next.queue { runTurn(of: queue) }
      return
    }
    guard let queue = next.queue else {
      stepTask = ts_task_id(job.pointer)
      job.runSynchronously(on: asUnownedTaskExecutor())
      stepTask = 0
      return
    }
    if let source = next.source {
      source.isHeld = false
      source.released = recorder?.stepNumber
      makeReady(source)
    }
    arrive(job, next.owner, at: queue)
  }

  private func begin(_ settings: LoopSettings) {
    isSchedule = settings.isSchedule
    lastOwner = 0
    streak = 0
    stepsTaken = 0
    aloneSince = 0
    waiters.removeAll()
    strays.removeAll()
    sleepers.removeAll(keepingCapacity: true)
    observer = settings.observer
    recorder = settings.recorder
    random = settings.random
    random?.restart()
    state.pointee.now = 0
    state.pointee.read_at = 0
    state.pointee.readings = 0
    state.pointee.foreign = 0
    state.pointee.keeps_tasks = isSchedule && settings.usesHooks
    state.pointee.kept_count = 0
    state.pointee.has_virtual_clock = settings.isTimeVirtual && settings.usesHooks
    takeOver(settings.usesHooks)
    callsOvertake = settings.callsOvertake
    keepQueues(settings.isSchedule && settings.usesHooks)
    observe(observer != nil || recorder != nil)
    record(recorder != nil)
    controlRandomness(random != nil)
    watchDispatch(!settings.ignoresDispatch)
  }

  /// Takes a job in, from this thread or from any other.
  func add(_ job: UnownedJob, to queue: ActorQueue? = nil) {
    guard ts_current() == state else { return post(job, to: queue) }
    if state.pointee.begins_let {
      state.pointee.begins_let = false
      ts_keep(state, job.pointer)
    }
    let isHop = state.pointee.hops
    state.pointee.hops = false
    guard let queue else {
      if state.pointee.queue_of != nil, ts_turn_actor(job.pointer) != nil { return strayTurns.append(job) }
      ready.append(ReadyJob(job: job, queue: nil, owner: owner(of: job)))
      recorder?.added(job)
      return
    }
    // On its way: it may come later than it left. A task that began at once within another's step comes before that goes on.
    if isHop, stepTask != 0, ts_task_id(job.pointer) == stepTask, isSchedule {
      let source = callsOvertake ? nil : running
      source?.isHeld = true
      ready.append(ReadyJob(job: job, queue: queue, source: source, owner: owner(of: job)))
      recorder?.added(job)
    } else {
      recorder?.added(job)
      arrive(job, owner(of: job), at: queue)
    }
  }

  /// From a thread without this run, or with another.
  func post(_ job: UnownedJob, to queue: ActorQueue? = nil, delay: Int64? = nil) {
    // The job's task may be all that holds the loop, and be gone as soon as the job is in the inbox.
    let keeper = Unmanaged.passRetained(self)
    defer { keeper.release() }
    if !isRunning.load(ordering: .acquiring) { loop(ts_current()?.pointee.context)?.noteStray(Self.leftover) }
    inbox.post(Inbox.Letter(job: job, queue: queue, delay: delay))
  }

  private static let leftover = "a task that an earlier schedule left waiting was woken, and cannot go on"

  /// Lets go of what the last run left.
  func forget() {
    observer = nil
    recorder = nil
    random = nil
    ready.removeAll(keepingCapacity: true)
    timers.removeAll()
    waiters.removeAll()
    mainActor.forget()
    queues.forget()
    strayTurns.removeAll()
    ts_forget_diversions(state)
  }

  func noteStray(_ what: String, at sites: [UInt] = []) {
    strays.insert(Stray(what: what, sites: sites))
  }

  func fillRandom(_ buffer: UnsafeMutableRawBufferPointer) {
    random?.fill(buffer)
    recorder?.drawsRandomNumbers()
  }

  var now: Int64 {
    state.pointee.has_virtual_clock ? state.pointee.now : realTime()
  }

  func owner(of job: UnownedJob) -> UInt64 {
    let raw = job.pointer
    let id = ts_task_id(raw)
    if !sleepers.isEmpty, let sleeper = sleepers[id] { return sleeper }
    observer?.sees(job: raw, task: id)
    if id != 0 { return id }
    let current = ts_current_task_id()
    return current == 0 ? lastOwner : current
  }

  private func takeMail(_ outcome: inout Outcome) {
    if inbox.isEmpty { return }
    let letters = inbox.take()
    for letter in letters {
      if let delay = letter.delay {
        addTimer(letter.job, after: delay)
      } else {
        add(letter.job, to: letter.queue)
      }
    }
    outcome.externalWakes += letters.count
  }

  func enqueue(_ job: consuming ExecutorJob) {
    add(UnownedJob(job))
  }
}
