import PropertyTesting

// If a number has several forms, the one with the fewest choices comes first, because shrinking ends there.

extension Generator where Value == Double {
  /// Numbers in `bounds`, a range from 0 to 1 or more. Both bounds and their neighbours are frequent, and so are -0.0
  /// and subnormal numbers. Simplest is 0.
  public static func amount(in bounds: ClosedRange<Double>) -> Generator {
    .frequency(
      (2, .constant(0)), (2, .constant(bounds.upperBound)), (1, .constant(-0.0)),
      (2, .element(of: [0.5, bounds.upperBound.nextDown] + subnormals)), (4, .double(in: bounds)))
  }

  /// Numbers outside of `bounds`, many of them close to it. One is 0.4 above it, for code that rounds. NaN and
  /// infinities are frequent. Simplest is -1, then the upper bound plus 1.
  public static func amount(outside bounds: ClosedRange<Double>) -> Generator {
    let top = bounds.upperBound
    let below: [Double] = [-1e-9, -.leastNonzeroMagnitude, -.greatestFiniteMagnitude]
    let above: [Double] = [top + 0.4, top.nextUp, 0x1p62, .greatestFiniteMagnitude]
    return .frequency(
      (2, .constant(-1)), (2, .constant(top + 1)), (4, .constant(.nan)),
      (3, .element(of: [.infinity, -.infinity])), (4, .element(of: below)), (4, .element(of: above)),
      (1, .double(in: -1e12 ... -.leastNonzeroMagnitude)), (1, .double(in: top.nextUp...1e12)))
  }

  /// Finite numbers above 0. The smallest and the largest are frequent. Simplest is 1.
  public static var positiveAmount: Generator {
    .frequency(
      (1, .constant(1)), (2, .element(of: [0.5, 1e-9] + subnormals)),
      (2, .element(of: [1e7, 0x1p60, 1e300, .greatestFiniteMagnitude])),
      (3, .double(in: .leastNonzeroMagnitude...1e6)))
  }

  /// Numbers that are 0, negative or not finite. Simplest is 0.
  public static var nonPositiveAmount: Generator {
    .frequency(
      (2, .constant(0)), (2, .constant(-1)), (3, .constant(.infinity)), (3, .constant(.nan)),
      (4, .element(of: [-0.0, -1e-9, -.leastNonzeroMagnitude, -.infinity])),
      (1, .double(in: -1e12 ... -.leastNonzeroMagnitude)))
  }
}

private let subnormals: [Double] = [.leastNonzeroMagnitude, .leastNormalMagnitude.nextDown]
