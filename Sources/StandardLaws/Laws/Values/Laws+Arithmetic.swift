import PropertyTesting

private let additiveGroup = LawSource.evolution(233, "Conforming types correspond roughly to the additive groups of mathematics.")
private let additiveRing = LawSource.evolution(233, "Numeric corresponds roughly to a ring.")

extension Laws where Value: AdditiveArithmetic {
  /// Addition and subtraction are those of an additive group; with the laws of `Equatable`. Sums of the generator's values must not
  /// overflow; of types with a fixed width, the laws take small ones.
  public static var additiveArithmetic: Laws {
    Laws("AdditiveArithmetic", including: .equatable, unchecked: "Results that overflow.") {
      Law(
        "zero is neutral for addition",
        from: .swift("AdditiveArithmetic/zero", "x + .zero == x and .zero + x == x for any x.")
      ) { values in
        let a = try values.one("a")
        try expect("a + .zero", a + .zero, equals: a)
        try expect(".zero + a", .zero + a, equals: a)
      }
      Law("addition is commutative", from: additiveGroup) { values in
        let (a, b) = try values.summands("a", "b")
        try expect("b + a", b + a, equals: a + b)
      }
      Law("addition is associative", from: additiveGroup) { values in
        let (a, b, c) = try values.summands("a", "b", "c")
        try expect("a + (b + c)", a + (b + c), equals: (a + b) + c)
      }
      Law("subtraction undoes addition", from: additiveGroup) { values in
        let (a, b) = try values.summands("a", "b")
        try expect("(a + b) - b", (a + b) - b, equals: a)
      }
      Law("a value less itself is zero", from: additiveGroup) { values in
        let a = try values.one("a")
        try expect("a - a", a - a, equals: .zero)
      }
      Law("subtracting zero changes nothing", from: additiveGroup) { values in
        let a = try values.one("a")
        try expect("a - .zero", a - .zero, equals: a)
      }
      Law(
        "+= stores what + gives",
        from: .swift("AdditiveArithmetic/+=(_:_:)", "Adds, and stores the result in the left side.")
      ) { values in
        let (a, b) = try values.summands("a", "b")
        var sum = a
        sum += b
        try expect("a += b", sum, equals: a + b)
      }
      Law("-= stores what - gives", from: .swift("AdditiveArithmetic/-=(_:_:)", "Subtracts, and stores the result.")) { values in
        let (a, b) = try values.summands("a", "b")
        var difference = a + b
        difference -= b
        try expect("(a + b) -= b", difference, equals: (a + b) - b)
      }
    }
  }
}

extension Laws where Value: Numeric, Value.Magnitude: SendableMetatype {
  /// Multiplication is that of a ring; with the laws of `AdditiveArithmetic`.
  public static var numeric: Laws {
    Laws("Numeric", including: .additiveArithmetic, unchecked: "Results that overflow, and that multiplication is commutative.") {
      Law("one is neutral for multiplication", from: additiveRing) { values in
        let a = try values.one("a")
        try expect("1 * a", 1 * a, equals: a)
        try expect("a * 1", a * 1, equals: a)
      }
      Law("multiplication by zero gives zero", from: additiveRing) { values in
        let a = try values.one("a")
        try expect("a * 0", a * 0, equals: 0)
        try expect("0 * a", 0 * a, equals: 0)
      }
      Law("multiplication is associative", from: additiveRing) { values in
        let (a, b, c) = try values.summands("a", "b", "c")
        try expect("a * (b * c)", a * (b * c), equals: (a * b) * c)
      }
      Law("multiplication distributes over addition", from: additiveRing) { values in
        let (a, b, c) = try values.summands("a", "b", "c")
        try expect("a * (b + c)", a * (b + c), equals: a * b + a * c)
        try expect("(b + c) * a", (b + c) * a, equals: b * a + c * a)
      }
      Law("*= stores what * gives", from: .swift("Numeric/*=(_:_:)", "Multiplies, and stores the result in the left side.")) { values in
        let (a, b) = try values.summands("a", "b")
        var product = a
        product *= b
        try expect("a *= b", product, equals: a * b)
      }
      Law(
        "small whole numbers add up as literals do",
        from: .swift("Numeric/init(exactly:)", "The value of the integer, if it can be represented exactly.")
      ) { values in
        _ = try values.one("a")
        let (m, n) = (try values.draw(.int(in: 0...60), "m"), try values.draw(.int(in: 0...60), "n"))
        guard let left = Value(exactly: m), let right = Value(exactly: n), let sum = Value(exactly: m + n) else {
          return noteClaim()
        }
        try expect("\(m) + \(n)", left + right, equals: sum)
        try expect("init(exactly: 0)", Value(exactly: 0), equals: 0)
        try expect("init(exactly: 1)", Value(exactly: 1), equals: 1)
      }
      Law("a magnitude is not below zero", from: .swift("Numeric/magnitude", "The absolute value.")) { values in
        let a = try values.one("a")
        guard areEqual(a, a) == true else { return noteClaim() }
        try expect("|a| = \(a.magnitude)", a.magnitude >= 0 && (a.magnitude == 0) == (a == 0))
      }
    }
  }
}

extension Laws where Value: SignedNumeric, Value.Magnitude: SendableMetatype {
  /// Every value has a negation; with the laws of `Numeric`.
  public static var signedNumeric: Laws {
    let inverse = LawSource.swift("SignedNumeric/-(_:)", "Returns the additive inverse of the value.")
    let inGroups = LawSource.swift("SignedNumeric/-(_:)", "It follows from additive inverses in a group (SE-0233).")
    return Laws("SignedNumeric", including: .numeric, unchecked: "The least value of a fixed width, which has no negation.") {
      Law("a value and its negation add up to zero", from: inverse) { values in
        let a = try values.summand("a")
        try expect("a + -a", a + -a, equals: 0)
      }
      Law("negation undoes itself", from: inGroups) { values in
        let a = try values.summand("a")
        try expect("-(-a)", -(-a), equals: a)
      }
      Law(
        "negate() stores the negation",
        from: .swift("SignedNumeric/negate()", "Replaces the value with its additive inverse.")
      ) { values in
        let a = try values.summand("a")
        var negated = a
        negated.negate()
        try expect("negate()", negated, equals: -a)
      }
      Law("a value and its negation have one magnitude", from: .swift("Numeric/magnitude", "The absolute value.")) { values in
        let a = try values.summand("a")
        try expect("(-a).magnitude", (-a).magnitude, equals: a.magnitude)
      }
      Law("subtraction adds the negation", from: inGroups) { values in
        let (a, b) = try values.summands("a", "b")
        try expect("a - b", a - b, equals: a + -b)
      }
    }
  }
}

extension Laws where Value: Strideable, Value.Stride: BinaryInteger & SendableMetatype {
  /// Steps of whole numbers lead from each value to each; with the laws of `Comparable`. The distances of the generator's values must be
  /// representable, and it has to stay 8 steps from the ends of the type.
  public static var strideable: Laws {
    Laws("Strideable", including: .comparable, unchecked: "Strides that are no whole numbers: there, both methods may approximate.") {
      Law(
        "advancing by a distance leads to its end",
        from: .swift("Strideable/distance(to:)", "For n = x.distance(to: y), x.advanced(by: n) == y.")
      ) { values in
        let (x, y) = try values.pair("x", "y")
        try expect("x.advanced(by: \(x.distance(to: y)))", x.advanced(by: x.distance(to: y)), equals: y)
      }
      Law(
        "the distance to where a step leads is the step",
        from: .swift("Strideable/advanced(by:)", "For y = x.advanced(by: n), x.distance(to: y) == n.")
      ) { values in
        let x = try values.one("x")
        let n = Value.Stride(try values.draw(.int(in: -8...8), "n"))
        try expect("the distance to x.advanced(by: n)", x.distance(to: x.advanced(by: n)), equals: n)
      }
      Law(
        "a distance is above zero exactly if its end is greater",
        from: .swift("stride(from:to:by:)", "It follows: positive strides lead upward, negative ones downward, and distances are strides.")
      ) { values in
        let (x, y) = try values.pair("x", "y")
        try expect("(x < y) is \(x < y), and the distance is \(x.distance(to: y))", (x < y) == (x.distance(to: y) > 0))
      }
      Law(
        "two steps lead where their sum leads",
        from: .swift("Strideable", "It follows: values are offset and measured on one line, and strides are numbers.")
      ) { values in
        let x = try values.one("x")
        let m = Value.Stride(try values.draw(.int(in: -4...4), "m"))
        let n = Value.Stride(try values.draw(.int(in: -4...4), "n"))
        try expect("m steps, then n steps", x.advanced(by: m).advanced(by: n), equals: x.advanced(by: m + n))
      }
    }
  }
}
