@testable import DeterministicScheduling

/// A small concurrent program that is drawn at random: two tasks that call two actors, the main actor and a global actor, start further
/// tasks, ask groups for their results, sleep, wait and cancel.
struct RandomProgram: Sendable, CustomStringConvertible {
  indirect enum Step: Sendable {
    case log(Int)
    /// One actor calls the other in the middle of a call.
    case relay(Int, Int)
    /// The same, and the other calls back.
    case echo(Int, Int)
    /// An actor starts a task of its own, which nobody awaits.
    case spawn(Int)
    case yield
    /// What one actor says goes to another.
    case copy(Int, Int)
    /// A continuation that an actor keeps and another task resumes.
    case wait(Int)
    case sleep(Int)
    case onMainActor
    /// From one global actor to the other.
    case acrossGlobalActors
    /// An object whose deinitialiser belongs on a global actor.
    case drop
    /// A task that an actor keeps: the first who asks starts it, all await it.
    case shared(Int)
    case group([[Step]])
    /// A group whose results are asked for in the order in which they come.
    case race([[Step]])
    /// A group of which the first result ends the others.
    case first([[Step]])
    case asyncLet([Step], [Step])
    case task([Step])
    /// Nobody awaits it.
    case orphan([Step])
    case immediate([Step])
    case cancelled([Step])
    /// Two tasks cancel a third.
    case cancelledTwice([Step])
  }

  let tasks: [[Step]]

  init(seed: UInt64) {
    var random = ScheduleRandom(seed: seed)
    var budget = 2 + random.below(3)
    func step(_ depth: Int) -> Step {
      budget -= 1
      switch random.below(depth > 0 ? 26 : 14) {
      case 0, 1: return .log(random.below(2))
      case 2:
        let first = random.below(2)
        return .relay(first, 1 - first)
      case 3:
        let first = random.below(2)
        return .echo(first, 1 - first)
      case 4: return .spawn(random.below(2))
      case 5: return .yield
      case 6: return .copy(random.below(2), random.below(2))
      case 7: return .wait(random.below(2))
      case 8: return .sleep(random.below(2) + 1)
      case 9: return .onMainActor
      case 10: return .acrossGlobalActors
      case 11: return .drop
      case 12, 13: return .shared(random.below(2))
      case 14: return .group([steps(depth - 1), steps(depth - 1)])
      case 15, 16: return .race([steps(depth - 1), steps(depth - 1)])
      case 17: return .first([steps(depth - 1), steps(depth - 1)])
      case 18: return .asyncLet(steps(depth - 1), steps(depth - 1))
      case 19, 20: return .task(steps(depth - 1))
      case 21: return .orphan(steps(depth - 1))
      case 22, 23: return .immediate(steps(depth - 1))
      case 24: return .cancelled(steps(depth - 1))
      default: return .cancelledTwice(steps(depth - 1))
      }
    }
    func steps(_ depth: Int) -> [Step] {
      (0..<(1 + random.below(2))).compactMap { _ in budget > 0 ? step(depth) : nil }
    }
    tasks = [steps(1), steps(1)]
  }

  var description: String { "\(tasks)" }
}

extension RandomProgram {
  /// What the actors have written down in the end.
  func run() async -> String {
    let place = Place()
    await withTaskGroup(of: Void.self) { group in
      for (number, steps) in tasks.enumerated() { group.addTask { await run(steps, "\(number)", place) } }
    }
    let (main, desk) = await (place.screen.lines, place.desk.lines)
    return await [place.journals[0].lines, place.journals[1].lines, main, desk].map { $0.joined(separator: " ") }.joined(separator: " | ")
  }

  private func run(_ steps: [Step], _ name: String, _ place: Place) async {
    for (number, step) in steps.enumerated() { await run(step, name + "\(number)", place) }
  }

  private func run(_ step: Step, _ name: String, _ place: Place) async {
    let journals = place.journals
    switch step {
    case .log(let journal): await journals[journal].add(name)
    case .relay(let first, let second): await journals[first].relay(name, to: journals[second])
    case .echo(let first, let second): await journals[first].echo(name, to: journals[second])
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
    case .onMainActor: await place.screen.show(name)
    case .acrossGlobalActors: await place.desk.pass(name, to: place.screen)
    case .drop: do { _ = Paper(name, on: place.desk) }
    case .shared(let journal): await journals[journal].shared(name)
    case .group(let parts):
      await withTaskGroup(of: Void.self) { group in
        for (number, part) in parts.enumerated() { group.addTask { await run(part, name + "g\(number)", place) } }
      }
    case .race(let parts): await journals[0].add(name + ":" + race(parts, name, place, isCancelled: false))
    case .first(let parts): await journals[0].add(name + ":" + race(parts, name, place, isCancelled: true))
    case .asyncLet(let first, let second):
      async let one: Void = run(first, name + "x", place)
      async let other: Void = run(second, name + "y", place)
      _ = await (one, other)
    case .task(let part):
      let task = Task { await run(part, name + "t", place) }
      await journals[1].add(name)
      await task.value
    case .orphan(let part): Task { await run(part, name + "o", place) }
    case .immediate(let part): await journals[1].begin { await run(part, name + "i", place) }
    case .cancelled(let part):
      let task = cancellable(part, name, place)
      await journals[1].add(name)
      task.cancel()
      await task.value
    case .cancelledTwice(let part):
      let task = cancellable(part, name, place)
      async let one: Void = journals[1].cancel(task, name)
      async let other: Void = journals[0].cancel(task, name)
      _ = await (one, other)
      await task.value
    }
  }

  private func race(_ parts: [[Step]], _ name: String, _ place: Place, isCancelled: Bool) async -> String {
    await withTaskGroup(of: Int.self) { group in
      for (number, part) in parts.enumerated() {
        group.addTask {
          await run(part, name + "r\(number)", place)
          return Task.isCancelled ? -number : number
        }
      }
      if isCancelled, let first = await group.next() {
        group.cancelAll()
        return await group.reduce(into: "\(first)!") { $0 += "\($1)" }
      }
      return await group.reduce(into: "") { $0 += "\($1)" }
    }
  }

  private func cancellable(_ part: [Step], _ name: String, _ place: Place) -> Task<Void, Never> {
    Task {
      await run(part, name + "c", place)
      await place.journals[0].add(name + (Task.isCancelled ? "cancelled" : "done"))
    }
  }
}
