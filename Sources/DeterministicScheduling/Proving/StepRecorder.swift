import CScheduling

/// Writes down what each step of a run touches. Confined to the thread of the run.
final class StepRecorder {
  /// What ready jobs are told apart by: in runs that began alike it is the same.
  enum Key: Hashable {
    case task(Int)
    /// The task comes onto the queue of an actor.
    case arrival(Int)
    /// The first job on the queue of an actor runs.
    case turn(Footprint.Label)
    case other(Int)
    /// The next timer ends before all else has run.
    case time
  }

  struct Step {
    let key: Key
    /// The tasks that ran in it: one, and those that began at once within it.
    var tasks: Set<Int> = []
    /// The steps without which it could not have come.
    var causes: Set<Int>
    /// How often time had passed.
    let epoch: Int
    var footprint = Footprint()
  }

  private(set) var steps: [Step] = []
  /// How far the run has come.
  private var state = StateHash()
  private var counted = 0
  /// Why what was seen is not all that there is to see; nil if it is.
  private(set) var gap: String?

  private let names: Names
  private let sharesMemory: Bool
  private var tasks: [UInt64: TaskSeen] = [:]
  private var byContext: [UnsafeRawPointer: UInt64] = [:]
  /// Those that tasks were made with.
  private var priorities: Set<UInt8> = []
  private var actors: [UnsafeMutableRawPointer: Footprint.Label] = [:]
  /// How many of each kind a task has made.
  private var made: [Maker: Int] = [:]
  /// For jobs that are no tasks, what they are.
  private var others: [UnsafeMutableRawPointer: Int] = [:]
  /// In which step a job became ready.
  private var madeReady: [UnsafeMutableRawPointer: Int] = [:]
  /// For each lock the tasks that took it.
  private var holders: [UInt: Set<Int>] = [:]
  /// What the functions in front of the runtime's have told.
  private(set) var told: Set<Told> = []
  private var epoch = 0
  private var readings: Int64 = 0

  enum Told: CaseIterable { case awaitedTask, awaitedLet, cancelled }

  private struct Maker: Hashable {
    let task: Int
    let kind: Names.Kind
  }

  private struct TaskSeen {
    let pointer: UnsafeMutableRawPointer
    let name: Int
    let maker: UInt64
    /// Its end will be reported. Otherwise the pointer must not be used: the task may be gone.
    var isWatched = false
    /// Of a group: the label of its children.
    var group: Footprint.Label?
    /// Whether it was made by `async let` or for a group, and not by `Task {}`.
    var isChild: Bool { group != nil || isLet }
    var isLet = true
    var hasGroups = false
    var isCancelled = false
    /// Those whose end it has asked for.
    var awaited: [UInt64] = []
    var end: Int?
    var lastStep: Int?
  }

  init(_ names: Names, sharesMemory: Bool) {
    self.names = names
    self.sharesMemory = sharesMemory
  }

  /// Whether two tasks took the same lock.
  var sawSharedLocks: Bool { holders.values.contains { $0.count > 1 } }

  /// The last step; nil before any has begun.
  var stepNumber: Int? { steps.indices.last }

  // What the loop tells.

  func key(of ready: SchedulerLoop.ReadyJob) -> Key {
    guard let job = ready.job?.pointer else { return .turn(ready.queue.map(label) ?? 0) }
    let id = ts_task_id(job)
    guard id != 0 else { return .other(others[job] ?? 0) }
    let name = seen(job, id: id).name
    return ready.isArrival ? .arrival(name) : .task(name)
  }

  func added(_ job: UnownedJob) {
    let raw = job.pointer
    madeReady[raw] = stepNumber
    let id = ts_task_id(raw)
    if id != 0 { _ = seen(raw, id: id) } else { others[raw] = nextName(.job) }
  }

  func begins(_ key: Key, _ ready: SchedulerLoop.ReadyJob?, clockReadings readings: Int64) {
    self.readings = readings
    var step = Step(key: key, causes: [], epoch: epoch)
    if let job = ready?.job?.pointer {
      if let cause = madeReady.removeValue(forKey: job) { step.causes.insert(cause) }
    } else if let queue = ready?.queue, let first = queue.entries.first {
      // It came there, and what ran there before has come to where it went. If it overtook one that waits there, that one would have had
      // this turn without it.
      let overtook = queue.entries.contains { ($0.step ?? 0) < (first.step ?? 0) }
      step.causes.formUnion([overtook ? nil : first.step, queue.released].compactMap { $0 })
      step.footprint.actor = label(queue)
      step.footprint.priorities = Set(queue.entries.map(\.priority))
    }
    if key == .time { step.footprint.others.insert(Footprint.timers) }
    steps.append(step)
  }

  func ends(clockReadings readings: Int64) {
    guard let last = stepNumber else { return }
    let isTask: Bool
    switch steps[last].key {
    case .arrival: return
    case .task: isTask = true
    case .turn, .other, .time: isTask = false
    }
    if isTask, steps[last].tasks.isEmpty { gap = "this toolchain does not report when a task runs" }
    if readings != self.readings { touch(Footprint.clocks) }
    if sharesMemory { touch(Footprint.memory) }
    for (id, task) in tasks where task.isWatched && task.end == nil && !task.isCancelled && ts_is_cancelled(task.pointer) {
      tasks[id]?.isCancelled = true
      touch(cancellation(task))
    }
  }

  /// A job comes onto a queue, in this step.
  func arrives(_ job: UnownedJob, at queue: ActorQueue, priority level: UInt8) {
    guard let last = stepNumber else { return }
    steps[last].footprint.queues.insert(label(queue))
    steps[last].footprint.priorities.insert(level)
    for task in lineage(of: ts_task_id(job.pointer)) { steps[last].footprint.reads.insert(priority(task)) }
  }

  /// The hash of what has run and of what could run now.
  func state(_ ready: [SchedulerLoop.ReadyJob], at time: Int64) -> Int {
    while counted < steps.count {
      let step = steps[counted]
      let footprint = step.footprint
      state.add(
        step.key, footprint.queues.union(footprint.others).union(footprint.reads).union(step.tasks).union(footprint.actor.map { [$0] } ?? []), names: names)
      counted += 1
    }
    return state.value(ready.map(key), after: steps.last?.key, at: time, names: names)
  }

  func timePasses() { epoch += 1 }
  func drawsRandomNumbers() { touch(Footprint.randomNumbers) }
  func addsTimer(_ job: UnownedJob) {
    touch(Footprint.timers)
    added(job)
  }

  /// A task waits for a condition that is asked again and again.
  func waits() { gap = "the body claims that something happens eventually" }

  /// A task has run for long while others could have.
  func runsOn() { gap = "a task ran for 200 steps while others could run; if a task polls, its interleavings have no end" }

  /// So much that not all of it was seen.
  func goesOn(afterwards limit: Int) { gap = "what the body left went on for more than \(limit) steps after its end" }

  // What the runtime tells.

  func entered() {
    let id = ts_current_task_id()
    guard let last = stepNumber else { return }
    guard let task = tasks[id] else {
      gap = "the scheduler did not see a task begin"
      return
    }
    if !task.isWatched { gap = "this toolchain does not report when a task ends" }
    steps[last].tasks.insert(task.name)
    if let before = task.lastStep, before != last { steps[last].causes.insert(before) }
    tasks[id]?.lastStep = last
    // It is cancelled, and its priority raised, with those that it is a part of.
    for next in lineage(of: id) { steps[last].footprint.reads.formUnion([cancellation(next), priority(next)]) }
    // Whether a child has ended when it is asked for decides whether its parent stops there.
    if task.hasGroups {
      touch(children(of: task))
      for (child, seen) in tasks where seen.maker == id && seen.group != nil { raisesPriority(of: child) }
    }
    if priorities.count == 1, !priorities.contains(ts_priority(task.pointer)) { gap = "the body raises the priority of a task" }
  }

  func made(actor: UnsafeMutableRawPointer) { actors[actor] = nextName(.actor) }

  func created(task: UnsafeMutableRawPointer, group: UnsafeMutableRawPointer?) {
    let id = ts_task_id(task)
    // The first task of a process came up as a job before anyone knew where to look in it.
    if !seen(task, id: id).isWatched { tasks[id]?.isWatched = watch(task, id) }
    // An `async let` is not reported.
    tasks[id]?.isLet = false
    let current = ts_current_task_id()
    guard group != nil, let parent = tasks[current] else { return }
    tasks[id]?.group = children(of: parent)
    tasks[current]?.hasGroups = true
  }

  func finished(_ context: UnsafeRawPointer) {
    guard let id = byContext[context], let task = tasks[id] else { return }
    tasks[id]?.end = stepNumber
    touch(task.group ?? end(of: task))
  }

  /// The current task cancels a task, or asks whether it is cancelled.
  func usesCancellation(of task: UnsafeMutableRawPointer, isRead: Bool) {
    guard let last = stepNumber, let label = tasks[ts_task_id(task)].map(cancellation) else { return }
    if !isRead { told.insert(.cancelled) }
    if isRead { steps[last].footprint.reads.insert(label) } else { touch(label) }
  }

  func takes(lock: UInt) {
    if let task = tasks[ts_current_task_id()] { holders[lock, default: []].insert(task.name) }
  }

  /// The current task awaits the end of a task; nil: of one that it has made. If the end has come, the task goes on in this step.
  func awaits(_ awaited: UnsafeMutableRawPointer?) {
    let current = ts_current_task_id()
    guard let last = stepNumber, tasks[current] != nil else { return }
    told.insert(awaited == nil ? .awaitedLet : .awaitedTask)
    let all: [TaskSeen]
    if let awaited {
      all = tasks[ts_task_id(awaited)].map { [$0] } ?? []
      // Made before the run.
      if all.isEmpty { gap = "the body awaits a task that it has not made" }
    } else {
      all = tasks.values.filter { $0.maker == current && $0.isLet }
    }
    // If it has done nothing yet in this step, and raises no priority, to stop here first makes no difference.
    let hasDoneNothing =
      steps[last].footprint.actor == nil && steps[last].footprint.queues.isEmpty
      && steps[last].footprint.others.isEmpty && priorities.count == 1
    if let awaited {
      raisesPriority(of: ts_task_id(awaited))
      tasks[current]?.awaited.append(ts_task_id(awaited))
    }
    for task in all {
      if !hasDoneNothing {
        touch(end(of: task))
      } else if let end = task.end, end != last {
        steps[last].causes.insert(end)
      }
    }
  }

  // Within.

  /// A task and, if it is a child, those that it is a part of.
  private func lineage(of id: UInt64) -> [TaskSeen] {
    var lineage = tasks[id].map { [$0] } ?? []
    while let last = lineage.last, last.isChild, let maker = tasks[last.maker] { lineage.append(maker) }
    return lineage
  }

  /// Who awaits a task raises its priority, and that of those which it awaits: with it they come onto queues from then on.
  private func raisesPriority(of id: UInt64) {
    guard priorities.count > 1 else { return }
    var (left, known): ([UInt64], Set<UInt64>) = ([id], [])
    while let next = left.popLast() {
      guard known.insert(next).inserted, let task = tasks[next] else { continue }
      touch(priority(task))
      left += task.awaited
    }
  }

  private func cancellation(_ task: TaskSeen) -> Footprint.Label { names.name(.made(.cancellation, by: task.name, ordinal: 0)) }
  private func priority(_ task: TaskSeen) -> Footprint.Label { names.name(.made(.priority, by: task.name, ordinal: 0)) }
  private func end(of task: TaskSeen) -> Footprint.Label { names.name(.made(.end, by: task.name, ordinal: 0)) }
  private func children(of task: TaskSeen) -> Footprint.Label { names.name(.made(.children, by: task.name, ordinal: 0)) }

  /// Of an actor that was there before the run, its address tells it apart.
  private func label(_ queue: ActorQueue) -> Footprint.Label {
    guard let actor = queue.actor else { return Footprint.mainActor }
    return actors[actor] ?? names.name(.address(UInt(bitPattern: actor)))
  }

  private func nextName(_ kind: Names.Kind) -> Int {
    let maker = Maker(task: tasks[ts_current_task_id()]?.name ?? 0, kind: kind)
    defer { made[maker, default: 0] += 1 }
    return names.name(.made(kind, by: maker.task, ordinal: made[maker, default: 0]))
  }

  private func seen(_ task: UnsafeMutableRawPointer, id: UInt64) -> TaskSeen {
    if let known = tasks[id] { return known }
    var seen = TaskSeen(pointer: task, name: nextName(.task), maker: ts_current_task_id())
    seen.isWatched = watch(task, id)
    tasks[id] = seen
    priorities.insert(ts_priority(task))
    return seen
  }

  private func watch(_ task: UnsafeMutableRawPointer, _ id: UInt64) -> Bool {
    guard let context = ts_watch(task) else { return false }
    byContext[context] = id
    return true
  }

  private func touch(_ label: Footprint.Label) {
    if let last = stepNumber { steps[last].footprint.others.insert(label) }
  }
}
