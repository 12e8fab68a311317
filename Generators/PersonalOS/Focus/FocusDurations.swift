import PropertyTesting

// Seconds in multiples of 1/1024. Doubles hold them and their sums exactly, and most are not whole seconds.

extension Generator where Value == Double {
  /// Durations from 1/1024 second to a minute; seldom up to two days.
  public static var focusDuration: Generator {
    .frequency((1, .element(of: [1, 60, 1_500, 86_400 * 2])), (4, .ticks(in: 1...61_440)))
  }

  /// Durations that no session may have.
  public static var refusedFocusDuration: Generator {
    .element(of: [0, .infinity, .infinity, .infinity, -1 / 1_024, -1, -0.0, .nan, -.infinity])
  }

  /// Waits of some seconds, or of days.
  public static var focusWait: Generator {
    .frequency((3, .seconds(in: 0...10)), (6, .ticks(in: 0...10_240)), (1, .seconds(in: 1...3, times: 86_400)))
  }

  /// How many seconds a clock is set forward, or back if negative.
  public static var clockStep: Generator {
    .frequency(
      (1, .seconds(in: -40...40)), (4, .ticks(in: -40_960...40_960)),
      (5, Generator.seconds(in: -300...300, times: 86_400).map { $0 + 1 / 1_024 }))
  }

  private static func seconds(in range: ClosedRange<Int>, times factor: Int = 1) -> Generator {
    Generator<Int>.int(in: range).map { Double($0 * factor) }
  }

  private static func ticks(in range: ClosedRange<Int>) -> Generator {
    Generator<Int>.int(in: range).map { Double($0) / 1_024 }
  }
}
