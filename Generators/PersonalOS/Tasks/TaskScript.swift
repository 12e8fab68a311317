import PersonalOSReference
import PropertyTesting

/// What a few views and buttons do with tasks at the same time.
public struct TaskScript: Sendable {
  /// How the work of a task ends.
  public enum Work: Sendable {
    /// The work ends when it is answered.
    case takesNoNotice
    /// The work ends when it is answered or cancelled.
    case heedsCancellation
  }

  /// One event of a view or a button.
  public enum Event: Sendable {
    /// The view of this scope appears.
    case open(TaskScope)
    /// The view of this scope disappears, which cancels its tasks.
    case close(TaskScope)
    /// The registry makes a task and registers it.
    case start(TaskKey, Work)
    /// Somebody else makes a task and registers it.
    case register(TaskKey, Work)
    /// Cancels the task under this key, if there is one.
    case cancel(TaskKey)
    case cancelAll
    /// Answers the work of a task that was started: the one at this place, modulo their number.
    case answer(Int)
  }

  /// One event and the wait before it.
  public struct Step: Sendable {
    /// How many times the lane's task yields to other tasks before the event.
    public let waits: Int
    /// The event.
    public let event: Event

    /// Creates a step.
    public init(waits: Int, _ event: Event) {
      self.waits = waits
      self.event = event
    }
  }

  /// The steps of each lane, in order. The lanes run at the same time.
  public let lanes: [[Step]]
  /// Whether the remaining work is answered from the newest task to the oldest at the end, and not from the oldest on.
  public let answersNewestFirst: Bool
}

extension Generator where Value == TaskScript {
  /// Two to four views that appear, start tasks, disappear, and start more. All of them use the same ids.
  public static var viewLives: Generator {
    script(views: 2...4) { view, source in
      var steps: [TaskScript.Step] = []
      for visit in 0..<(try source(.int(in: 1...2))) {
        steps.append(TaskScript.Step(waits: try source(.taskWaits), .open(view)))
        let tasks = try source(.int(in: 0...3))
        for number in 0..<tasks { steps.append(try source(.step("load \(visit).\(number)", in: view))) }
        if try source(.bool) { steps.append(try source(.answer)) }
        steps.append(TaskScript.Step(waits: try source(.taskWaits), .close(view)))
        for number in 0..<(try source(.int(in: 0...2))) {
          steps.append(try source(.step("late \(visit).\(number)", in: view)))
        }
      }
      return steps
    }
  }

  /// Buttons of one or two views, and of the app. They start tasks of few ids again and again, answer them and cancel
  /// them.
  public static var buttonPresses: Generator {
    script(views: 1...2) { view, source in
      var steps = [TaskScript.Step(waits: 0, .open(view))]
      for _ in 0..<(try source(.int(in: 2...8))) {
        let key = TaskKey(try source(.taskID), in: try source(.element(of: [view, .app])))
        steps.append(
          try source(
            .frequency(
              (8, .step(key.id, in: key.scope)), (3, .answer),
              (5, Generator<Int>.taskWaits.map { TaskScript.Step(waits: $0, .cancel(key)) }),
              (1, Generator<Int>.taskWaits.map { TaskScript.Step(waits: $0, .cancelAll) }))))
      }
      return steps
    }
  }

  /// Bursts of requests under few ids. They are answered in any order, and only a newer request cancels an older one.
  public static var requestBursts: Generator {
    script(views: 1...2) { view, source in
      var steps = [TaskScript.Step(waits: 0, .open(view))]
      for _ in 0..<(try source(.int(in: 2...7))) {
        let request = Generator<TaskScript.Step> { source in
          TaskScript.Step(
            waits: try source(.taskWaits),
            .start(TaskKey(try source(.taskID), in: view), try source(.work)))
        }
        steps.append(try source(.frequency((3, request), (1, .answer))))
      }
      return steps
    }
  }

  /// Some names are prefixes of others, or differ only in case.
  private static var views: [TaskScope] { ["view", "view 1", "view 10", "View"].map { TaskScope($0) } }

  private static func script(
    views: ClosedRange<Int>,
    lane: @escaping @Sendable (TaskScope, inout Source) throws -> [TaskScript.Step]
  ) -> Generator {
    Generator { source in
      let count = try source(.int(in: views))
      let lanes = try Self.views.prefix(count).map { try lane($0, &source) }
      return TaskScript(lanes: lanes, answersNewestFirst: try source(.bool))
    }
  }
}

extension Generator where Value == TaskScript.Step {
  fileprivate static func step(_ id: String, in scope: TaskScope) -> Generator {
    Generator { source in
      let key = TaskKey(id, in: scope)
      let work = try source(.work)
      let event: TaskScript.Event = try source(.bool) ? .register(key, work) : .start(key, work)
      return TaskScript.Step(waits: try source(.taskWaits), event)
    }
  }

  fileprivate static var answer: Generator {
    Generator { source in
      TaskScript.Step(waits: try source(.taskWaits), .answer(try source(.int(in: 0...9))))
    }
  }
}

extension Generator where Value == TaskScript.Work {
  fileprivate static var work: Generator {
    .frequency((2, .constant(.takesNoNotice)), (1, .constant(.heedsCancellation)))
  }
}

extension Generator where Value == String {
  /// Some ids are prefixes of others.
  fileprivate static var taskID: Generator { .element(of: ["load", "load more", "l", "sync"]) }
}

extension Generator where Value == Int {
  /// Mostly no waits; sometimes up to six.
  static var taskWaits: Generator { .oneOf(.constant(0), .int(in: 0...6)) }
}
