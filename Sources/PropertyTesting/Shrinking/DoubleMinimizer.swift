/// Makes one double simpler, in the order of ``Complexity/init(of:)``: finite, positive, whole, small; else
/// fewer mantissa bits and an exponent nearer to zero.
struct DoubleMinimizer {
  private let choice: Choice
  private let target: Double
  private var current: Double
  private let shrinker: Shrinker
  /// Says whether a value is accepted.
  private let accept: (UInt64) -> Bool

  /// What stands for all numbers where infinity or NaN fails: whole ones, and some of each size with a fraction that no rounding keeps.
  private static let finite: [Double] =
    [1] + [0, 2, 16, 256, 65_536, 0x1p32].map { $0 + 1.0 / 3 } + [.greatestFiniteMagnitude]

  init(choice: Choice, shrinker: Shrinker, set: @escaping (UInt64) -> Bool) {
    self.choice = choice
    target = Double(bitPattern: choice.target)
    current = Double(bitPattern: choice.value)
    self.shrinker = shrinker
    accept = set
  }

  private mutating func set(_ value: Double) -> Bool {
    guard value.bitPattern != current.bitPattern, accept(value.bitPattern) else { return false }
    current = value
    return true
  }

  mutating func run() {
    if set(target) { return }
    if current.isNaN { _ = set(.nan) }
    if current.sign == .minus { _ = set(-current) }
    if !current.isFinite {
      let signs: [Double] = current == .infinity ? [1] : [1, -1]
      let simpler = signs.flatMap { sign in Self.finite.map { sign * $0 } } + signs.map { $0 * .infinity }
      for value in simpler where set(value) { break }
      guard current.isFinite else { return }
    }
    for rounding in [FloatingPointRoundingRule.towardZero, .awayFromZero] {
      if set(current.rounded(rounding)) { break }
    }
    if isSmallWhole(current) {
      lowerWholePart()
    } else {
      shortenMantissa()
      clearMantissa()
      lowerExponent()
      lowerWholePart()
    }
  }

  private func isSmallWhole(_ value: Double) -> Bool {
    value.magnitude < 0x1p53 && value == value.rounded(.towardZero)
  }

  /// Keeps the sign and the fraction.
  private mutating func lowerWholePart() {
    let value = current
    let whole = value.rounded(.towardZero)
    guard whole != 0, whole.magnitude < 0x1p53 else { return }
    let fraction = value - whole
    let sign: Double = value.sign == .minus ? -1 : 1
    if fraction != 0, set(fraction) { return }
    let accept = accept
    var nearest = current
    var (rejected, accepted) = (false, 0)
    shrinker.lowerDistance(from: UInt64(whole.magnitude), above: 0) { distance in
      let candidate = sign * Double(distance) + fraction
      guard accept(candidate.bitPattern) else {
        rejected = true
        return false
      }
      nearest = candidate
      if rejected { accepted += 1 }
      return true
    }
    current = nearest
    changeFraction()
    if accepted >= ChoiceMinimizer.clear { shrinker.noteThreshold(choice.with(value: current.bitPattern)) }
  }

  /// The whole part before, with any other fraction of as many digits: the fraction was found with another whole part.
  private mutating func changeFraction() {
    let value = current
    let whole = value.magnitude.rounded(.towardZero)
    for digits in 1...4 {
      let parts = Double(1 << digits)
      guard value * parts == (value * parts).rounded(.towardZero) else { continue }
      for part in stride(from: 1, to: parts, by: 2) where whole >= 1 {
        let simpler = whole - 1 + part / parts
        if set(value.sign == .minus ? -simpler : simpler) { return }
      }
      return
    }
  }

  private mutating func shortenMantissa() {
    let value = current
    guard value != 0, value.isFinite else { return }
    let unit = Double(sign: .plus, exponent: value.exponent, significand: 1)
    for bits in 0..<52 {
      let scale = Double(UInt64(1) << UInt64(bits))
      let scaled = value / unit * scale
      for rounding in [FloatingPointRoundingRule.towardZero, .awayFromZero] {
        let rounded = scaled.rounded(rounding) / scale * unit
        if rounded == value { return }
        if rounded.isFinite, set(rounded) { return }
      }
    }
  }

  /// One and its last binary digit alone, which is the simplest number of that many digits; or at least the
  /// digits between cleared.
  private mutating func clearMantissa() {
    let value = current
    guard value.isNormal else { return }
    let last = value.significandBitPattern & (~value.significandBitPattern &+ 1)
    let sign = value.sign
    if set(Double(sign: sign, exponentBitPattern: (1.0).exponentBitPattern, significandBitPattern: last)) { return }
    _ = set(Double(sign: sign, exponentBitPattern: value.exponentBitPattern, significandBitPattern: last))
  }

  /// Nearer to zero, with the same mantissa.
  private mutating func lowerExponent() {
    let value = current
    guard value != 0, value.isFinite else { return }
    let significand = value.sign == .minus ? -value.significand : value.significand
    let exponent = value.exponent
    func at(_ exponent: Int) -> Double {
      Double(sign: .plus, exponent: exponent, significand: significand)
    }
    var (good, bad) = (exponent.magnitude, UInt(0))
    while good - bad > 1 {
      let middle = bad + (good - bad) / 2
      if set(at(exponent < 0 ? -Int(middle) : Int(middle))) { good = middle } else { bad = middle }
    }
  }
}
