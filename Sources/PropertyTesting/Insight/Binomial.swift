import Foundation

/// What a count of cases says about a share: exact, without an approximation by the normal distribution, which
/// is poor for the small shares and the far tails that matter here.
enum Binomial {
  /// The probability of at most `count` hits in `trials`, where each is one with probability `share`.
  static func atMost(_ count: Int, of trials: Int, share: Double) -> Double {
    if count < 0 { return 0 }
    if count >= trials || share <= 0 { return 1 }
    if share >= 1 { return 0 }
    return incompleteBeta(1 - share, Double(trials - count), Double(count) + 1)
  }

  /// The probability of at least `count` hits.
  static func atLeast(_ count: Int, of trials: Int, share: Double) -> Double {
    if count <= 0 { return 1 }
    if count > trials || share <= 0 { return 0 }
    if share >= 1 { return 1 }
    return incompleteBeta(share, Double(count), Double(trials - count) + 1)
  }

  /// The shares that `count` hits in `trials` are compatible with (Clopper and Pearson, Biometrika 1934): each
  /// bound is wrong with a probability of at most half of `error`.
  static func interval(_ count: Int, of trials: Int, error: Double) -> ClosedRange<Double> {
    guard trials > 0 else { return 0...1 }
    let lower = count <= 0 ? 0 : bisect { atLeast(count, of: trials, share: $0) < error / 2 }
    let upper = count >= trials ? 1 : bisect { atMost(count, of: trials, share: $0) >= error / 2 }
    return min(lower, upper)...max(lower, upper)
  }

  /// The end of the shares from 0 up for which `isBelow` holds.
  private static func bisect(_ isBelow: (Double) -> Bool) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if isBelow(middle) { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// The regularised incomplete beta function I_x(a, b), by its continued fraction (Lentz's method).
  static func incompleteBeta(_ x: Double, _ a: Double, _ b: Double) -> Double {
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    let front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
    // Where the fraction converges fast; beyond it, by symmetry.
    return x < (a + 1) / (a + b + 2)
      ? front * continuedFraction(x, a, b) / a : 1 - front * continuedFraction(1 - x, b, a) / b
  }

  private static func continuedFraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
    let tiny = 1e-300
    func away(_ value: Double) -> Double { abs(value) < tiny ? tiny : value }
    var c = 1.0
    var d = 1 / away(1 - (a + b) * x / (a + 1))
    var result = d
    // It takes in the order of the root of the larger parameter.
    for step in 1...100_000 {
      let m = Double(step)
      let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
      d = 1 / away(1 + even * d)
      c = away(1 + even / c)
      result *= d * c
      let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
      d = 1 / away(1 + odd * d)
      c = away(1 + odd / c)
      result *= d * c
      if abs(d * c - 1) < 1e-15 { break }
    }
    return result
  }
}
