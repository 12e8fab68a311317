import PersonalOSReference
import PropertyTesting

/// What views and buttons do with tasks, a few of them at a time.
public struct TaskScript: Sendable {
  public enum Work: Sendable {
    /// Ends when it is answered.
    case takesNoNotice
    /// Ends when it is answered or cancelled.
    case heedsCancellation
  }

  public enum Event: Sendable {
    case open(TaskScope)
    case close(TaskScope)
    /// Made and registered by the registry.
    case start(TaskKey, Work)
    /// Made by somebody else, who registers it.
    case register(TaskKey, Work)
    case cancel(TaskKey)
    case cancelAll
    /// The work of a task that was started is answered: the one at this place, counted around.
    case answer(Int)
  }

  public struct Step: Sendable {
    /// How many turns of other tasks it waits for, unless they are done.
    public let waits: Int
    public let event: Event

    public init(waits: Int, _ event: Event) {
      self.waits = waits
      self.event = event
    }
  }

  /// Each in the order of its steps; they run beside each other.
  public let lanes: [[Step]]
  /// Whether what is not answered yet is answered from the newest back at the end.
  public let answersNewestFirst: Bool
}

extension Generator where Value == TaskScript {
  /// Two to four views that appear, start tasks, disappear, and start more; the same ids in all of them.
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

  /// Buttons of one or two views, and of the app: few ids, started again and again, answered and cancelled.
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

  /// Bursts of requests under few ids, answered in any order and never cancelled but by each other.
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

  /// Some names are the beginnings of others, or differ in case alone.
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
  /// Some are the beginnings of others.
  fileprivate static var taskID: Generator { .element(of: ["load", "load more", "l", "sync"]) }
}

extension Generator where Value == Int {
  /// Often at once, sometimes later.
  static var taskWaits: Generator { .oneOf(.constant(0), .int(in: 0...6)) }
}
