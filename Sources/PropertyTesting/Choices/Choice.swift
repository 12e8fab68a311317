/// What a choice stands for. Replaying a choice as another kind is a divergence, never a reinterpretation.
@usableFromInline
enum ChoiceKind: UInt8, Sendable, CaseIterable {
  case integer, boolean, double, count, branch, character
  /// A decision of a scheduler: see ``ScheduleDraws``.
  case schedule

  /// The letter that stands for the kind in regression files.
  var letter: Character {
    switch self {
    case .integer: "i"
    case .boolean: "b"
    case .double: "d"
    case .count: "n"
    case .branch: "x"
    case .character: "c"
    case .schedule: "s"
    }
  }
}

/// One decision of a generator: a value out of a range, with the value that counts as simplest.
///
/// Shrinking works on choices alone, never on generated values, so it passes through `map`, `flatMap`,
/// filters and any user code. Whole numbers of every width, Booleans, counts, branches and characters are
/// held as `UInt64` in an order-preserving form (a signed number has its sign bit flipped); a double is
/// held as its bit pattern.
struct Choice: Sendable, Hashable {
  let kind: ChoiceKind
  /// For doubles a bit pattern; otherwise in `lower...upper`.
  var value: UInt64
  let lower: UInt64
  let upper: UInt64
  /// The simplest value of the range.
  let target: UInt64

  /// This choice at another value.
  func with(value: UInt64) -> Choice {
    var copy = self
    copy.value = value
    return copy
  }

  /// How far the value is from the simplest one: the measure that shrinking makes least.
  var complexity: Complexity {
    if kind == .double { return Complexity(of: Double(bitPattern: value)) }
    return value >= target
      ? Complexity(distance: value - target, isBelow: false)
      : Complexity(distance: target - value, isBelow: true)
  }

  var isSimplest: Bool { value == target }
}

/// A total order of simplicity for one choice: nearer to the target first, and at the same distance the
/// value above it (0, 1, -1, 2, -2 …). For doubles: see ``init(of:)``.
struct Complexity: Comparable, Hashable {
  var distance: UInt64
  var isBelow: Bool
  /// Decides between doubles that agree in everything that `distance` has room for.
  var rest: UInt64 = 0

  static func < (left: Complexity, right: Complexity) -> Bool {
    if left.distance != right.distance { return left.distance < right.distance }
    if left.rest != right.rest { return left.rest < right.rest }
    return !left.isBelow && right.isBelow
  }

  init(distance: UInt64, isBelow: Bool) {
    self.distance = distance
    self.isBelow = isBelow
  }

  /// Whole numbers below 2⁵³ by magnitude, then other finite numbers (fewer mantissa bits first, then
  /// the exponent nearer to zero, then the smaller mantissa), then infinities, then NaN; positive
  /// before negative.
  init(of double: Double) {
    let magnitude = double.magnitude
    isBelow = double.sign == .minus
    if magnitude.isNaN {
      distance = .max
      // The canonical quiet NaN first.
      rest = magnitude.bitPattern ^ Double.nan.bitPattern
    } else if magnitude.isInfinite {
      distance = .max - 1
    } else if magnitude < 0x1p53, magnitude == magnitude.rounded(.towardZero) {
      distance = UInt64(magnitude)
    } else {
      let mantissa = magnitude.significandBitPattern
      let mantissaLength = mantissa == 0 ? 0 : UInt64(52 - mantissa.trailingZeroBitCount)
      let exponent = Int64(magnitude.exponentBitPattern) - 1023
      let exponentRank = exponent >= 0 ? UInt64(exponent) * 2 : UInt64(-exponent) * 2 - 1
      distance = 1 << 63 | mantissaLength << 16 | exponentRank
      rest = mantissa
    }
  }
}

/// A recorded choice without its range, as tokens and regression files hold it.
///
/// A number is kept as its distance from the simplest value of whatever draw replays it, so that small
/// counterexamples are short to write down; a double as its bit pattern.
struct ScriptedChoice: Sendable, Hashable {
  let kind: ChoiceKind
  /// Distance from the target, or a double's bit pattern.
  let magnitude: UInt64
  let isBelow: Bool

  init(kind: ChoiceKind, magnitude: UInt64, isBelow: Bool) {
    self.kind = kind
    self.magnitude = magnitude
    self.isBelow = isBelow
  }

  init(_ choice: Choice) {
    kind = choice.kind
    if choice.kind == .double {
      magnitude = choice.value
      isBelow = false
    } else {
      magnitude = choice.complexity.distance
      isBelow = choice.complexity.isBelow
    }
  }

  /// The value that this stands for in `choice`'s range; nil where the range does not reach that far.
  func value(in choice: Choice) -> UInt64? {
    guard kind == choice.kind else { return nil }
    if kind == .double { return magnitude }
    let room = isBelow ? choice.target - choice.lower : choice.upper - choice.target
    guard magnitude <= room else { return nil }
    return choice.value(at: magnitude, below: isBelow)
  }
}
