import CScheduling

/// Writes down what each step of a run touches.
///
/// A turn of an actor runs the jobs of several tasks, so that a step is made of stretches: each is what one task ran without
/// another in between. Confined to the thread of the run.
final class StepRecorder {
  /// What ready jobs are told apart by: in runs that began alike it is the same.
  enum Key: Hashable {
    case task(Int)
    case turn(Int)
    case other(Int)
    /// The next timer ends before all else has run.
    case time
  }

  /// What one task ran without another in between.
  struct Stretch {
    let step: Int
    /// Of the task; nil before any has begun.
    let task: Int?
    /// What made the job ready, and the task's stretch before.
    var causes: [Int]
    /// How often time had passed.
    let epoch: Int
    var footprint = Footprint()
  }

  private(set) var stretches: [Stretch] = []
  /// For each step its key, and the stretches that it is made of.
  private(set) var steps: [(key: Key, stretches: Range<Int>)] = []
  /// How far the run has come.
  private var state = StateHash()
  private var counted = 0
  /// Why what was seen is not all that there is to see; nil if it is.
  private(set) var gap: String?

  private let names: Names
  private let sharesMemory: Bool
  private var tasks: [UInt64: TaskSeen] = [:]
  private var byContext: [UnsafeRawPointer: UInt64] = [:]
  private var actors: [(address: UnsafeMutableRawPointer, label: Int, words: [UInt])] = []
  private var groups: [UInt: Int] = [:]
  /// How many of each kind a task has made.
  private var made: [Maker: Int] = [:]
  private var adders: [UnsafeMutableRawPointer: (stretch: Int?, key: Key?)] = [:]
  private var epoch = 0
  private var readings: Int64 = 0
  private var current: Int?
  /// What made the job of this step ready, until a stretch follows from it.
  private var pending: [Int] = []
  private var isOnMainActor = false

  private struct Maker: Hashable {
    let task: Int
    let kind: Names.Kind
  }

  private struct TaskSeen {
    let pointer: UnsafeMutableRawPointer
    let name: Int
    let isWatched: Bool
    var group: Int?
    var isFinished = false
    var isCancelled = false
    var lastStretch: Int?
  }

  init(_ names: Names, sharesMemory: Bool) {
    self.names = names
    self.sharesMemory = sharesMemory
  }

  deinit { for actor in actors { ts_release_memory(actor.address) } }

  // What the loop tells.

  func key(of job: SchedulerLoop.ReadyJob) -> Key {
    let raw = job.job.pointer
    let id = ts_task_id(raw)
    if id != 0 { return .task(seen(raw, id: id).name) }
    return adders[raw]?.key ?? .other(0)
  }

  func added(_ job: UnownedJob) {
    let raw = job.pointer
    let id = ts_task_id(raw)
    if id != 0 {
      _ = seen(raw, id: id)
      adders[raw] = (latest, nil)
    } else if let address = ts_turn_actor(raw) {
      adders[raw] = (latest, .turn(label(ofTurn: address)))
    } else {
      adders[raw] = (latest, .other(nextName(.job)))
    }
  }

  /// A task has stopped by the time its own next job is made ready.
  private var latest: Int? {
    guard let step = steps.last, step.stretches.lowerBound < stretches.count else { return nil }
    return stretches.count - 1
  }

  func begins(_ key: Key, _ job: SchedulerLoop.ReadyJob?, clockReadings readings: Int64) {
    self.readings = readings
    steps.append((key, stretches.count..<stretches.count))
    let raw = job.map { $0.job.pointer }
    pending = raw.flatMap { adders.removeValue(forKey: $0)?.stretch }.map { [$0] } ?? []
    isOnMainActor = job?.isMainActors ?? false
    snapshot()
    if key == .time { touch(Footprint.timers) }
  }

  func ends(clockReadings readings: Int64) {
    // What came onto the queue of the actor whose turn it is would have run.
    close(knowsOwnQueue: false)
    if case .task? = steps.last?.key, latest.map({ stretches[$0].task == nil }) ?? true {
      gap = "this toolchain does not report when a task runs"
    }
    if latest == nil { open(task: nil, pending) }
    current = nil
    if readings != self.readings, let last = stretches.indices.last { stretches[last].footprint.others.insert(Footprint.clocks) }
    guard let last = steps.indices.last else { return }
    steps[last].stretches = steps[last].stretches.lowerBound..<stretches.count
    if sharesMemory { for index in steps[last].stretches { stretches[index].footprint.others.insert(Footprint.memory) } }
  }

  /// The hash of what has run and of what could run now.
  func state(_ ready: [SchedulerLoop.ReadyJob], at time: Int64) -> Int {
    while counted < steps.count {
      let step = steps[counted]
      let footprint = footprint(ofStep: counted)
      let tasks = stretches[step.stretches].compactMap(\.task)
      let touched = footprint.queues.union(footprint.others).union(tasks).union(footprint.actor.map { [$0] } ?? [])
      state.add(step.key, touched, names: names)
      counted += 1
    }
    return state.value(ready.map(key), after: steps.last?.key, at: time, names: names)
  }

  /// All of a step.
  func footprint(ofStep step: Int) -> Footprint {
    stretches[steps[step].stretches].reduce(into: Footprint()) { $0.formUnion($1.footprint) }
  }

  func timePasses() { epoch += 1 }
  func drawsRandomNumbers() { touch(Footprint.randomNumbers) }
  func addsTimer(_ job: UnownedJob) {
    touch(Footprint.timers)
    adders[job.pointer] = (latest, .other(nextName(.job)))
  }

  /// A task waits for a condition that is asked again and again.
  func waits() { gap = "the body claims that something happens eventually" }

  /// A task has run for long while others could have.
  func runsOn() { gap = "a task ran for 200 steps while others could run; if a task polls, its interleavings have no end" }

  // What the runtime tells.

  func entered() {
    let id = ts_current_task_id()
    close()
    // What the actor did to take the job off its queue.
    snapshot()
    guard let task = tasks[id] else {
      gap = "the scheduler did not see a task begin"
      return
    }
    var causes: [Int] = []
    if let last = task.lastStretch { causes.append(last) }
    // The job of a task is what the step is; in a turn, jobs came on their own ways.
    if case .task? = steps.last?.key { causes += pending }
    pending = []
    open(task: task.name, causes)
    guard let current else { return }
    tasks[id]?.lastStretch = current
    if let turn = steps.last, case .turn(let actor) = turn.key { stretches[current].footprint.actor = actor }
    stretches[current].footprint.priorities = [ts_priority(task.pointer)]
    stretches[current].footprint.others.insert(names.name(.made(.cancellation, by: task.name, ordinal: 0)))
    if isOnMainActor { touch(Footprint.mainActor) }
  }

  func left() { close() }

  func made(actor: UnsafeMutableRawPointer) {
    ts_retain_memory(actor)
    actors.append((actor, nextName(.actor), words(of: actor)))
  }

  func hops(to executor: UnsafeMutableRawPointer) {
    guard let current else { return }
    let actor = label(at: executor)
    if stretches[current].footprint.actor != actor { stretches[current].footprint.queues.insert(actor) }
  }

  /// Of an actor that was there before the run, its address tells it apart.
  private func label(at address: UnsafeMutableRawPointer) -> Int {
    actors.first { $0.address == address }?.label ?? names.name(.address(UInt(bitPattern: address)))
  }

  private func label(ofTurn actor: UnsafeMutableRawPointer) -> Int {
    let label = label(at: actor)
    if !actors.contains(where: { $0.address == actor }) {
      ts_retain_memory(actor)
      actors.append((actor, label, words(of: actor)))
      if let latest { stretches[latest].footprint.queues.insert(label) }
    }
    return label
  }

  func created(task: UnsafeMutableRawPointer, group: UnsafeMutableRawPointer?) {
    let id = ts_task_id(task)
    _ = seen(task, id: id)
    guard let group else { return }
    let address = UInt(bitPattern: group)
    if groups[address] == nil { groups[address] = nextName(.group) }
    tasks[id]?.group = groups[address]
  }

  func finished(_ context: UnsafeRawPointer) {
    guard let id = byContext[context], let task = tasks[id] else { return }
    tasks[id]?.isFinished = true
    if let group = task.group { touch(group) }
  }

  // Within.

  private var currentTask: Int { current.flatMap { stretches[$0].task } ?? 0 }

  private func nextName(_ kind: Names.Kind) -> Int {
    let maker = Maker(task: currentTask, kind: kind)
    defer { made[maker, default: 0] += 1 }
    return names.name(.made(kind, by: maker.task, ordinal: made[maker, default: 0]))
  }

  private func seen(_ task: UnsafeMutableRawPointer, id: UInt64) -> TaskSeen {
    if let known = tasks[id] { return known }
    let context = ts_watch(task)
    let seen = TaskSeen(pointer: task, name: nextName(.task), isWatched: context != nil)
    tasks[id] = seen
    if let context { byContext[context] = id }
    return seen
  }

  private func touch(_ label: Footprint.Label) {
    if current == nil, latest == nil, !steps.isEmpty { open(task: nil, pending) }
    if let place = current ?? latest { stretches[place].footprint.others.insert(label) }
  }

  private func open(task: Int?, _ causes: [Int]) {
    current = stretches.count
    stretches.append(Stretch(step: steps.count - 1, task: task, causes: causes, epoch: epoch))
  }

  private func close(knowsOwnQueue: Bool = true) {
    guard let current else { return }
    let own = knowsOwnQueue ? nil : stretches[current].footprint.actor
    for index in actors.indices {
      let now = words(of: actors[index].address)
      if now == actors[index].words { continue }
      actors[index].words = now
      if actors[index].label != own { stretches[current].footprint.queues.insert(actors[index].label) }
    }
    for (id, task) in tasks where task.isWatched && !task.isFinished && !task.isCancelled {
      guard ts_is_cancelled(task.pointer) else { continue }
      tasks[id]?.isCancelled = true
      stretches[current].footprint.others.insert(names.name(.made(.cancellation, by: task.name, ordinal: 0)))
    }
    self.current = nil
  }

  private func snapshot() {
    for index in actors.indices { actors[index].words = words(of: actors[index].address) }
  }

  private func words(of actor: UnsafeMutableRawPointer) -> [UInt] {
    let words = actor.assumingMemoryBound(to: UInt.self)
    return (2..<14).map { words[$0] }
  }
}
