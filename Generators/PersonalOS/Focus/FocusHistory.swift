import Foundation
import PropertyTesting

/// What happens to a focus timer. Times are in 1/1024 seconds: doubles hold them and their sums exactly, and
/// they are no whole seconds.
public struct FocusHistory: Sendable {
  public enum Command: Sendable, Equatable {
    /// In seconds; not only such as are allowed.
    case start(TimeInterval)
    case pause, resume, end
  }

  public enum Wait: Sendable, Equatable {
    /// In 1/1024 seconds, 0 or more.
    case time(Int)
    /// Until the running session ends, and so many 1/1024 seconds longer (or less long); a second where none
    /// runs.
    case untilCompletion(offset: Int)
  }

  /// Of the transaction that stores a command.
  public enum Moment: Sendable, Equatable, CaseIterable {
    case beforeTheTransaction
    /// All is written and nothing of it durable.
    case beforeTheCommit
    /// Nobody has been told yet.
    case afterTheCommit
  }

  public enum Step: Sendable, Equatable {
    case command(Command)
    case wait(Wait)
    /// The user, or a server, sets the clock: by so many 1/1024 seconds, back where they are negative.
    case setClock(Int)
    case enterBackground, enterForeground
    case tick
    /// The app is killed, and launched again after a while.
    case kill(Wait)
    /// The app is killed in the middle of a command, and launched again after a while.
    case killDuring(Command, Moment, then: Wait)
    /// The command cannot be stored.
    case storeFails(Command)
  }

  public var steps: [Step]

  public init(steps: [Step]) {
    self.steps = steps
  }
}

extension Generator where Value == FocusHistory {
  /// - Parameter setsClock: whether the clock is set, and not only runs.
  public static func focusHistory(setsClock: Bool) -> Generator {
    let start = Generator<FocusHistory.Step>.frequency(
      (5, Generator<Double>.focusDuration.map { .command(.start($0)) }),
      (1, Generator<Double>.refusedDuration.map { .command(.start($0)) }))
    let episodes = Generator<[[FocusHistory.Step]]>.long(
      of: .episode(start, setsClock: setsClock), count: 16)
    // The first session at once: without one there is hardly anything to do.
    return Generator { source in
      FocusHistory(steps: try source(.dispensable(start)) + source(episodes).flatMap { $0 })
    }
  }
}

extension Generator where Value == [FocusHistory.Step] {
  /// A few steps that make a story, or any single one; often after the start of a session.
  fileprivate static func episode(_ start: Generator<FocusHistory.Step>, setsClock: Bool) -> Generator {
    typealias Step = Generator<FocusHistory.Step>
    let wait = Generator<FocusHistory.Wait>.focusWait.map { FocusHistory.Step.wait($0) }
    let kill = Generator<FocusHistory.Wait>.focusWait.map { FocusHistory.Step.kill($0) }
    let (hide, show) = (Step.constant(.enterBackground), Step.constant(.enterForeground))
    let (pause, resume) = (Step.constant(.command(.pause)), Step.constant(.command(.resume)))
    let end = Step.constant(.command(.end))
    let stop = Generator<FocusHistory.Command>.element(of: [.pause, .end])
    let story = Generator.frequency(
      (14, Step.focusStep(setsClock: setsClock).map { [$0] }),
      (3, .story(pause, wait, resume)), (2, .story(pause, kill, resume)),
      (3, .story(hide, wait, show)), (3, .story(hide, kill)),
      (1, .story(hide, end, wait)), (1, .story(hide, pause, wait)), (1, .story(pause, hide, wait)),
      (1, .story(hide, wait, hide)),
      (1, .story(hide, .killDuring(stop))), (1, .story(hide, stop.map { .storeFails($0) }, wait)))
    let starts = Generator<[FocusHistory.Step]>.frequency((2, .constant([])), (1, start.map { [$0] }))
    return Generator { source in try source(starts) + (try source(story)) }
  }

  private static func story(_ steps: Generator<FocusHistory.Step>...) -> Generator {
    let steps = steps.map { Generator.dispensable($0) }
    return Generator { source in try steps.flatMap { try source($0) } }
  }
}

extension Generator where Value == FocusHistory.Step {
  fileprivate static func focusStep(setsClock: Bool) -> Generator {
    let setClock = Generator.oneOf(
      Generator<Int>.int(in: -40_000...40_000).map { .setClock($0) },
      Generator<Int>.int(in: -300...300).map { .setClock($0 * 86_400 * 1_024 + 1) })
    return .frequency(
      (8, Generator<FocusHistory.Command>.focusCommand.map { .command($0) }),
      (4, Generator<FocusHistory.Wait>.focusWait.map { .wait($0) }),
      (1, .constant(.tick)), (2, .constant(.enterBackground)), (1, .constant(.enterForeground)),
      (3, Generator<FocusHistory.Wait>.focusWait.map { .kill($0) }),
      (2, killDuring(.focusCommand)),
      (1, Generator<FocusHistory.Command>.focusCommand.map { .storeFails($0) }),
      (setsClock ? 11 : 0, setClock))
  }

  fileprivate static func killDuring(_ command: Generator<FocusHistory.Command>) -> Generator {
    Generator { source in
      .killDuring(try source(command), try source(.anyCase()), then: try source(.focusWait))
    }
  }
}

extension Generator where Value == FocusHistory.Command {
  static var focusCommand: Generator {
    .frequency(
      (4, .constant(.pause)), (4, .constant(.resume)), (2, .constant(.end)),
      (5, Generator<Double>.focusDuration.map { .start($0) }),
      (4, Generator<Double>.refusedDuration.map { .start($0) }))
  }
}

extension Generator where Value == FocusHistory.Wait {
  static var focusWait: Generator {
    .frequency(
      (4, Generator<Int>.int(in: 0...20_000).map { .time($0) }),
      (1, Generator<Int>.int(in: 1...3).map { .time($0 * 86_400 * 1_024) }),
      (3, Generator<Int>.element(of: [0, -1, 1, 700, -700, 1 << 20]).map { .untilCompletion(offset: $0) }))
  }
}

extension Generator where Value == Double {
  static var refusedDuration: Generator {
    .element(of: [0, .infinity, .infinity, .infinity, -1 / 1_024, -1, -0.0, .nan, -.infinity])
  }

  /// From 1/1024 second to a minute, seldom more.
  static var focusDuration: Generator {
    .frequency(
      (1, .element(of: [1, 60, 1_500, 86_400 * 2])),
      (4, Generator<Int>.int(in: 1...61_440).map { Double($0) / 1_024 }))
  }
}
