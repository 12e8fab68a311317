import PropertyTesting

extension Laws where Value: BinaryFloatingPoint {
  /// Parts, neighbours, classes, rounding and remainders of binary floating point, NaN and infinities included. The laws of `Hashable` and
  /// `Comparable` hold except for NaN: `.hashable.except(.nan)`.
  public static var binaryFloatingPoint: Laws {
    Laws("BinaryFloatingPoint", unchecked: "The rounding of each operation to the nearest value, and functions such as the square root.") {
      parts
      neighbours
      comparisons
      rounding
    }
  }

  @LawBuilder<Law<Value>> private static var parts: [Law<Value>] {
    Law(
      "sign, exponent and significand make up the value",
      from: .swift("FloatingPoint/init(sign:exponent:significand:)", "Made of the parts of a value, it equals the value.")
    ) { values in
      let a = try values.one("a")
      guard a.isFinite, a != 0 else { return noteClaim() }
      let made = Value(sign: a.sign, exponent: a.exponent, significand: a.significand)
      try expect("made of \(a.sign), \(a.exponent) and \(a.significand)", made, equals: a)
      try expect("the significand is at least 1 and below 2", a.significand >= 1 && a.significand < 2)
    }
    Law(
      "the patterns of exponent and significand make up the value",
      from: .swift(
        "BinaryFloatingPoint/init(sign:exponentBitPattern:significandBitPattern:)",
        "The value that IEEE 754 encodes as these bits.")
    ) { values in
      let a = try values.one("a")
      guard !a.isNaN else { return noteClaim() }
      let made = Value(sign: a.sign, exponentBitPattern: a.exponentBitPattern, significandBitPattern: a.significandBitPattern)
      try expect("made of its bit patterns", made, equals: a)
      try expect("its sign", made.sign, equals: a.sign)
    }
    Law("the magnitude is the value without its sign", from: .swift("Numeric/magnitude", "The absolute value.")) { values in
      let (a, b) = try values.pair("a", "b")
      guard !a.isNaN, !b.isNaN else { return noteClaim() }
      try expect("the sign of the magnitude", a.magnitude.sign, equals: .plus)
      try expect("|a| is a or -a", a.magnitude == a || a.magnitude == -a)
      let mixed = Value(signOf: b, magnitudeOf: a)
      try expect("the sign of b and the magnitude of a", mixed.sign == b.sign && mixed.magnitude == a.magnitude)
    }
    Law(
      "the binade is the power of two below",
      from: .swift("BinaryFloatingPoint/binade", "The sign and exponent of the value, with significand 1.")
    ) { values in
      let a = try values.one("a")
      guard a.isFinite, a != 0 else { return noteClaim() }
      let binade = a.binade.magnitude
      try expect("binade \(binade)", binade <= a.magnitude && a.magnitude / binade < 2 && binade.significand == 1)
    }
  }

  @LawBuilder<Law<Value>> private static var neighbours: [Law<Value>] {
    Law(
      "nextUp is greater, and nextDown comes back",
      from: .swift("FloatingPoint/nextUp", "The least value that is greater; nextDown is the greatest that is less.")
    ) { values in
      let a = try values.one("a")
      guard a.isFinite else { return noteClaim() }
      try expect("a.nextUp = \(a.nextUp) is greater", a.nextUp > a)
      try expect("a.nextUp.nextDown", a.nextUp.nextDown, equals: a)
      try expect("a.nextDown = \(a.nextDown) is less", a.nextDown < a)
      try expect("nothing lies between", !((a / 2 + a.nextUp / 2) > a && (a / 2 + a.nextUp / 2) < a.nextUp))
    }
    Law(
      "an ulp is the distance to the next value",
      from: .swift("FloatingPoint/ulp", "The unit in the last place: for most values, the distance to the next one in magnitude.")
    ) { values in
      let a = try values.one("a").magnitude
      guard a.isNormal, a < .greatestFiniteMagnitude else { return noteClaim() }
      try expect("nextUp - |a|", a.nextUp - a, equals: a.ulp)
    }
  }

  @LawBuilder<Law<Value>> private static var comparisons: [Law<Value>] {
    Law(
      "a value is in exactly one class",
      from: .swift("FloatingPoint/floatingPointClass", "The class of the value, as IEEE 754 describes it.")
    ) { values in
      let a = try values.one("a")
      let classes = [a.isNaN, a.isInfinite, a.isNormal, a.isSubnormal, a.isZero].count { $0 }
      try expect("isNaN, isInfinite, isNormal, isSubnormal, isZero: \(classes) hold", classes == 1)
      try expect("isFinite", a.isFinite, equals: !a.isNaN && !a.isInfinite)
      try expect("isZero says a == 0", a.isZero, equals: a == 0)
      let expected = switch a.floatingPointClass {
      case .signalingNaN, .quietNaN: a.isNaN
      case .negativeInfinity, .positiveInfinity: a.isInfinite
      case .negativeNormal, .positiveNormal: a.isNormal
      case .negativeSubnormal, .positiveSubnormal: a.isSubnormal
      case .negativeZero, .positiveZero: a.isZero
      }
      try expect("floatingPointClass is \(a.floatingPointClass)", expected)
    }
    Law("NaN alone is unequal to itself", from: .swift("FloatingPoint/isNaN", "NaN is not equal to any value, including NaN.")) { values in
      let a = try values.one("a")
      try expect("a != a says that a is NaN", a != a, equals: a.isNaN)
      try expect("NaN is in no order", !a.isNaN || !(a < 0) && !(a > 0) && !(a == 0))
    }
    Law(
      "the total order has a place for every value",
      from: .swift(
        "FloatingPoint/isTotallyOrdered(beloworequalto:)",
        "It refines <= to a total order of all values, signed zeros and NaN included.")
    ) { values in
      let (a, b, c) = try values.triple("a", "b", "c")
      let (forward, backward) = (a.isTotallyOrdered(belowOrEqualTo: b), b.isTotallyOrdered(belowOrEqualTo: a))
      try expect("one of a, b is below the other or equal", forward || backward)
      try expect("a < b, so a is below b", !(a < b) || forward && !backward)
      guard forward, b.isTotallyOrdered(belowOrEqualTo: c) else { return }
      try expect("a is below b, b below c, so a is below c", a.isTotallyOrdered(belowOrEqualTo: c))
    }
    Law(
      "minimum and maximum choose a number over NaN",
      from: .swift("FloatingPoint/minimum(_:_:)", "The lesser; if one is a quiet NaN, the other.")
    ) { values in
      let (a, b) = try values.pair("a", "b")
      if a.isSignalingNaN || b.isSignalingNaN { return noteClaim() }
      guard !a.isNaN else {
        try expect("minimum(NaN, b)", b.isNaN || Value.minimum(a, b) == b)
        return try expect("maximum(NaN, b)", b.isNaN || Value.maximum(a, b) == b)
      }
      guard !b.isNaN else { return try expect("minimum(a, NaN)", Value.minimum(a, b), equals: a) }
      try expect("minimum(a, b)", Value.minimum(a, b), equals: a < b ? a : b)
      try expect("maximum(a, b)", Value.maximum(a, b), equals: a < b ? b : a)
    }
  }

  @LawBuilder<Law<Value>> private static var rounding: [Law<Value>] {
    Law(
      "each rounding rule gives its whole number",
      from: .swift("FloatingPointRoundingRule", "Each rule says which of the nearest whole numbers a value becomes.")
    ) { values in
      let a = try values.one("a")
      guard a.isFinite else { return noteClaim() }
      let (down, up) = (a.rounded(.down), a.rounded(.up))
      try expect("rounded down to \(down), up to \(up)", down <= a && a <= up && up - down <= 1)
      try expect("a whole number stays", down.rounded(.up) == down && up.rounded(.down) == up)
      try expect("toward zero", a.rounded(.towardZero), equals: a < 0 ? up : down)
      try expect("away from zero", a.rounded(.awayFromZero), equals: a < 0 ? down : up)
      let (nearest, even) = (a.rounded(.toNearestOrAwayFromZero), a.rounded(.toNearestOrEven))
      if a - down == up - a {
        try expect("halfway, away from zero", nearest, equals: a < 0 ? down : up)
        try expect("halfway, to even", up == down ? even == a : even == down || even == up)
        try expect("halfway, \(even) is even", even.truncatingRemainder(dividingBy: 2) == 0 || up == down)
      } else {
        try expect("to nearest", nearest, equals: a - down < up - a ? down : up)
        try expect("to nearest or even", even, equals: nearest)
      }
    }
    Law(
      "a truncating remainder is smaller than its divisor, and has the sign of the dividend",
      from: .swift(
        "FloatingPoint/truncatingremainder(dividingby:)",
        "It has the sign of the dividend, and is strictly smaller in magnitude than the divisor.")
    ) { values in
      let (a, b) = try values.pair("a", "b")
      guard a.isFinite, b.isFinite, b != 0 else { return noteClaim() }
      let rest = a.truncatingRemainder(dividingBy: b)
      try expect("|rest| = \(rest.magnitude), |b| = \(b.magnitude)", rest.magnitude < b.magnitude)
      try expect("the sign of the rest \(rest)", rest == 0 || (rest < 0) == (a < 0))
    }
    Law(
      "a remainder is at most half of its divisor",
      from: .swift(
        "FloatingPoint/remainder(dividingby:)",
        "What is left of the nearest multiple, within half of the divisor on both sides.")
    ) { values in
      let (a, b) = try values.pair("a", "b")
      guard a.isFinite, b.isFinite, b != 0, b.isNormal else { return noteClaim() }
      let rest = a.remainder(dividingBy: b)
      try expect("|rest| = \(rest.magnitude), |b| = \(b.magnitude)", rest.magnitude <= b.magnitude / 2)
    }
    Law(
      "what is exact comes back from a whole number",
      from: .swift("FloatingPoint/init(_:)-2xwlo", "The closest representation of the integer.")
    ) { values in
      let a = try values.one("a")
      let whole = try values.draw(.int(in: -1_000...1_000), "whole")
      if Value(exactly: whole) != nil { try expect("Int(exactly: init(whole))", Int(exactly: Value(whole)), equals: whole) }
      guard let exact = Int(exactly: a) else { return noteClaim() }
      try expect("init(Int(exactly: a))", Value(exact), equals: a)
    }
  }
}
