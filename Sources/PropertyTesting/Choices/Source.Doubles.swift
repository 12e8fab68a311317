extension Source {
  /// A double in the order of its range, as a bit pattern, recorded as one choice.
  @usableFromInline
  mutating func drawDouble(
    in range: ClosedRange<Double>, target: Double, specials: [Double],
    isInstant: Bool = false
  ) -> Double {
    let proposed = proposeDouble(in: range, target: target, specials: specials, isInstant: isInstant)
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
    in range: ClosedRange<Double>, target: Double, specials: [Double], isInstant: Bool
  ) -> Double {
    if mode == .simplest, staysSimplest() { return target }
    if mode == .uniform { return min(max(uniformDouble(range), range.lowerBound), range.upperBound) }
    let value =
      if mode == .designed, let designed = isInstant ? designedInstant(in: range) : designedDouble(in: range) {
        designed
      } else if mode == .scaled || mode == .biased, !isInstant, let constant = codeDouble(in: range) {
        constant
      } else if mode == .scaled, !isInstant, let named = scaledNamedDouble(in: range) {
        named
      } else if mode == .boundaries, !specials.isEmpty, let level = boundaryLevel(), level != .near {
        level == .lower ? range.lowerBound : level == .upper ? range.upperBound : special(specials)
      } else {
        proposeSpecially(in: range, specials: specials)
      }
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
      return special(specials)
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

  /// A named number, a fraction, what relates it to the double before, or a uniform one. Nil: one of any kind.
  private mutating func designedDouble(in range: ClosedRange<Double>) -> Double? {
    let draw = Int(designed.numbers)
    designed.numbers &+= 1
    let word = nextWord()
    let slot: Int
    if let designedSlot {
      guard designedSlot & 1 == 0 || draw > 0 else { return nil }
      slot = designedSlot / 2
    } else {
      // Nearly all uniform doubles of a range as wide as this have its magnitude.
      guard range.upperBound > 0x1p64 || range.lowerBound < -0x1p64 else {
        return (word & 3 == 0 ? relatedDouble(word >> 2, range) : nil)
          ?? min(max(uniformDouble(range), range.lowerBound), range.upperBound)
      }
      slot = wideDoubleSlot
    }
    if word & 1 == 0, let related = relatedDouble(word >> 1, range) { return related }
    guard draw < Design.orderedDraws else { return nil }
    return namedDouble(slot: slot, draw: draw, in: range)
  }

  /// In a scaled case the first double of a wide range: what the designed cases do not come to.
  private mutating func scaledNamedDouble(in range: ClosedRange<Double>) -> Double? {
    guard range.upperBound > 0x1p64 || range.lowerBound < -0x1p64, let slot = scaledDoubleSlot else { return nil }
    let draw = Int(designed.numbers)
    designed.numbers &+= 1
    return draw == 0 ? namedDouble(slot: slot, draw: 0, in: range) : nil
  }

  private func namedDouble(slot: Int, draw: Int, in range: ClosedRange<Double>) -> Double? {
    let values = Design.fractions.filter(range.contains) + NamedNumbers.all.lazy.map(Double.init).filter(range.contains)
    guard !values.isEmpty else { return nil }
    return values[Design.place(slot: slot, of: values.count, seed: seed, draw: draw)]
  }

  /// The double before, or one that stands in a simple relation to it.
  private func relatedDouble(_ random: UInt64, _ range: ClosedRange<Double>) -> Double? {
    guard !recentDouble.isNaN else { return nil }
    let value =
      switch random & 15 {
      case 0, 1: recentDouble * 2
      case 2, 3: recentDouble / 2
      case 4: -recentDouble
      case 5: recentDouble * 10
      default: nearRecentDouble(random >> 4, range) ?? .nan
      }
    return range.contains(value) ? value : nil
  }

  private mutating func special(_ specials: [Double]) -> Double {
    specials[Int(uniform(upTo: UInt64(specials.count - 1)))]
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
