import PropertyTesting

// `+`, `-` and `*` of a fixed width stop the program if the result does not fit. The laws of arithmetic are about results that do.

extension Values where Value: AdditiveArithmetic {
  /// Three values whose sums and products fit: if the type has a fixed width, what is left of each value by division.
  func summands(_ first: String, _ second: String, _ third: String) throws -> (Value, Value, Value) {
    try tamed.triple(first, second, third)
  }

  /// Two values whose sum and product fit.
  func summands(_ first: String, _ second: String) throws -> (Value, Value) { try tamed.pair(first, second) }

  /// A value whose negation and square fit.
  func summand(_ name: String) throws -> Value { try tamed.one(name) }

  private var tamed: Values {
    guard Value.self is any FixedWidthInteger.Type else { return self }
    return Values(trial: trial, generator: generator.map { remainder($0) }, setsAside: setsAside, elements: elements)
  }
}

/// What is left of a whole number after division by two to the third part of its width; any other value as it is.
private func remainder<Value>(_ value: Value) -> Value {
  func tame<Whole: FixedWidthInteger>(_ whole: Whole) -> Whole { whole % (1 << (Whole.bitWidth / 3)) }
  guard let whole = value as? any FixedWidthInteger else { return value }
  return tame(whole) as? Value ?? value
}

extension Waiver where Value: AdditiveArithmetic {
  /// Leaves out what holds of rounded results only approximately: for floating point.
  public static var rounding: Waiver {
    Waiver(
      "rounding", because: "results are rounded, so sums and products depend on how they are grouped",
      laws: [
        "addition is associative", "subtraction undoes addition", "multiplication is associative",
        "multiplication distributes over addition",
      ])
  }
}

extension Waiver where Value: InstantProtocol {
  /// Leaves out what holds of rounded instants only approximately, such as those that are stored as a `Double`.
  public static var rounding: Waiver {
    Waiver(
      "rounding", because: "instants are rounded, so an advance may end beside its target",
      laws: [
        "advancing by the duration to another instant leads to it", "the duration to an advanced instant is the advance", "advances add up",
      ])
  }
}
