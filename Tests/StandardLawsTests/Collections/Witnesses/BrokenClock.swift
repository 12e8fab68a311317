import Synchronization

/// A clock whose time moves when it is told to sleep, with one promise of Clock or InstantProtocol broken.
struct BrokenClock: Clock, CustomStringConvertible {
  enum Mistake: String, CaseIterable, Sendable {
    case sleepReturnsAtOnce, sleepWakesTooEarly, sleepIgnoresCancellation, sleepSetsTheTimeBack
    case advancesOneMore, advanceIgnoresNegatives, advanceByZeroMoves, advanceRoundsToTens
    case durationIsAbsolute, durationIsReversed, durationCountsBothEnds, durationStopsAtHundred
    case orderIsReversed, orderIgnoresTheLastDigit
    case nowGoesBack, resolutionIsNegative
  }

  struct Instant: InstantProtocol {
    var ticks: Int
    let mistake: Mistake?

    func advanced(by duration: Duration) -> Instant {
      let ticks = Int(duration.components.seconds)
      let target = switch mistake {
      case .advancesOneMore: self.ticks + ticks + 1
      case .advanceIgnoresNegatives: self.ticks + Swift.max(0, ticks)
      case .advanceByZeroMoves where ticks == 0: self.ticks + 1
      case .advanceRoundsToTens: (self.ticks + ticks) / 10 * 10
      default: self.ticks + ticks
      }
      return Instant(ticks: target, mistake: mistake)
    }

    func duration(to other: Instant) -> Duration {
      let apart = other.ticks - ticks
      return switch mistake {
      case .durationIsAbsolute: .seconds(abs(apart))
      case .durationIsReversed: .seconds(-apart)
      case .durationCountsBothEnds: .seconds(apart + 1)
      case .durationStopsAtHundred: .seconds(Swift.min(100, apart))
      default: .seconds(apart)
      }
    }

    static func < (a: Instant, b: Instant) -> Bool {
      switch a.mistake {
      case .orderIsReversed: a.ticks > b.ticks
      case .orderIgnoresTheLastDigit: a.ticks / 10 < b.ticks / 10
      default: a.ticks < b.ticks
      }
    }

    static func == (a: Instant, b: Instant) -> Bool { a.ticks == b.ticks }
    func hash(into hasher: inout Hasher) { hasher.combine(ticks) }
  }

  final class Time: Sendable {
    let ticks = Mutex(0)
  }

  let mistake: Mistake?
  let time = Time()

  init(_ mistake: Mistake?) { self.mistake = mistake }

  var description: String { "a clock that stands at \(time.ticks.withLock { $0 })" }

  var now: Instant {
    let ticks = time.ticks.withLock { ticks in
      if mistake == .nowGoesBack { ticks -= 1 }
      return ticks
    }
    return Instant(ticks: ticks, mistake: mistake)
  }

  var minimumResolution: Duration { mistake == .resolutionIsNegative ? .seconds(-1) : .seconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    if mistake != .sleepIgnoresCancellation { try Task.checkCancellation() }
    time.ticks.withLock { ticks in
      switch mistake {
      case .sleepReturnsAtOnce: break
      case .sleepWakesTooEarly: ticks = Swift.max(ticks, deadline.ticks - 1)
      case .sleepSetsTheTimeBack: ticks = deadline.ticks - 10
      default: ticks = Swift.max(ticks, deadline.ticks)
      }
    }
  }
}
