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
        switch boundaryLevel() {
        case .lower: lower
        case .upper: upper
        case .target: target
        case .near:
          nearRecent(word, lower, upper)
            ?? (index & 3 != 3 ? neighbour(of: UInt64(index & 3), lower, upper, target) : lower &+ uniform(upTo: last))
        case nil:
          word & 3 != 0
            ? boundary(word &>> 2, lower, upper, target)
            : nearRecent(word &>> 2, lower, upper) ?? lower &+ uniform(upTo: last)
        }
      recent.remember(value)
      return value
    case .designed:
      let value = designedInteger(in: lower, upper, target: target)
      recent.remember(value)
      return value
    case .scaled:
      let word = nextWord()
      return codeInteger(lower, upper, target) ?? laterNamed(lower, upper, target: target) ?? nearTarget(word, lower, upper, target)
    case .biased, .uniform: break
    }
    let word = nextWord()
    if recent.count == 0, index & 7 == 0, index <= Design.cases.upperBound,
      let value = named(slot: sparseSlot, draw: 0, lower, upper, target) {
      recent.remember(value)
      return value
    }
    if mode == .biased, let value = codeInteger(lower, upper, target) {
      recent.remember(value)
      return value
    }
    let value =
      switch word & 15 {
      case 0, 1: boundary(word &>> 4, lower, upper, target)
      case 12: anyCodeInteger(word &>> 4, lower, upper, target) ?? lower &+ uniform(upTo: last)
      case 2: anyPower(word &>> 4, lower, upper, target) ?? boundary(word &>> 4, lower, upper, target)
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
    switch random % 8 {
    case 0, 1: lower
    case 2, 3: upper
    case 4: target
    default: neighbour(of: random / 8, lower, upper, target)
    }
  }

  /// A number next to a bound or to the target.
  private func neighbour(of random: UInt64, _ lower: UInt64, _ upper: UInt64, _ target: UInt64) -> UInt64 {
    let value =
      switch random % 3 {
      case 0: lower == .max ? lower : lower &+ 1
      case 1: upper == 0 ? upper : upper &- 1
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
}
