extension Shrinker {
  /// The least distance above `floor` that `set` accepts, where all from some point on are accepted, down from
  /// `distance`, which was: first by powers of two (half of the bits, a quarter …), so that a small result
  /// takes few calls from any distance; then by halving.
  ///
  /// Where one or two less than `distance` are not accepted, it is the result at the price of a few calls.
  func lowerDistance(from distance: UInt64, above floor: UInt64, _ set: (UInt64) -> Bool) {
    var (low, high) = (floor, distance)
    guard high > low, high - low > 1 else { return }
    func bits(_ word: UInt64) -> Int { 64 - word.leadingZeroBitCount }
    var knowsNeighbour = false
    var (lowBits, highBits) = (bits(low), bits(high - 1))
    /// Whether something between may still be accepted.
    func goesOn() -> Bool {
      if knowsNeighbour { return true }
      knowsNeighbour = true
      // Two of them: what is coupled to another number often has room for one step.
      for _ in 0..<2 where high - low > 1 {
        guard set(high - 1) else { return wasUnfit }
        high -= 1
      }
      // Or for a few; then the rest of the way is not worth a call for each of its bits.
      for step in [6, 64] as [UInt64] where high - low > step + 1 {
        if set(high - step) {
          high -= step
        } else {
          if !wasUnfit { (low, lowBits) = (high - step, highBits) }
          break
        }
      }
      return true
    }
    while highBits - lowBits > 1 {
      let middle = (lowBits + highBits) / 2
      let power = UInt64(1) << UInt64(middle - 1)
      guard power > low, power < high else { break }
      if set(power) {
        (high, highBits, knowsNeighbour) = (power, middle, true)
      } else {
        (low, lowBits) = (power, middle)
        if !goesOn() { return }
      }
    }
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if set(middle) {
        (high, knowsNeighbour) = (middle, true)
      } else {
        low = middle
        if !goesOn() { return }
      }
    }
  }
}

extension Shrinker {
  /// Visits one place after the other, of as many as `count` finds in the best case by then.
  func forEachPlace(_ count: (Shape) -> Int, _ visit: (Int) throws -> Void) rethrows {
    try exhaustEachPlace(count) { place in
      try visit(place)
      return false
    }
  }

  /// As above, and visits a place again while `visit` returns true: what stood there is gone, and something else is there.
  func exhaustEachPlace(_ count: (Shape) -> Int, _ visit: (Int) throws -> Bool) rethrows {
    var place = 0
    while place < count(best), !isExhausted() {
      if try !visit(place) { place += 1 }
    }
  }

  /// The largest step up to `most` that `take` accepts: all of it; or one, and then as much of the rest as goes. Each
  /// accepted step is done: the next begins from there.
  func takeSteps(upTo most: UInt64, _ take: (UInt64) -> Bool) {
    guard most > 0, !take(most), most > 1, take(1) else { return }
    var left = most - 1
    lowerDistance(from: left, above: 0) { rest in
      guard take(left - rest) else { return false }
      left = rest
      return true
    }
  }
}
