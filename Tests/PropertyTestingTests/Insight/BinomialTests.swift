@testable import PropertyTesting
import Testing

@Suite("Shares: what a count says")
struct BinomialTests {
  /// The sum itself, term by term.
  static func sum(_ counts: ClosedRange<Int>, of trials: Int, share: Double) -> Double {
    counts.reduce(0) { sum, count in
      var term = 1.0
      for index in 0..<count { term *= Double(trials - index) / Double(index + 1) * share }
      for _ in 0..<(trials - count) { term *= 1 - share }
      return sum + term
    }
  }

  @Test func theTailsAreTheSums() {
    for trials in [1, 2, 7, 30, 100] {
      for share in [0.01, 0.1, 0.3, 0.5, 0.77, 0.99] {
        for count in stride(from: 0, through: trials, by: max(1, trials / 6)) {
          let below = Self.sum(0...count, of: trials, share: share)
          let above = Self.sum(count...trials, of: trials, share: share)
          #expect(abs(Binomial.atMost(count, of: trials, share: share) - below) < 1e-11)
          #expect(abs(Binomial.atLeast(count, of: trials, share: share) - above) < 1e-11)
        }
      }
    }
  }

  @Test func farTailsAndManyTrialsAreExact() {
    // 0.7^100, and half of the mass at the middle of a million.
    #expect(abs(Binomial.atMost(0, of: 100, share: 0.3) / 3.2344765e-16 - 1) < 1e-6)
    let middle = Binomial.atMost(500_000, of: 1_000_000, share: 0.5)
    #expect(middle > 0.5 && middle < 0.501)
    #expect(Binomial.atMost(-1, of: 5, share: 0.5) == 0)
    #expect(Binomial.atMost(5, of: 5, share: 0.5) == 1)
    #expect(Binomial.atLeast(6, of: 5, share: 0.5) == 0)
    #expect(Binomial.atLeast(0, of: 5, share: 0) == 1)
    #expect(Binomial.atMost(3, of: 5, share: 1) == 0)
  }

  @Test func theIntervalIsClopperAndPearsons() {
    // Their table's values for 10 of 100 at 95 %, and the rule of three for none.
    let interval = Binomial.interval(10, of: 100, error: 0.05)
    #expect(abs(interval.lowerBound - 0.0490) < 1e-4)
    #expect(abs(interval.upperBound - 0.1762) < 1e-4)
    #expect(abs(Binomial.interval(0, of: 100, error: 0.05).upperBound - 0.0362) < 1e-4)
    #expect(Binomial.interval(0, of: 100, error: 0.05).lowerBound == 0)
    #expect(Binomial.interval(100, of: 100, error: 0.05).upperBound == 1)
    #expect(Binomial.interval(0, of: 0, error: 0.05) == 0...1)
  }

  @Test func standingsAreTwoSided() {
    func standing(_ count: Int, of cases: Int, _ share: Double) -> ShareStanding {
      ShareStanding(count, of: cases, required: share, error: 1e-6)
    }
    #expect(standing(0, of: 100, 0.3) == .insufficient)
    #expect(standing(9, of: 100, 0.3) == .insufficient)
    #expect(standing(10, of: 100, 0.3) == .undecided)
    #expect(standing(29, of: 100, 0.3) == .undecided)
    #expect(standing(49, of: 100, 0.3) == .undecided)
    #expect(standing(60, of: 100, 0.3) == .sufficient)
    // What 100 cases do not tell, ten thousand do.
    #expect(standing(2_500, of: 10_000, 0.3) == .insufficient)
    #expect(standing(3_000, of: 10_000, 0.3) == .sufficient)
    // Too rare to be missed in so few.
    #expect(standing(0, of: 100, 0.01) == .undecided)
  }
}
