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
    /// A task of a priority of its own, which is raised if somebody awaits it.
    case prioritized([Step], TaskPriority, isAwaited: Bool)
    case detached([Step])
    case discarding([[Step]])
    /// A group that throws, and so cancels its other tasks.
    case throwing([[Step]])
    /// With a handler of its cancellation.
    case handled(Int)
    /// Sleeps, unless it cancels itself first.
    case selfCancelled(Int)
    case clock
    case random
    /// Shares more than actors: a buffer behind a lock.
    case stream(Int)
  }

  let tasks: [[Step]]

  init(_ tasks: [[Step]]) { self.tasks = tasks }

  init(seed: UInt64, streams: Bool = false) {
    var random = ScheduleRandom(seed: seed)
    var budget = 2 + random.below(streams ? 2 : 3)
    func step(_ depth: Int) -> Step {
      budget -= 1
      if streams, random.below(2) == 0 { return .stream(random.below(3)) }
      switch random.below(depth > 0 ? 36 : 18) {
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
      case 14: return .handled(random.below(2))
      case 15: return .selfCancelled(random.below(2))
      case 16: return .clock
      case 17: return .random
      case 18: return .group([steps(depth - 1), steps(depth - 1)])
      case 19, 20: return .race([steps(depth - 1), steps(depth - 1)])
      case 21: return .first([steps(depth - 1), steps(depth - 1)])
      case 22: return .asyncLet(steps(depth - 1), steps(depth - 1))
      case 23, 24: return .task(steps(depth - 1))
      case 25: return .orphan(steps(depth - 1))
      case 26, 27: return .immediate(steps(depth - 1))
      case 28: return .cancelled(steps(depth - 1))
      case 29: return .cancelledTwice(steps(depth - 1))
      case 30: return .detached(steps(depth - 1))
      case 31: return .discarding([steps(depth - 1), steps(depth - 1)])
      case 32: return .throwing([steps(depth - 1), steps(depth - 1)])
      default: return .prioritized(steps(depth - 1), [.high, .low, .low][random.below(3)], isAwaited: random.below(3) > 0)
      }
    }
    func steps(_ depth: Int) -> [Step] {
      (0..<(1 + random.below(2))).compactMap { _ in budget > 0 ? step(depth) : nil }
    }
    tasks = [steps(1), steps(1)]
  }

  var description: String { "\(tasks)" }
}
