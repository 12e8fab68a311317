extension Source {
  /// A whole number in the modes other than uniform: bounds, neighbours, repeats of earlier draws, numbers
  /// near the target by magnitude, and uniform ones.
  @usableFromInline @inline(never)
  mutating func proposeInteger(in lower: UInt64, _ upper: UInt64, target: UInt64) -> UInt64 {
    let last = upper &- lower
    switch mode {
    case .simplest: if staysSimplest() { return target }
    case .boundaries:
      let word = nextWord()
      let value =
        word & 3 != 0
        ? boundary(word &>> 2, lower, upper, target)
        : nearRecent(word &>> 2, lower, upper) ?? lower &+ uniform(upTo: last)
      recent.remember(value)
      return value
    case .scaled: return nearTarget(nextWord(), lower, upper, target)
    case .biased, .uniform: break
    }
    let word = nextWord()
    let value =
      switch word & 15 {
      case 0, 1, 2: boundary(word &>> 4, lower, upper, target)
      case 3, 4, 5, 6, 7, 8: nearRecent(word &>> 4, lower, upper) ?? lower &+ uniform(upTo: last)
      case 9, 10, 11: nearTarget(word &>> 4, lower, upper, target)
      default: lower &+ uniform(upTo: last)
      }
    recent.remember(value)
    return value
  }

  private func boundary(
    _ random: UInt64, _ lower: UInt64, _ upper: UInt64, _ target: UInt64
  ) -> UInt64 {
    let value =
      switch random % 8 {
      case 0, 1: lower
      case 2, 3: upper
      case 4: target
      case 5: lower == .max ? lower : lower &+ 1
      case 6: upper == 0 ? upper : upper &- 1
      default: target == .max ? target : target &+ 1
      }
    return min(max(value, lower), upper)
  }

  /// An earlier draw of this case, or a number up to four away from one.
  @inline(__always)
  private func nearRecent(_ random: UInt64, _ lower: UInt64, _ upper: UInt64) -> UInt64? {
    guard let base = recent.pick(random & 0xFF) else { return nil }
    let step: UInt64 =
      switch (random &>> 8) % 16 {
      case 0...5: 0
      case 6...11: 1
      case 12, 13: 2
      case 14: 3
      default: 4
      }
    let goesDown = (random &>> 16) & 1 == 1
    let (value, overflow) =
      goesDown ? base.subtractingReportingOverflow(step) : base.addingReportingOverflow(step)
    return !overflow && value >= lower && value <= upper ? value : nil
  }

  /// At a distance from the target whose number of bits is uniform, up to a limit that grows with the size.
  @inline(__always)
  private mutating func nearTarget(
    _ random: UInt64, _ lower: UInt64, _ upper: UInt64, _ target: UInt64
  ) -> UInt64 {
    let below = target &- lower
    let above = upper &- target
    let goesDown = above == 0 || (below > 0 && random & 1 == 1)
    let room = goesDown ? below : above
    let most = UInt64(64 - room.leadingZeroBitCount)
    let bits = 1 + (random &>> 1) % max(1, most * UInt64(caseSize) / 100)
    let distance = min(nextWord() &>> (64 - min(bits, 64)), room)
    return goesDown ? target &- distance : target &+ distance
  }

  /// A double in the order of its range, as a bit pattern, recorded as one choice.
  @usableFromInline
  mutating func drawDouble(
    in range: ClosedRange<Double>, target: Double, specials: [Double]
  ) -> Double {
    let proposed = proposeDouble(in: range, target: target, specials: specials)
    guard let tape else { return proposed }
    let bits = tape.resolve(
      proposed.bitPattern, kind: .double, lower: range.lowerBound.bitPattern,
      upper: range.upperBound.bitPattern, target: target.bitPattern)
    let value = Double(bitPattern: bits)
    if value >= range.lowerBound && value <= range.upperBound { return value }
    // A shrink step or an edited script left the range; a special value may still be one asked for.
    if specials.contains(where: { $0.bitPattern == bits || ($0.isNaN && value.isNaN) }) { return value }
    tape.amendLast(target.bitPattern)
    return target
  }

  private mutating func proposeDouble(
    in range: ClosedRange<Double>, target: Double, specials: [Double]
  ) -> Double {
    if mode == .simplest { return target }
    if mode == .uniform { return min(max(uniformDouble(range), range.lowerBound), range.upperBound) }
    let value = proposeSpecially(in: range, specials: specials)
    if value.isFinite { recentDouble = value }
    return value
  }

  private mutating func proposeSpecially(in range: ClosedRange<Double>, specials: [Double]) -> Double {
    let word = nextWord()
    let selector = mode == .boundaries ? (word & 3 == 0 ? 15 : word >> 2 & 7) : word & 15
    let value: Double
    switch selector {
    case 0, 1, 2, 3: value = boundaryDouble(word &>> 8, range)
    case 4 where !specials.isEmpty, 5 where !specials.isEmpty:
      return specials[Int((word &>> 8) % UInt64(specials.count))]
    case 6, 7, 8: value = scaledDouble(word &>> 8, range)
    case 9, 10, 11, 12:
      // Whole numbers, small ones first.
      let magnitude = Double(nextWord() &>> (64 - (1 + (word &>> 8) % 20)))
      value = range.contains(-magnitude) && word >> 40 & 1 == 1 ? -magnitude : magnitude
    case 14, 15: value = nearRecentDouble(word &>> 8, range) ?? uniformDouble(range)
    default: value = uniformDouble(range)
    }
    // Not through `max`, which would turn -0.0 into the lower bound 0.
    if range.contains(value) { return value }
    return value < range.lowerBound ? range.lowerBound : range.upperBound
  }

  private mutating func uniformDouble(_ range: ClosedRange<Double>) -> Double {
    let fraction = Double(nextWord() &>> 11) * 0x1p-53
    // Halved, so that the width of the whole range does not overflow.
    let half = range.upperBound / 2 - range.lowerBound / 2
    return range.lowerBound + half * fraction + half * fraction
  }

  /// The last double of this case, half of the time, or one next to it: a bit, or 1, more or less.
  private func nearRecentDouble(_ random: UInt64, _ range: ClosedRange<Double>) -> Double? {
    let value =
      switch random % 8 {
      case 0, 1, 2, 3: recentDouble
      case 4: recentDouble.nextUp
      case 5: recentDouble.nextDown
      case 6: recentDouble + 1
      default: recentDouble - 1
      }
    return range.contains(value) ? value : nil
  }

  private func boundaryDouble(_ random: UInt64, _ range: ClosedRange<Double>) -> Double {
    switch random % 10 {
    case 0, 1: range.lowerBound
    case 2, 3: range.upperBound
    case 4: range.lowerBound.nextUp
    case 5: range.upperBound.nextDown
    case 6: range.contains(0) ? -0.0 : range.lowerBound
    case 7: range.contains(0) ? 0 : range.upperBound
    case 8: range.contains(.leastNonzeroMagnitude) ? .leastNonzeroMagnitude : range.lowerBound
    default: range.contains(.leastNormalMagnitude) ? .leastNormalMagnitude.nextDown : range.upperBound
    }
  }

  /// A random mantissa at an exponent that is uniform over the range's exponents down to 2⁻⁶⁰.
  private mutating func scaledDouble(_ random: UInt64, _ range: ClosedRange<Double>) -> Double {
    let largest = max(range.lowerBound.magnitude, range.upperBound.magnitude)
    let top = largest.isFinite && largest > 0 ? Int(largest.exponent) : 1023
    let exponent = top - Int(random % UInt64(max(1, min(top + 61, 1084))))
    let mantissa = 1 + Double(nextWord() &>> 12) * 0x1p-52
    let magnitude = Double(sign: .plus, exponent: exponent, significand: mantissa)
    let isNegative = range.lowerBound < 0 && (range.upperBound <= 0 || random >> 40 & 1 == 1)
    return isNegative ? -magnitude : magnitude
  }
}
