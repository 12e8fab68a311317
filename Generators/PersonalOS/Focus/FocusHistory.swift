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

  public enum Moment: Sendable, Equatable {
    case beforeItIsStored, afterItIsStored
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
    /// The app is killed in the middle of a command, and launched again at once.
    case killDuring(Command, Moment)
  }

  public var steps: [Step]

  public init(steps: [Step]) {
    self.steps = steps
  }
}

extension Generator where Value == FocusHistory {
  /// - Parameter setsClock: whether the clock is set, and not only runs.
  public static func focusHistory(setsClock: Bool) -> Generator {
    let start = Generator<Double>.focusDuration.map { FocusHistory.Step.command(.start($0)) }
    let episodes = Generator<[[FocusHistory.Step]]>.long(
      of: .episode(start, setsClock: setsClock), count: 16)
    // The first session at once: without one there is nothing to do.
    return Generator { source in
      FocusHistory(steps: [try source(start)] + (try source(episodes)).flatMap { $0 })
    }
  }
}

extension Generator where Value == [FocusHistory.Step] {
  /// A few steps that make a story, or any single one; often after the start of a session.
  fileprivate static func episode(_ start: Generator<FocusHistory.Step>, setsClock: Bool) -> Generator {
    let wait = Generator<FocusHistory.Wait>.focusWait
    let pause = FocusHistory.Step.command(.pause)
    let story = Generator.frequency(
      (14, Generator<FocusHistory.Step>.focusStep(setsClock: setsClock).map { [$0] }),
      (3, wait.map { [pause, .wait($0), .command(.resume)] }),
      (2, wait.map { [pause, .kill($0), .command(.resume)] }),
      (3, wait.map { [.enterBackground, .wait($0), .enterForeground] }),
      (3, wait.map { [.enterBackground, .kill($0)] }),
      (1, .constant([.enterBackground, .command(.end)])),
      (1, wait.map { [.enterBackground, pause, .wait($0)] }),
      (1, wait.map { [pause, .enterBackground, .wait($0)] }),
      (1, wait.map { [.enterBackground, .wait($0), .enterBackground] }))
    let starts = Generator<[FocusHistory.Step]>.frequency((2, .constant([])), (1, start.map { [$0] }))
    return Generator { source in try source(starts) + (try source(story)) }
  }
}

extension Generator where Value == FocusHistory.Step {
  fileprivate static func focusStep(setsClock: Bool) -> Generator {
    let setClock = Generator.oneOf(
      Generator<Int>.int(in: -40_000...40_000).map { .setClock($0) },
      Generator<Int>.int(in: -300...300).map { .setClock($0 * 86_400 * 1_024 + 1) })
    let moment = Generator<FocusHistory.Moment>.element(of: [.beforeItIsStored, .afterItIsStored])
    return .frequency(
      (8, Generator<FocusHistory.Command>.focusCommand.map { .command($0) }),
      (4, Generator<FocusHistory.Wait>.focusWait.map { .wait($0) }),
      (1, .constant(.tick)), (2, .constant(.enterBackground)), (1, .constant(.enterForeground)),
      (3, Generator<FocusHistory.Wait>.focusWait.map { .kill($0) }),
      (2, Generator { .killDuring(try $0(.focusCommand), try $0(moment)) }),
      (setsClock ? 8 : 0, setClock))
  }
}

extension Generator where Value == FocusHistory.Command {
  static var focusCommand: Generator {
    let refused = Generator<Double>.element(of: [0, -0.0, -1, -1 / 1_024, .nan, .infinity, -.infinity])
    return .frequency(
      (4, .constant(.pause)), (4, .constant(.resume)), (2, .constant(.end)),
      (5, Generator<Double>.focusDuration.map { .start($0) }), (4, refused.map { .start($0) }))
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
  /// From 1/1024 second to a minute, seldom more.
  static var focusDuration: Generator {
    .frequency(
      (1, .element(of: [1, 60, 1_500, 86_400 * 2])),
      (4, Generator<Int>.int(in: 1...61_440).map { Double($0) / 1_024 }))
  }
}
