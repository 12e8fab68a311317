import PropertyTesting
import StandardLaws

/// Broken asynchronous sequences, clocks and instants.
enum AsyncWitnesses {
  static let all = sequences + clocks + instants

  static let sequences: [Witness] =
    sequences(
      "an iterator that has returned nil returns nil for ever", .restartsAfterItsEnd, .repeatsItsLastAfterTheEnd, .yieldsAfterTwoNils,
      .throwsAfterItsEnd)
    + sequences("an iterator that has thrown an error returns nil for ever", throwing: true, .goesOnAfterItThrew, .throwsAgainAfterItThrew)
    + sequences("two sequences made alike return the same elements", .everySecondIsShorter, .dependsOnAllBefore)
    + sequences("for await visits what next() returns", .isolatedNextLosesTheFirst, .isolatedNextEndsEarly)
    + sequences("cancellation ends the iteration", endless: true, .ignoresCancellation, .repeatsItselfWhenCancelled)

  private static func sequences(
    _ statement: String, throwing: Bool = false, endless: Bool = false, _ mistakes: BrokenAsyncSequence.Mistake...
  ) -> [Witness] {
    mistakes.map { mistake in
      let generator = Generator<BrokenAsyncSequence> { source in
        let items = try source(.array(of: .int(in: 0...5), count: 1...6))
        let place = throwing ? try source(.int(in: 0...(items.count - 1))) : nil
        return BrokenAsyncSequence(items, throwsAt: place, isEndless: endless, mistake)
      }
      return Witness(CollectionWitnesses.words(mistake.rawValue), breaks: statement, of: .asyncSequence, generator)
    }
  }

  static let clocks: [Witness] =
    clocks("a sleep ends at its deadline or later", .sleepReturnsAtOnce, .sleepWakesTooEarly, .sleepSetsTheTimeBack)
    + clocks("a sleep in a cancelled task throws", .sleepIgnoresCancellation)
    + clocks("the resolution is no negative duration", .resolutionIsNegative)
    + clocks("now never goes back", .nowGoesBack)

  private static func clocks(_ statement: String, _ mistakes: BrokenClock.Mistake...) -> [Witness] {
    mistakes.map { mistake in
      Witness(
        CollectionWitnesses.words(mistake.rawValue), breaks: statement, of: .systemClock,
        Generator<Int>.int(in: 0...9).map { _ in BrokenClock(mistake) })
    }
  }

  static let instants: [Witness] =
    instants("advancing by the duration to another instant leads to it", .advancesOneMore, .advanceRoundsToTens, .durationIsAbsolute)
    + instants("the duration to an advanced instant is the advance", .advanceIgnoresNegatives)
    + instants("advancing by nothing changes nothing", .advanceByZeroMoves, .durationCountsBothEnds)
    + instants(
      "an instant is earlier exactly if the duration to the other is positive", .durationIsReversed, .orderIsReversed,
      .orderIgnoresTheLastDigit)
    + instants("the way back is the negated way", .durationStopsAtHundred)
    + instants("advances add up", .advancesOneMore, .advanceRoundsToTens)

  private static func instants(_ statement: String, _ mistakes: BrokenClock.Mistake...) -> [Witness] {
    mistakes.map { mistake in
      Witness(
        CollectionWitnesses.words(mistake.rawValue), breaks: statement, of: .instant,
        Generator<Int>.int(in: -200...200).map { BrokenClock.Instant(ticks: $0, mistake: mistake) })
    }
  }
}
