import CScheduling

/// Watches a run that will be reported: which tasks there are, what each step moved, who waits at the end.
///
/// Confined to the thread of the run.
final class ScheduleObserver {
  /// A task, or the body itself, which is the first.
  struct ObservedTask {
    let pointer: UnsafeMutableRawPointer
    var name: String?
    /// Return addresses where it was created, innermost first; empty for an `async let`.
    var sites: [UInt] = []
    /// The group that it is a part of.
    var group: UnsafeMutableRawPointer?
    /// Its end will be reported. Otherwise the pointer must not be used: the task may be gone.
    var isWatched = false
    var isFinished = false
    var isKnownAlive: Bool { isWatched && !isFinished }
  }

  struct Step: Hashable {
    let task: Int?
    /// No job ran: a sleep was let end while others could have run.
    var isTimePassing = false
    let isSwitch: Bool
    /// No job ran: a task came to an actor.
    var isArrival = false
    /// Virtual, in nanoseconds.
    let time: Int64
    /// The functions in which the task continues: its resume function, then its callers'.
    let frames: [UInt]
    /// The place in ``actors`` of the one whose turn it is.
    var actor: Int?
  }

  /// A task that has not finished.
  struct Waiting {
    let task: Int
    /// The function in which it continues.
    let frames: [UInt]
    /// The tasks whose end it waits for, as far as the runtime says.
    let others: [Int]
  }

  private(set) var tasks: [ObservedTask] = []
  private(set) var steps: [Step] = []
  private(set) var waiting: [Waiting] = []
  /// The types of the actors that had a turn, in the order of their first.
  private(set) var actors: [String] = []
  /// Their memory is held, so that no other takes the place of one.
  private var byAddress: [UnsafeMutableRawPointer: Int] = [:]
  private var mainActor: Int?
  /// An actor's, while it runs.
  private var turn: (step: Step, hasBegun: Bool)?
  private var byID: [UInt64: Int] = [:]
  private var byContext: [UnsafeRawPointer: Int] = [:]
  /// More steps than anyone reads are not kept.
  private static let stepLimit = 2_000

  deinit { for address in byAddress.keys { ts_release_memory(address) } }

  /// Told once a task is made, by which time it may have come up as a job.
  func created(task: UnsafeMutableRawPointer, group: UnsafeMutableRawPointer?, name: String?, sites: [UInt]) {
    let number = number(of: task, id: ts_task_id(task))
    // The first task of a process came up as a job before anyone knew where to look in it.
    if !tasks[number].isWatched { watch(number) }
    tasks[number].group = group
    tasks[number].name = name
    tasks[number].sites = sites
  }

  /// A job runs. The runtime does not report an `async let`, so the observer meets it here.
  func sees(job: UnsafeMutableRawPointer, task id: UInt64) {
    if id != 0 { _ = number(of: job, id: id) }
  }

  func finished(_ initialContext: UnsafeRawPointer) {
    if let task = byContext[initialContext] { tasks[task].isFinished = true }
  }

  func willRun(_ next: SchedulerLoop.ReadyJob, isSwitch: Bool, at time: Int64) {
    // That a task comes to an actor where nothing else could have happened is no news.
    if next.isArrival, !isSwitch { return }
    let task = byID[next.owner]
    let pointer = next.job.map { ts_task_id($0.pointer) == next.owner ? $0.pointer : nil }
      ?? task.flatMap { tasks[$0].isKnownAlive ? tasks[$0].pointer : nil }
    let step = Step(
      task: task, isSwitch: isSwitch, isArrival: next.isArrival, time: time, frames: pointer.map { asyncFrames(of: $0) } ?? [],
      actor: actor(of: next))
    if next.isWholeTurn { turn = (step, false) } else { append(step) }
  }

  /// A task goes on: in an actor's turn one after another. Who asked for the turn is not always among them, and a task that was begun
  /// on the actor may run nowhere else.
  func entered() {
    guard let (whole, hasBegun) = turn, let task = ts_current_task() else { return }
    append(
      Step(
        task: number(of: task, id: ts_task_id(task)), isSwitch: whole.isSwitch && !hasBegun, time: whole.time,
        frames: asyncFrames(of: task), actor: whole.actor))
    turn?.hasBegun = true
  }

  func hasRun() {
    if let (step, hasBegun) = turn, !hasBegun { append(step) }
    turn = nil
  }

  private func actor(of next: SchedulerLoop.ReadyJob) -> Int? {
    let address: UnsafeMutableRawPointer
    if let queue = next.queue {
      guard let actor = queue.actor else {
        if mainActor == nil { mainActor = addActor("MainActor") }
        return mainActor
      }
      address = actor
    } else {
      guard let actor = next.job.flatMap({ ts_turn_actor($0.pointer) }) else { return nil }
      address = actor
    }
    if let known = byAddress[address] { return known }
    ts_retain_memory(address)
    // An object begins with its type.
    let number = addActor(String(describing: unsafeBitCast(address.load(as: UnsafeRawPointer.self), to: Any.Type.self)))
    byAddress[address] = number
    return number
  }

  private func addActor(_ type: String) -> Int {
    actors.append(type)
    return actors.count - 1
  }

  private func append(_ step: Step) {
    if steps.count < Self.stepLimit { steps.append(step) }
  }

  /// The time goes on to `time`, by choice.
  func timePasses(to time: Int64) {
    append(Step(task: nil, isTimePassing: true, isSwitch: true, time: time, frames: []))
  }

  /// Keeps which tasks have not finished, and where each of them waits.
  func close() {
    waiting = tasks.indices.filter { tasks[$0].isKnownAlive }.map {
      Waiting(task: $0, frames: asyncFrames(of: tasks[$0].pointer), others: awaited(by: tasks[$0].pointer))
    }
  }

  private func awaited(by task: UnsafeMutableRawPointer) -> [Int] {
    let wait = ts_waits_for(task)
    return tasks.indices.filter { other in
      switch Int(wait.kind) {
      case ts_waits_for_task: tasks[other].isKnownAlive && tasks[other].pointer == wait.what
      case ts_waits_for_group: tasks[other].isKnownAlive && wait.what != nil && tasks[other].group == wait.what
      default: false
      }
    }
  }

  private func number(of task: UnsafeMutableRawPointer, id: UInt64) -> Int {
    if let known = byID[id] { return known }
    let number = tasks.count
    byID[id] = number
    tasks.append(ObservedTask(pointer: task))
    watch(number)
    return number
  }

  private func watch(_ number: Int) {
    guard let context = ts_watch(tasks[number].pointer) else { return }
    byContext[context] = number
    tasks[number].isWatched = true
  }

  private func asyncFrames(of task: UnsafeMutableRawPointer) -> [UInt] {
    withUnsafeTemporaryAllocation(of: UnsafeRawPointer?.self, capacity: 16) { buffer in
      buffer.initialize(repeating: nil)
      guard let base = buffer.baseAddress else { return [] }
      let count = ts_async_frames(task, base, 16)
      return buffer.prefix(Int(count)).map { UInt(bitPattern: $0) }
    }
  }
}
