import PropertyTesting

extension Laws where Value: BinaryInteger, Value.Magnitude: SendableMetatype, Value.Words: SendableMetatype {
  /// Division, bits, shifts and conversions of whole numbers; with the laws of `Hashable`, `Comparable` and `Numeric`.
  public static var binaryInteger: Laws {
    Laws("BinaryInteger", including: .hashable, .comparable, .numeric, unchecked: "Strides, which `strideable` looks at.") {
      division
      bits
      shifts
      conversions
    }
  }

  @LawBuilder<Law<Value>> private static var division: [Law<Value>] {
    Law(
      "quotient times divisor plus remainder is the dividend",
      from: .swift("BinaryInteger/_(_:_:)-30ngi", "For a quotient q and a remainder r, a == b * q + r.")
    ) { values in
      let (a, b) = try values.dividendAndDivisor("a", "b")
      try expect("a / b * b + a % b", a / b * b + a % b, equals: a)
    }
    Law(
      "a remainder is smaller than its divisor, and has the sign of the dividend",
      from: .swift(
        "BinaryInteger/_(_:_:)-30ngi",
        "The remainder has the sign of the left side, and is less than the magnitude of the right.")
    ) { values in
      let (a, b) = try values.dividendAndDivisor("a", "b")
      let rest = a % b
      try expect("|a % b| = \(rest.magnitude), |b| = \(b.magnitude)", rest.magnitude < b.magnitude)
      try expect("the sign of a % b = \(rest)", rest == 0 || (rest < 0) == (a < 0))
    }
    Law(
      "quotientAndRemainder gives what / and % give",
      from: .swift(
        "BinaryInteger/quotientAndRemainder(dividingBy:)",
        "The quotient and the remainder of a division, calculated at the same time.")
    ) { values in
      let (a, b) = try values.dividendAndDivisor("a", "b")
      let both = a.quotientAndRemainder(dividingBy: b)
      try expect("the quotient", both.quotient, equals: a / b)
      try expect("the remainder", both.remainder, equals: a % b)
    }
    Law(
      "/= and %= store what / and % give",
      from: .swift("BinaryInteger/_=(_:_:)-20xv1", "Divides, and stores the quotient in the left side; %= stores the remainder.")
    ) { values in
      let (a, b) = try values.dividendAndDivisor("a", "b")
      var (quotient, remainder) = (a, a)
      quotient /= b
      remainder %= b
      try expect("a /= b", quotient, equals: a / b)
      try expect("a %= b", remainder, equals: a % b)
    }
    Law(
      "a multiple leaves no remainder",
      from: .swift("BinaryInteger/isMultiple(of:)", "Whether there is a whole q with self == other * q; of 0, only 0 is a multiple.")
    ) { values in
      let (a, b) = try values.summands("a", "b")
      try expect("(a * b).isMultiple(of: b)", (a * b).isMultiple(of: b))
      let expected = b == 0 ? a == 0 : a.quotientAndRemainder(dividingBy: b).remainder == 0
      try expect("a.isMultiple(of: b)", a.isMultiple(of: b), equals: expected)
    }
    Law(
      "signum is -1, 0 or 1, as the value lies to 0",
      from: .swift("BinaryInteger/signum()", "-1 below zero, 1 above, and 0.")
    ) { values in
      let a = try values.one("a")
      let sign = a.signum()
      try expect("signum() is \(sign)", a == 0 ? sign == 0 : a > 0 ? sign == 1 : sign + 1 == 0 && sign < 0)
    }
  }

  @LawBuilder<Law<Value>> private static var bits: [Law<Value>] {
    Law("inverting the bits twice changes nothing", from: .swift("BinaryInteger/~(_:)", "All bits are inverted.")) { values in
      let a = try values.one("a")
      if Value.hasInverse { try expect("~(~a)", ~(~a), equals: a) } else { noteClaim() }
    }
    Law("no bit is in a value and in its inverse", from: .swift("BinaryInteger/~(_:)", "All bits are inverted.")) { values in
      let a = try values.one("a")
      guard Value.hasInverse else { return noteClaim() }
      try expect("a & ~a", a & ~a, equals: 0)
      try expect("a ^ ~a", a ^ ~a, equals: ~0)
    }
    Law(
      "and, or and exclusive or follow from each other",
      from: .swift("BinaryInteger/&(_:_:)", "It follows: & sets the bits that both have, | those of one or both, ^ those of one alone.")
    ) { values in
      let (a, b) = try values.pair("a", "b")
      if Value.hasInverse { try expect("~(a & b), by De Morgan", ~(a & b), equals: ~a | ~b) }
      try expect("(a | b) ^ (a & b)", (a | b) ^ (a & b), equals: a ^ b)
      try expect("a ^ b ^ b", a ^ b ^ b, equals: a)
      try expect("(a & b) | a", (a & b) | a, equals: a)
      try expect("(a | b) & a", (a | b) & a, equals: a)
    }
    Law(
      "&=, |= and ^= store what &, | and ^ give",
      from: .swift("BinaryInteger/&=(_:_:)", "Stores the result of the operation in the left side, as |= and ^= do.")
    ) { values in
      let (a, b) = try values.pair("a", "b")
      var (and, or, exclusive) = (a, a, a)
      and &= b
      or |= b
      exclusive ^= b
      try expect("a &= b", and, equals: a & b)
      try expect("a |= b", or, equals: a | b)
      try expect("a ^= b", exclusive, equals: a ^ b)
    }
    Law(
      "trailing zeros end at the lowest bit",
      from: .swift(
        "BinaryInteger/trailingZeroBitCount",
        "The number of trailing zeros in the binary representation; of zero, the bit width.")
    ) { values in
      let a = try values.one("a")
      guard a != 0 else { return try expect("the trailing zeros of 0", a.trailingZeroBitCount, equals: a.bitWidth) }
      let count = a.trailingZeroBitCount
      try expect("a >> \(count) is odd", (a >> count) & 1, equals: 1)
      try expect("the bits below \(count)", (a >> count) << count, equals: a)
    }
  }

  @LawBuilder<Law<Value>> private static var shifts: [Law<Value>] {
    Law(
      "shifting right and left keeps the high bits",
      from: .evolution(104, "It follows: shifts move the binary representation by a number of digits.")
    ) { values in
      let a = try values.one("a")
      let n = try values.draw(.int(in: 0...(max(1, a.bitWidth) - 1)), "n")
      let low = a - ((a >> n) << n)
      try expect("a less (a >> n) << n, shifted right", low >> n, equals: 0)
      try expect("n bits at most are dropped", low >= 0)
    }
    Law(
      "a negative shift shifts the other way",
      from: .evolution(104, "A smart shift by a negative amount shifts the other way.")
    ) { values in
      let a = try values.one("a")
      let n = try values.draw(.int(in: 0...(max(1, a.bitWidth) - 1)), "n")
      try expect("a << -n", a << -n, equals: a >> n)
      try expect("a >> -n", a >> -n, equals: a << n)
      // The least number of its type, which cannot be negated in it.
      try expect("a << Int8.min", a << Int8.min, equals: a >> 128)
      try expect("a >> Int8.min", a >> Int8.min, equals: a << 128)
    }
    Law(
      "shifting everything out leaves 0 or -1",
      from: .evolution(104, "A smart shift of all bits to the right gives 0, and -1 for values below zero.")
    ) { values in
      let a = try values.one("a")
      let n = a.bitWidth + (try values.draw(.int(in: 0...70), "n"))
      for (amount, rest) in [("\(n)", a >> n), ("Int.max", a >> Int.max), ("UInt128.max", a >> UInt128.max)] {
        try expect("a >> \(amount) is \(rest)", a < 0 ? rest < 0 && rest + 1 == 0 : rest == 0)
      }
    }
    Law(
      "<<= and >>= store what << and >> give",
      from: .evolution(104, "Stores the result of the shift in the left side.")
    ) { values in
      let a = try values.one("a")
      let n = try values.draw(.int(in: 0...(max(1, a.bitWidth) - 1)), "n")
      var (left, right) = (a, a)
      left <<= n
      right >>= n
      try expect("a <<= n", left, equals: a << n)
      try expect("a >>= n", right, equals: a >> n)
    }
  }

  @LawBuilder<Law<Value>> private static var conversions: [Law<Value>] {
    Law(
      "what fits another type comes back from it",
      from: .swift("BinaryInteger", "A value that fits passes through each conversion, and compares across types.")
    ) { values in
      let a = try values.one("a")
      guard let whole = Int(exactly: a) else { return noteClaim() }
      try expect("init(exactly: Int(a))", Value(exactly: whole), equals: a)
      try expect("init(truncatingIfNeeded: Int(a))", Value(truncatingIfNeeded: whole), equals: a)
      try expect("init(clamping: Int(a))", Value(clamping: whole), equals: a)
      try expect("a compared with Int(a)", a == whole && !(a < whole) && !(a > whole))
    }
    Law(
      "the lowest word is the low bits",
      from: .swift("BinaryInteger/words", "The words of the binary representation, in two's complement, from the lowest.")
    ) { values in
      let a = try values.one("a")
      guard let lowest = a.words.first(where: { _ in true }) else {
        return try expect("there is no word, as the value is 0", a == (0 as Value))
      }
      try expect("the first of the words", lowest, equals: UInt(truncatingIfNeeded: a))
    }
    Law(
      "the words hold the value",
      from: .swift("BinaryInteger/words", "The words of the binary representation, in two's complement, from the lowest.")
    ) { values in
      let a = try values.one("a")
      let words = Array(a.words)
      let isNegative = Value.isSigned && words.last.map { Int(bitPattern: $0) < 0 } ?? false
      let whole = words.reversed().reduce(isNegative ? ~0 : 0) { $0 << UInt.bitWidth | Value(truncatingIfNeeded: $1) }
      try expect("the number with the words \(words)", whole, equals: a)
    }
  }
}

extension BinaryInteger {
  /// Without a sign and without a width there is no number of which all bits are set.
  fileprivate static var hasInverse: Bool { isSigned || Self.self is any FixedWidthInteger.Type }
}

extension Values where Value: BinaryInteger {
  /// Two values of which the second is not 0, and whose quotient fits.
  func dividendAndDivisor(_ first: String, _ second: String) throws -> (Value, Value) {
    let (a, b) = try pair(first, second)
    let isMinusOne = b < 0 && b + 1 == 0
    // The least value of a fixed width has no negation.
    guard b == 0 || isMinusOne && Value.self is any FixedWidthInteger.Type else { return (a, b) }
    trial.note("\(second) = 3, in place of \(b)")
    return (a, 3)
  }
}
