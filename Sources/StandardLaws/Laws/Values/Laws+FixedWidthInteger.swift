import PropertyTesting

extension Laws where Value: FixedWidthInteger, Value.Magnitude: SendableMetatype, Value.Words: SendableMetatype {
  /// Bounds, overflow, full width and byte order; with the laws of `BinaryInteger`.
  public static var fixedWidthInteger: Laws {
    Laws("FixedWidthInteger", including: .binaryInteger, unchecked: "That operators stop the program on overflow.") {
      overflow
      wholeWidth
      representation
    }
  }

  @LawBuilder<Law<Value>> private static var overflow: [Law<Value>] {
    Law(
      "no value lies beyond min and max",
      from: .swift("FixedWidthInteger/max", "The greatest value that the type can represent; min is the least.")
    ) { values in
      let a = try values.one("a")
      try expect("min <= a <= max", Value.min <= a && a <= Value.max)
    }
    Law(
      "a sum overflows exactly if it does not fit",
      from: .swift("FixedWidthInteger/addingReportingOverflow(_:)", "The sum, and whether it had to be truncated.")
    ) { values in
      let (a, b) = try values.pair("a", "b")
      let fits = b >= 0 ? a <= Value.max - b : a >= Value.min - b
      let (sum, overflow) = a.addingReportingOverflow(b)
      try expect("overflow", overflow, equals: !fits)
      try expect("the sum", sum, equals: fits ? a + b : a &+ b)
    }
    Law(
      "a difference overflows exactly if it does not fit",
      from: .swift("FixedWidthInteger/subtractingReportingOverflow(_:)", "The difference, and whether it had to be truncated.")
    ) { values in
      let (a, b) = try values.pair("a", "b")
      let fits = b >= 0 ? a >= Value.min + b : a <= Value.max + b
      let (difference, overflow) = a.subtractingReportingOverflow(b)
      try expect("overflow", overflow, equals: !fits)
      try expect("the difference", difference, equals: fits ? a - b : a &- b)
    }
    Law(
      "a product overflows exactly if it does not fit",
      from: .swift("FixedWidthInteger/multipliedReportingOverflow(by:)", "The product, and whether it had to be truncated.")
    ) { values in
      let (a, b) = try values.pair("a", "b")
      let limit = (a < 0) == (b < 0) ? Value.max.magnitude : Value.min.magnitude
      let fits = a == 0 || b == 0 || a.magnitude <= limit / b.magnitude
      let (product, overflow) = a.multipliedReportingOverflow(by: b)
      try expect("overflow", overflow, equals: !fits)
      try expect("the product", product, equals: fits ? a * b : a &* b)
    }
    Law(
      "a division by zero overflows, and one that fits does not",
      from: .swift(
        "FixedWidthInteger/dividedReportingOverflow(by:)",
        "Dividing x by zero gives (x, true); without overflow, the result is the quotient.")
    ) { values in
      let (a, b) = try values.dividendAndDivisor("a", "b")
      let byZero = a.dividedReportingOverflow(by: 0)
      try expect("a divided by zero", byZero.overflow && byZero.partialValue == a)
      let divided = a.dividedReportingOverflow(by: b)
      try expect("a divided by b", !divided.overflow && divided.partialValue == a / b)
      let rest = a.remainderReportingOverflow(dividingBy: b)
      try expect("the remainder of a and b", !rest.overflow && rest.partialValue == a % b)
    }
    Law(
      "what wraps comes back",
      from: .swift("FixedWidthInteger/&+(_:_:)", "It follows: &+, &- and &* discard the bits that overflow the width.")
    ) { values in
      let (a, b) = try values.pair("a", "b")
      try expect("a &+ b &- b", a &+ b &- b, equals: a)
      try expect("b &* a", b &* a, equals: a &* b)
      try expect("a &* (b &+ 1)", a &* (b &+ 1), equals: a &* b &+ a)
    }
    Law(
      "clamping takes the nearest value",
      from: .swift("BinaryInteger/init(clamping:)", "A value beyond the bounds becomes the nearest bound.")
    ) { values in
      let a = try values.one("a")
      let wide = try values.draw(.int(), "wide")
      let expected = Value(exactly: wide) ?? (wide < 0 ? Value.min : Value.max)
      try expect("init(clamping: wide)", Value(clamping: wide), equals: expected)
      try expect("init(clamping: a)", Value(clamping: a), equals: a)
    }
  }

  @LawBuilder<Law<Value>> private static var wholeWidth: [Law<Value>] {
    Law(
      "a full product has the digits of a product",
      from: .swift(
        "FixedWidthInteger/multipliedFullWidth(by:)",
        "The high and the low part of the product; together, an integer of double width.")
    ) { values in
      let (a, b) = try values.pair("a", "b")
      let whole = a.multipliedFullWidth(by: b)
      try expect("the low part", Value(truncatingIfNeeded: whole.low), equals: a &* b)
      let fits = !a.multipliedReportingOverflow(by: b).overflow
      let sign: Value = (a &* b) < 0 ? ~0 : 0
      try expect("the high part is \(whole.high)", (whole.high == sign) == fits)
    }
    Law(
      "a full division undoes a full product",
      from: .swift("FixedWidthInteger/dividingFullWidth(_:)", "The quotient and the remainder of a dividend of double width, in two parts.")
    ) { values in
      let (a, b) = try values.dividendAndDivisor("a", "b")
      let back = b.dividingFullWidth(b.multipliedFullWidth(by: a))
      try expect("the quotient", back.quotient, equals: a)
      try expect("the remainder", back.remainder, equals: 0)
    }
    Law(
      "a masking shift takes the amount within the width",
      from: .evolution(104, "&<< and &>> mask the bits of the amount, to a value below the width.")
    ) { values in
      let a = try values.one("a")
      guard Value.bitWidth.nonzeroBitCount == 1, Value.bitWidth < 128 else { return noteClaim() }
      let amount = try values.draw(.int(in: 0...127), "amount")
      let masked = amount & (Value.bitWidth - 1)
      guard let shift = Value(exactly: amount) else { return noteClaim() }
      try expect("a &<< \(amount)", a &<< shift, equals: a << masked)
      try expect("a &>> \(amount)", a &>> shift, equals: a >> masked)
    }
  }

  @LawBuilder<Law<Value>> private static var representation: [Law<Value>] {
    Law("ones and zeros make up the width", from: .swift("FixedWidthInteger/nonzeroBitCount", "The number of bits equal to 1.")) { values in
      let a = try values.one("a")
      try expect("the ones of a and of ~a", a.nonzeroBitCount + (~a).nonzeroBitCount, equals: Value.bitWidth)
      try expect("no ones in 0, and one in 1", Value(0).nonzeroBitCount == 0 && Value(1).nonzeroBitCount == 1)
      try expect("a less its lowest one", a == 0 || (a & (a &- 1)).nonzeroBitCount + 1 == a.nonzeroBitCount)
    }
    Law(
      "leading zeros end at the highest bit",
      from: .swift(
        "FixedWidthInteger/leadingZeroBitCount",
        "The number of leading zeros in the binary representation; of zero, the bit width.")
    ) { values in
      let a = try values.one("a")
      let count = a.leadingZeroBitCount
      let shifted = Value.Magnitude(truncatingIfNeeded: a) >> (Value.bitWidth - 1 - min(count, Value.bitWidth - 1))
      try expect("\(count) leading zeros", a == 0 ? count == Value.bitWidth : shifted == 1)
    }
    Law(
      "swapping the bytes twice changes nothing",
      from: .swift("FixedWidthInteger/byteSwapped", "The integer with the byte order swapped.")
    ) { values in
      let a = try values.one("a")
      try expect("a.byteSwapped.byteSwapped", a.byteSwapped.byteSwapped, equals: a)
      try expect("the ones in a.byteSwapped", a.byteSwapped.nonzeroBitCount, equals: a.nonzeroBitCount)
      let lowest = Value(truncatingIfNeeded: a & 0xff)
      try expect("the lowest byte moves to the top", Value.bitWidth < 16 || lowest.byteSwapped << 8 == 0)
    }
    Law(
      "each byte order comes back",
      from: .swift("FixedWidthInteger/init(bigEndian:)", "The integer of a big-endian representation; bigEndian is this representation.")
    ) { values in
      let a = try values.one("a")
      try expect("init(bigEndian: a.bigEndian)", Value(bigEndian: a.bigEndian), equals: a)
      try expect("init(littleEndian: a.littleEndian)", Value(littleEndian: a.littleEndian), equals: a)
      try expect("one order is the other, swapped", a.bigEndian, equals: a.littleEndian.byteSwapped)
    }
    Law(
      "digits in any base come back",
      from: .swift("FixedWidthInteger/init(_:radix:)", "The value that a text has in a base from 2 to 36.")
    ) { values in
      let a = try values.one("a")
      let radix = try values.draw(.int(in: 2...36), "radix")
      let text = String(a, radix: radix)
      try expect("\(text) in base \(radix)", Value(text, radix: radix), equals: a)
      try expect("\(a.description) in base 10", Value(a.description), equals: a)
    }
    Law(
      "the width is that of the type",
      from: .swift("FixedWidthInteger/bitWidth", "The number of bits for values of the type; it determines min and max.")
    ) { values in
      let a = try values.one("a")
      try expect("a.bitWidth", a.bitWidth, equals: Value.bitWidth)
      try expect("the bits of min and max", Value.min ^ Value.max, equals: ~0)
    }
  }
}
