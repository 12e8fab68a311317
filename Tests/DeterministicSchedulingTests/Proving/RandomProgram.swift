import Synchronization

@testable import DeterministicScheduling

/// A small concurrent program that is drawn at random: two tasks that call two actors, start further tasks, ask groups for
/// their results, sleep, wait and cancel.
struct RandomProgram: Sendable, CustomStringConvertible {
  indirect enum Step: Sendable {
    case log(Int)
    /// One actor calls the other in the middle of a call.
    case relay(Int, Int)
    /// An actor starts a task of its own.
    case spawn(Int)
    case yield
    /// What one actor says goes to another.
    case copy(Int, Int)
    /// A continuation that an actor keeps and another task resumes.
    case wait(Int)
    case sleep(Int)
    case group([[Step]])
    /// A group whose results are asked for in the order in which they come.
    case race([[Step]])
    case asyncLet([Step], [Step])
    case task([Step])
    case cancelled([Step])
  }

  let tasks: [[Step]]

  init(seed: UInt64) {
    var random = ScheduleRandom(seed: seed)
    var budget = 3 + random.below(3)
    func step(_ depth: Int) -> Step {
      budget -= 1
      switch random.below(depth > 0 ? 14 : 8) {
      case 0, 1: return .log(random.below(2))
      case 2:
        let first = random.below(2)
        return .relay(first, 1 - first)
      case 3: return .spawn(random.below(2))
      case 4: return .yield
      case 5: return .copy(random.below(2), random.below(2))
      case 6: return .wait(random.below(2))
      case 7: return .sleep(random.below(2) + 1)
      case 8: return .group([steps(depth - 1), steps(depth - 1)])
      case 9, 10: return .race([steps(depth - 1), steps(depth - 1)])
      case 11: return .asyncLet(steps(depth - 1), steps(depth - 1))
      case 12: return .task(steps(depth - 1))
      default: return .cancelled(steps(depth - 1))
      }
    }
    func steps(_ depth: Int) -> [Step] {
      (0..<(1 + random.below(2))).compactMap { _ in budget > 0 ? step(depth) : nil }
    }
    tasks = [steps(1), steps(1)]
  }

  var description: String { "\(tasks)" }

  /// What the two actors have written down in the end.
  func run() async -> String {
    let journals = [Journal(), Journal()]
    await withTaskGroup(of: Void.self) { group in
      for (number, steps) in tasks.enumerated() { group.addTask { await run(steps, "\(number)", journals) } }
    }
    return await journals[0].lines.joined(separator: " ") + " | " + journals[1].lines.joined(separator: " ")
  }

  private func run(_ steps: [Step], _ name: String, _ journals: [Journal]) async {
    for (number, step) in steps.enumerated() { await run(step, name + "\(number)", journals) }
  }

  private func run(_ step: Step, _ name: String, _ journals: [Journal]) async {
    switch step {
    case .log(let journal): await journals[journal].add(name)
    case .relay(let first, let second): await journals[first].relay(name, to: journals[second])
    case .spawn(let journal): await journals[journal].spawn(name)
    case .yield: await Task.yield()
    case .copy(let from, let to):
      let count = await journals[from].lines.count
      await journals[to].add(name + "=\(count)")
    case .wait(let journal):
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await journals[journal].wait(name) }
        group.addTask {
          await journals[journal].wake()
          try? await Task.sleep(for: .seconds(9))
          await journals[journal].wake()
        }
      }
    case .sleep(let seconds):
      try? await Task.sleep(for: .seconds(seconds))
      await journals[0].add(name)
    case .group(let parts):
      await withTaskGroup(of: Void.self) { group in
        for (number, part) in parts.enumerated() { group.addTask { await run(part, name + "g\(number)", journals) } }
      }
    case .race(let parts):
      let order = await withTaskGroup(of: Int.self) { group in
        for (number, part) in parts.enumerated() {
          group.addTask {
            await run(part, name + "r\(number)", journals)
            return number
          }
        }
        return await group.reduce(into: "") { $0 += "\($1)" }
      }
      await journals[0].add(name + ":" + order)
    case .asyncLet(let first, let second):
      async let one: Void = run(first, name + "x", journals)
      async let other: Void = run(second, name + "y", journals)
      _ = await (one, other)
    case .task(let part):
      let task = Task { await run(part, name + "t", journals) }
      await journals[1].add(name)
      await task.value
    case .cancelled(let part):
      let task = Task {
        await run(part, name + "c", journals)
        await journals[0].add(name + (Task.isCancelled ? "cancelled" : "done"))
      }
      await journals[1].add(name)
      task.cancel()
      await task.value
    }
  }
}

/// What was called, in the order in which it was.
actor Journal {
  private(set) var lines: [String] = []
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func add(_ line: String) { lines.append(line) }

  func relay(_ line: String, to other: Journal) async {
    lines.append(line + "<")
    await other.add(line)
    lines.append(line + ">")
  }

  func spawn(_ line: String) {
    Task { lines.append(line + "!") }
  }

  func wait(_ line: String) async {
    await withCheckedContinuation { waiting.append($0) }
    lines.append(line + "w")
  }

  func wake() {
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

/// What programs ended in. Of runs on one thread each.
final class Ends: Sendable {
  private let seen = Mutex<Set<String>>([])

  var all: Set<String> { seen.withLock { $0 } }

  func add(_ end: String) { seen.withLock { _ = $0.insert(end) } }
}
