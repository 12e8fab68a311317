extension Generator where Value: FixedWidthInteger & Sendable {
  /// Whole numbers in `range`, of any width up to 64 bits. The simplest is `target`, or else 0, or else the bound that is nearer to it;
  /// then 1, -1, 2, -2 and so on.
  ///
  /// In ranges of more than 256 values, bounds and their neighbours, values near the target, and values equal or close to earlier draws
  /// of the case are more likely than others. Smaller ranges are uniform.
  @inlinable
  public static func integer(in range: ClosedRange<Value>, target: Value? = nil) -> Generator {
    let lower = range.lowerBound.ordered
    let upper = range.upperBound.ordered
    let simplest = (target ?? 0).ordered
    let clamped = min(max(simplest, lower), upper)
    return Generator { source in
      Value(ordered: source.draw(.integer, in: lower, upper, target: clamped))
    }
  }

  /// Any value of the type.
  @inlinable
  public static func integer() -> Generator { .integer(in: Value.min...Value.max) }
}

extension FixedWidthInteger {
  /// This number as one of 64 unsigned bits, in the same order. Types wider than 64 bits are clamped.
  @inlinable
  var ordered: UInt64 {
    if Self.isSigned {
      UInt64(bitPattern: Int64(clamping: self)) ^ (1 &<< 63)
    } else {
      UInt64(clamping: self)
    }
  }

  /// The number whose ``ordered`` form this is.
  @inlinable
  init(ordered word: UInt64) {
    if Self.isSigned {
      self.init(truncatingIfNeeded: Int64(bitPattern: word ^ (1 &<< 63)))
    } else {
      self.init(truncatingIfNeeded: word)
    }
  }
}

extension Generator where Value == Int {
  /// Whole numbers in `range`: see ``integer(in:target:)``.
  @inlinable
  public static func int(in range: ClosedRange<Int>, target: Int? = nil) -> Generator {
    // Written out for `Int`, so that a debug build does without the generic arithmetic.
    let lower = UInt64(bitPattern: Int64(range.lowerBound)) ^ (1 &<< 63)
    let upper = UInt64(bitPattern: Int64(range.upperBound)) ^ (1 &<< 63)
    let simplest = min(max(UInt64(bitPattern: Int64(target ?? 0)) ^ (1 &<< 63), lower), upper)
    return Generator { source in
      Int(
        truncatingIfNeeded: source.draw(.integer, in: lower, upper, target: simplest) ^ (1 &<< 63))
    }
  }

  /// Whole numbers in `range`, without its end. If the range is empty, the case is discarded.
  @inlinable
  public static func int(in range: Range<Int>, target: Int? = nil) -> Generator {
    if range.isEmpty { return Generator { _ in throw Discard(reason: "int(in:) of an empty range") } }
    return .int(in: range.lowerBound...(range.upperBound - 1), target: target)
  }

  /// Whole numbers from the range's bound up to the largest: `.int(in: 1...)`.
  @inlinable
  public static func int(in range: PartialRangeFrom<Int>) -> Generator { .int(in: range.lowerBound...(.max)) }

  /// Whole numbers from the smallest up to the range's bound: `.int(in: ...9)`.
  @inlinable
  public static func int(in range: PartialRangeThrough<Int>) -> Generator { .int(in: .min...range.upperBound) }

  /// Any `Int`.
  @inlinable
  public static func int() -> Generator { .int(in: .min ... .max) }
}

extension Generator where Value == Bool {
  /// False, which is simpler, or true.
  @inlinable
  public static var bool: Generator {
    Generator { source in source.drawFlag(.boolean, upTo: 1) == 1 }
  }
}

extension Generator where Value == Double {
  /// Finite doubles in `range`: bounds and their inner neighbours, both zeros, subnormals, whole numbers, magnitudes of every scale, and
  /// uniform ones. Whole numbers are the simplest, by magnitude; then fractions, those with the fewest binary digits first.
  ///
  /// - Parameter specials: further values to draw from time to time, inside the range or not: `.nan`, `.infinity`,
  ///   `range.upperBound.nextUp`.
  @inlinable
  public static func double(
    in range: ClosedRange<Double>, including specials: [Double] = []
  ) -> Generator {
    let largest = Double.greatestFiniteMagnitude
    let bounds =
      min(max(range.lowerBound, -largest), largest)...min(max(range.upperBound, -largest), largest)
    let target = simplestDouble(in: bounds)
    return Generator { source in
      source.drawDouble(in: bounds, target: target, specials: specials)
    }
  }

  /// Any finite double.
  @inlinable
  public static func double() -> Generator {
    .double(in: -.greatestFiniteMagnitude ... .greatestFiniteMagnitude)
  }

  /// Any double, including infinities and quiet and signalling NaNs.
  public static var anyDouble: Generator {
    .double(
      in: -.greatestFiniteMagnitude ... .greatestFiniteMagnitude,
      including: [.nan, .infinity, -.infinity, .signalingNaN, -.nan])
  }
}

/// The whole number nearest to zero, or the bound nearest to it where there is none.
@usableFromInline
func simplestDouble(in range: ClosedRange<Double>) -> Double {
  if range.contains(0) { return 0 }
  let nearest = range.lowerBound > 0 ? range.lowerBound : range.upperBound
  let whole = nearest.rounded(.awayFromZero)
  return range.contains(whole) ? whole : nearest
}
