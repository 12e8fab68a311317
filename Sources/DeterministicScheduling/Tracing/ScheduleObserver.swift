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
    /// Its end will be told. Otherwise the pointer may not be used: the task may be gone.
    let isWatched: Bool
    var isFinished = false
    var isKnownAlive: Bool { isWatched && !isFinished }
  }

  struct Step: Hashable {
    let task: Int?
    /// No job ran: a sleep was let end while others could have run.
    var isTimePassing = false
    let isSwitch: Bool
    /// Virtual, in nanoseconds.
    let time: Int64
    /// Where the task goes on: its resume function, then its callers'.
    let frames: [UInt]
  }

  private(set) var tasks: [ObservedTask] = []
  private(set) var steps: [Step] = []
  private(set) var waiting: [(task: Int, frames: [UInt])] = []
  private var byID: [UInt64: Int] = [:]
  private var byContext: [UnsafeRawPointer: Int] = [:]
  /// More steps than anyone reads are not kept.
  private static let stepLimit = 2_000

  /// Told once a task is made, by which time it may have come up as a job.
  func created(task: UnsafeMutableRawPointer, name: String?, sites: [UInt]) {
    let number = number(of: task, id: ts_task_id(task))
    tasks[number].name = name
    tasks[number].sites = sites
  }

  /// A job comes up. An `async let` is not told of: it is met here.
  func sees(job: UnsafeMutableRawPointer, task id: UInt64) {
    if id != 0 { _ = number(of: job, id: id) }
  }

  func finished(_ initialContext: UnsafeRawPointer) {
    if let task = byContext[initialContext] { tasks[task].isFinished = true }
  }

  func willRun(_ job: SchedulerLoop.ReadyJob, isSwitch: Bool, at time: Int64) {
    guard steps.count < Self.stepLimit else { return }
    let raw = unsafeBitCast(job.job, to: UnsafeMutableRawPointer.self)
    let task = byID[job.owner]
    let isTask = ts_task_id(raw) != 0
    let pointer = isTask ? raw : task.flatMap { tasks[$0].isKnownAlive ? tasks[$0].pointer : nil }
    steps.append(
      Step(
        task: task, isSwitch: isSwitch, time: time, frames: pointer.map { asyncFrames(of: $0) } ?? []))
  }

  /// The time goes on to `time`, by choice.
  func timePasses(to time: Int64) {
    guard steps.count < Self.stepLimit else { return }
    steps.append(Step(task: nil, isTimePassing: true, isSwitch: true, time: time, frames: []))
  }

  /// Keeps which tasks have not finished, and where each of them waits.
  func close() {
    waiting = tasks.indices.filter { tasks[$0].isKnownAlive }.map {
      ($0, asyncFrames(of: tasks[$0].pointer))
    }
  }

  private func number(of task: UnsafeMutableRawPointer, id: UInt64) -> Int {
    if let known = byID[id] { return known }
    let number = tasks.count
    let context = ts_watch(task)
    byID[id] = number
    if let context { byContext[context] = number }
    tasks.append(ObservedTask(pointer: task, isWatched: context != nil))
    return number
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
