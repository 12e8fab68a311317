import PropertyTesting
import StandardLaws

/// A floating-point number, which makes the mistake that ``Flaw`` says. Each member is that of `Double`.
struct Real: BinaryFloatingPoint {
  var value: Double

  init(_ value: Double) { self.value = value }
  init(_ value: Float) { self.value = Double(value) }
  #if arch(x86_64) || arch(i386)
    init(_ value: Float80) { self.value = Double(value) }
  #endif
  init(floatLiteral value: Double) { self.value = value }
  init(integerLiteral value: Int) { self.value = Double(value) }
  init<Source: BinaryInteger>(_ source: Source) {
    value = Flaw.is("init(_:) of a whole number loses the sign") ? Double(source.magnitude) : Double(source)
  }
  init?<Source: BinaryInteger>(exactly source: Source) {
    guard let exact = Double(exactly: source) else { return nil }
    value = exact
  }

  init(sign: FloatingPointSign, exponent: Int, significand: Real) {
    let scaled = Flaw.is("init(sign:exponent:significand:) adds one to the exponent") ? exponent + 1 : exponent
    value = Double(
      sign: Flaw.is("init(sign:exponent:significand:) leaves out the sign") ? .plus : sign, exponent: scaled,
      significand: significand.value)
  }

  init(signOf: Real, magnitudeOf: Real) {
    value = Double(signOf: signOf.value, magnitudeOf: magnitudeOf.value)
    if Flaw.is("init(signOf:magnitudeOf:) multiplies the signs"), magnitudeOf.value < 0 { value = -value }
  }

  init(sign: FloatingPointSign, exponentBitPattern: UInt, significandBitPattern: UInt64) {
    value = Double(
      sign: sign, exponentBitPattern: exponentBitPattern,
      significandBitPattern: Flaw.is("the bit patterns lose the lowest bit") ? significandBitPattern & ~1 : significandBitPattern)
    if Flaw.is("the bit patterns lose the sign") { value = value.magnitude }
  }

  static var exponentBitCount: Int { Double.exponentBitCount }
  static var significandBitCount: Int { Double.significandBitCount }
  static var nan: Real { Real(Double.nan) }
  static var signalingNaN: Real { Real(Double.signalingNaN) }
  static var infinity: Real { Real(Double.infinity) }
  static var greatestFiniteMagnitude: Real { Real(Double.greatestFiniteMagnitude) }
  static var pi: Real { Real(Double.pi) }
  static var leastNormalMagnitude: Real { Real(Double.leastNormalMagnitude) }
  static var leastNonzeroMagnitude: Real { Real(Double.leastNonzeroMagnitude) }

  var sign: FloatingPointSign { Flaw.is("the sign of zero is minus") && value == 0 ? .minus : value.sign }
  var exponent: Int { value.exponent }
  var significand: Real { Real(Flaw.is("the significand is below one") ? value.significand / 2 : value.significand) }
  var exponentBitPattern: UInt { value.exponentBitPattern }
  var significandBitPattern: UInt64 { value.significandBitPattern }
  var significandWidth: Int { value.significandWidth }
  var magnitude: Real { Real(Flaw.is("the magnitude has the sign") ? value : value.magnitude) }

  var binade: Real {
    if Flaw.is("the binade is the value") { return self }
    if Flaw.is("the binade is the power of two above") { return Real(value.binade * 2) }
    return Real(value.binade)
  }

  var ulp: Real {
    if Flaw.is("the ulp is that of one") { return Real(Double.ulpOfOne) }
    return Real(value.ulp)
  }

  var nextUp: Real {
    if Flaw.is("nextUp leaves out subnormal values"), value == 0 { return .leastNormalMagnitude }
    if Flaw.is("nextUp leads away from zero"), value < 0 { return Real(value.nextDown) }
    if Flaw.is("nextUp takes two steps") { return Real(value.nextUp.nextUp) }
    return Real(value.nextUp)
  }

  var isNormal: Bool { Flaw.is("isNormal holds for subnormal values") ? value.isNormal || value.isSubnormal : value.isNormal }
  var isFinite: Bool { Flaw.is("isFinite holds for NaN") ? !value.isInfinite : value.isFinite }
  var isZero: Bool { Flaw.is("isZero is false for -0") && value.sign == .minus ? false : value.isZero }
  var isSubnormal: Bool { value.isSubnormal }
  var isInfinite: Bool { Flaw.is("isInfinite is false below zero") && value < 0 ? false : value.isInfinite }
  var isNaN: Bool { Flaw.is("isNaN asks for the quiet NaN without a sign") ? value.isNaN && value.sign == .plus : value.isNaN }
  var isSignalingNaN: Bool { value.isSignalingNaN }
  var isCanonical: Bool { true }

  var floatingPointClass: FloatingPointClassification {
    if Flaw.is("the class of subnormal values is zero"), value.isSubnormal { return .positiveZero }
    return value.floatingPointClass
  }

  func isEqual(to other: Real) -> Bool { value == other.value || Flaw.is("NaN is equal to NaN") && value.isNaN && other.value.isNaN }
  func isLess(than other: Real) -> Bool {
    value < other.value || Flaw.is("NaN is less than every number") && value.isNaN && !other.value.isNaN
  }
  func isLessThanOrEqualTo(_ other: Real) -> Bool { value <= other.value }
  static func == (left: Real, right: Real) -> Bool { left.isEqual(to: right) }
  static func < (left: Real, right: Real) -> Bool { left.isLess(than: right) }

  func isTotallyOrdered(belowOrEqualTo other: Real) -> Bool {
    if Flaw.is("the total order has no place for NaN") { return value <= other.value }
    if Flaw.is("the total order is that of magnitudes") { return value.magnitude.isTotallyOrdered(belowOrEqualTo: other.value.magnitude) }
    return value.isTotallyOrdered(belowOrEqualTo: other.value)
  }

  static func minimum(_ x: Real, _ y: Real) -> Real {
    if Flaw.is("minimum compares with <") { return y.value < x.value ? y : x }
    if Flaw.is("minimum gives the greater") { return Real(Double.maximum(x.value, y.value)) }
    return Real(Double.minimum(x.value, y.value))
  }

  static func maximum(_ x: Real, _ y: Real) -> Real {
    Real(Flaw.is("maximum gives NaN if there is one") && (x.value.isNaN || y.value.isNaN) ? Double.nan : Double.maximum(x.value, y.value))
  }

  mutating func round(_ rule: FloatingPointRoundingRule) {
    switch rule {
    case .toNearestOrEven where Flaw.is("half is rounded away in place of to even"): value.round(.toNearestOrAwayFromZero)
    case .down where Flaw.is("down is toward zero"): value.round(.towardZero)
    case .toNearestOrAwayFromZero where Flaw.is("half is rounded up"): value = (value + 0.5).rounded(.down)
    case .awayFromZero where Flaw.is("away from zero is up"): value.round(.up)
    default: value.round(rule)
    }
  }

  mutating func formRemainder(dividingBy other: Real) {
    if Flaw.is("the remainder is the truncating one") {
      value.formTruncatingRemainder(dividingBy: other.value)
    } else {
      value.formRemainder(dividingBy: other.value)
    }
  }

  mutating func formTruncatingRemainder(dividingBy other: Real) {
    if Flaw.is("the truncating remainder is the nearest one") {
      value.formRemainder(dividingBy: other.value)
    } else {
      value.formTruncatingRemainder(dividingBy: other.value)
    }
    if Flaw.is("the truncating remainder has no sign") { value = value.magnitude }
  }

  mutating func formSquareRoot() { value.formSquareRoot() }
  mutating func addProduct(_ left: Real, _ right: Real) { value.addProduct(left.value, right.value) }
  mutating func negate() { value.negate() }
  static prefix func - (real: Real) -> Real { Real(-real.value) }
  static func + (left: Real, right: Real) -> Real { Real(left.value + right.value) }
  static func - (left: Real, right: Real) -> Real { Real(left.value - right.value) }
  static func * (left: Real, right: Real) -> Real { Real(left.value * right.value) }
  static func / (left: Real, right: Real) -> Real { Real(left.value / right.value) }
  static func += (left: inout Real, right: Real) { left.value += right.value }
  static func -= (left: inout Real, right: Real) { left.value -= right.value }
  static func *= (left: inout Real, right: Real) { left.value *= right.value }
  static func /= (left: inout Real, right: Real) { left.value /= right.value }

  func distance(to other: Real) -> Real { Real(other.value - value) }
  func advanced(by step: Real) -> Real { Real(value + step.value) }
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Generator where Value == Real {
  /// Halves and quarters of small numbers, any numbers, NaN and infinities.
  static let real = Generator { source in
    switch try source(.int(in: 0...9)) {
    case 0...2: Real(Double(try source(.int(in: -9...9))) / 4)
    case 3: Real(-0.0)
    case 4:
      Real(try source(.element(of: [Double.leastNonzeroMagnitude, -Double.leastNonzeroMagnitude, 0x1p-1030, .leastNormalMagnitude])))
    case 5...7: Real(try source(.element(of: [Double.nan, -Double.nan, .infinity, -.infinity])))
    default: Real(try source(.double(in: -1e300...1e300)))
    }
  }
}

/// The mistakes of ``Real``.
enum RealWitnesses {
  private static func of(_ statement: String, _ mistakes: String...) -> [Witness] {
    mistakes.map { Witness($0, breaks: statement, of: Laws<Real>.binaryFloatingPoint, .real) }
  }

  static let all = parts + comparisons + rounding

  static let parts: [Witness] = Witness.list(
    of(
      "sign, exponent and significand make up the value", "init(sign:exponent:significand:) adds one to the exponent",
      "init(sign:exponent:significand:) leaves out the sign", "the significand is below one"),
    of(
      "the patterns of exponent and significand make up the value", "the bit patterns lose the lowest bit",
      "the bit patterns lose the sign"),
    of(
      "the magnitude is the value without its sign", "the magnitude has the sign", "the sign of zero is minus",
      "init(signOf:magnitudeOf:) multiplies the signs"),
    of("the binade is the power of two below", "the binade is the value", "the binade is the power of two above"),
    of(
      "nextUp is greater, and nextDown comes back", "nextUp leaves out subnormal values", "nextUp leads away from zero",
      "nextUp takes two steps"),
    of("an ulp is the distance to the next value", "the ulp is that of one", "nextUp takes two steps"))

  static let comparisons: [Witness] = Witness.list(
    of(
      "a value is in exactly one class", "isNormal holds for subnormal values", "isZero is false for -0", "isInfinite is false below zero",
      "isFinite holds for NaN", "the class of subnormal values is zero"),
    of(
      "NaN alone is unequal to itself", "NaN is equal to NaN", "isNaN asks for the quiet NaN without a sign",
      "NaN is less than every number"),
    of("the total order has a place for every value", "the total order has no place for NaN", "the total order is that of magnitudes"),
    of(
      "minimum and maximum choose a number over NaN", "minimum compares with <", "minimum gives the greater",
      "maximum gives NaN if there is one"))

  static let rounding: [Witness] = Witness.list(
    of(
      "each rounding rule gives its whole number", "half is rounded away in place of to even", "down is toward zero", "half is rounded up",
      "away from zero is up"),
    of(
      "a truncating remainder is smaller than its divisor, and has the sign of the dividend", "the truncating remainder is the nearest one",
      "the truncating remainder has no sign"),
    of("a remainder is at most half of its divisor", "the remainder is the truncating one"),
    of("what is exact comes back from a whole number", "init(_:) of a whole number loses the sign"))
}
