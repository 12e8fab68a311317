/// Lowers one number whose failing values have gaps: odd ones, multiples, Sundays, primes, what has a digit. Between two of
/// them nothing fails, so that neither a neighbour nor halving says anything of what lies further down.
///
/// First it looks for any smaller one, where it costs least: just below, without a bit, without a digit, at the steps that
/// calendars and formats have. A failure there shows that there are gaps, and about how wide they are. Then it goes down by
/// halving, and looks at each place at as many neighbours as a gap is wide.
struct GapSearch {
  private let shrinker: Shrinker
  /// Whether the number fails at a distance from its target.
  private let accepts: (UInt64) -> Bool
  private(set) var distance: UInt64
  /// Calls that are left before, and after, the first sign of a gap.
  private var calls: Int
  private let descentCalls: Int
  private var widestGap: UInt64 = 1

  init(_ shrinker: Shrinker, from distance: UInt64, calls: Int, descentCalls: Int, accepts: @escaping (UInt64) -> Bool) {
    self.shrinker = shrinker
    self.distance = distance
    self.calls = calls
    self.descentCalls = descentCalls
    self.accepts = accepts
  }

  mutating func run() {
    guard var step = findSmaller() else { return }
    calls = descentCalls
    while true {
      let before = distance
      // Wider gaps than a window are crossed by their steps only.
      if step <= Self.window { descend() }
      if step <= Self.window, distance == before { return }
      guard let next = findSmaller() else { return }
      step = next
    }
  }

  private mutating func take(_ candidate: UInt64) -> Bool {
    guard candidate < distance, candidate > 0, calls > 0, !shrinker.isExhausted() else { return false }
    let before = shrinker.calls
    let accepted = accepts(candidate)
    calls -= shrinker.calls - before
    if accepted { distance = candidate }
    return accepted
  }

  /// Takes any smaller one, and as many more steps as wide as that one as go. Returns the width; nil if it found none.
  private mutating func findSmaller() -> UInt64? {
    let start = distance
    for candidate in Self.candidates(below: start) {
      if calls <= 0 || shrinker.isExhausted() { return nil }
      if take(candidate) {
        let step = start - candidate
        if step <= Self.window { widestGap = max(widestGap, step) }
        takeSteps(of: step)
        return step
      }
    }
    return nil
  }

  /// How many neighbours are looked at, at most.
  private static let window: UInt64 = 64

  /// As many more steps of one width as go: multiples of it fail alike.
  private mutating func takeSteps(of step: UInt64) {
    let start = distance
    let most = (start - 1) / step
    guard most > 0 else { return }
    shrinker.lowerDistance(from: most, above: 0) { left in take(start - (most - left) * step) }
    _ = take(start - most * step)
  }

  /// By halving, first of the bits and then of the number, with a window at each place.
  private mutating func descend() {
    var low: UInt64 = 0
    while distance - low > 1, calls > 0, !shrinker.isExhausted() {
      let width = min(max(widestGap * 3, 4), Self.window)
      if distance - low <= width {
        for candidate in (low + 1)..<distance where take(candidate) { return }
        return
      }
      let place = middle(low, distance)
      if !takeNear(place, above: low, width) { low = place }
    }
  }

  /// Halfway between the lengths of two numbers while these differ by more than one bit, and then between the numbers.
  private func middle(_ low: UInt64, _ high: UInt64) -> UInt64 {
    let (lowBits, highBits) = (64 - low.leadingZeroBitCount, 64 - (high - 1).leadingZeroBitCount)
    if highBits - lowBits > 1 {
      let power = UInt64(1) << UInt64((lowBits + highBits) / 2 - 1)
      if power > low, power < high { return power }
    }
    return low + (high - low) / 2
  }

  /// Near a place: with the last digits and bits that the number has now, and then each one below.
  private mutating func takeNear(_ place: UInt64, above low: UInt64, _ width: UInt64) -> Bool {
    let start = distance
    for candidate in [place] + Self.alike(start, near: place) where candidate > low && candidate < start {
      if take(candidate) { return true }
    }
    var candidate = place
    while candidate > low + 1, place - candidate < width {
      candidate -= 1
      if take(candidate) {
        widestGap = max(widestGap, place - candidate)
        return true
      }
      if calls <= 0 { return false }
    }
    return false
  }

  private static func alike(_ number: UInt64, near place: UInt64) -> [UInt64] {
    var candidates: [UInt64] = []
    for unit in [UInt64(10), 16, 100, 1_000] where unit < place {
      candidates.append(place - place % unit + number % unit)
    }
    return candidates
  }
}

extension GapSearch {
  /// Where a smaller number that fails may be, nearest to hand first.
  private static func candidates(below number: UInt64) -> [UInt64] {
    var candidates: [UInt64] = []
    func add(_ candidate: UInt64) { if candidate > 0, candidate < number { candidates.append(candidate) } }
    func stepDown(by steps: some Sequence<UInt64>) { for step in steps where step < number { add(number - step) } }
    stepDown(by: 1...8)
    // Days since an epoch are thousands, seconds are millions.
    let isInstant = number > 1_000_000
    if isInstant { stepDown(by: calendarSteps) }
    for bit in (0..<64).reversed() where number >> UInt64(bit) & 1 == 1 { add(number ^ (1 << UInt64(bit))) }
    var power: UInt64 = 10
    while power < number {
      add(number % power)
      add(number / power)
      add(number - number / power % 10 * power)
      add(number - power)
      if power > UInt64.max / 10 { break }
      power *= 10
    }
    stepDown(by: 9...16)
    if !isInstant { stepDown(by: calendarSteps) }
    stepDown(by: (5..<63).map { UInt64(1) << UInt64($0) })
    stepDown(by: 17...64)
    for part in (1...15).reversed() { add(number / 16 * UInt64(part)) }
    stepDown(by: 65...192)
    return candidates
  }

  /// In days, seconds and minutes.
  private static let calendarSteps: [UInt64] = [
    60, 365, 366, 1_461, 2_921, 3_600, 86_400, 146_097, 604_800, 31_536_000, 31_622_400, 126_230_400,
  ]
}
