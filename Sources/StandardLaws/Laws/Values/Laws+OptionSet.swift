import PropertyTesting

extension Laws where Value: OptionSet, Value.Element == Value, Value.RawValue: FixedWidthInteger & SendableMetatype {
  /// Sets of options are the bits of their raw values; with the laws of `RawRepresentable`.
  public static var optionSet: Laws {
    let source = LawSource.swift("RawRepresentable", "Option sets implement set operations as bitwise operations on raw values.")
    return Laws("OptionSet", including: .rawRepresentable, unchecked: "Names of options, and set algebra: `setAlgebra` looks at that.") {
      Law(
        "the empty set has no bits",
        from: .swift("OptionSet/init()", "Creates an empty option set, with a raw value of zero.")
      ) { values in
        _ = try values.one("a")
        try expect("the raw value of []", Value().rawValue, equals: 0)
      }
      Law("a union has the bits of both sets", from: source) { values in
        let (a, b) = try values.pair("a", "b")
        try expect("the raw value of a ∪ b", a.union(b).rawValue, equals: a.rawValue | b.rawValue)
      }
      Law("an intersection has the bits that both sets have", from: source) { values in
        let (a, b) = try values.pair("a", "b")
        try expect("the raw value of a ∩ b", a.intersection(b).rawValue, equals: a.rawValue & b.rawValue)
      }
      Law("a symmetric difference has the bits that one set has", from: source) { values in
        let (a, b) = try values.pair("a", "b")
        try expect("the raw value of a △ b", a.symmetricDifference(b).rawValue, equals: a.rawValue ^ b.rawValue)
      }
      Law("subtracting drops the bits of the other set", from: source) { values in
        let (a, b) = try values.pair("a", "b")
        try expect("the raw value of a \\ b", a.subtracting(b).rawValue, equals: a.rawValue & ~b.rawValue)
      }
      Law("a set contains an option if it has all of its bits", from: source) { values in
        let (a, b) = try values.optionSets()
        try expect("a.contains(b)", a.contains(b), equals: a.rawValue & b.rawValue == b.rawValue)
      }
      Law(
        "equal sets have the same bits",
        from: .swift("RawRepresentable", "Option sets correspond one to one with their raw values.")
      ) { values in
        let (a, b) = try values.pair("a", "b")
        try expect("a == b", a == b, equals: a.rawValue == b.rawValue)
      }
      Law("a subset has no bit that the other set lacks", from: source) { values in
        let (a, b) = try values.optionSets()
        try expect("b.isSubset(of: a)", b.isSubset(of: a), equals: b.rawValue & ~a.rawValue == 0)
      }
    }
  }
}

extension Values where Value: OptionSet, Value.RawValue: FixedWidthInteger {
  /// Two sets, of which the second is often a part of the first.
  fileprivate func optionSets() throws -> (Value, Value) {
    let (a, b) = try pair("a", "b")
    return try draw(.bool, "b is a part of a") ? (a, Value(rawValue: a.rawValue & b.rawValue)) : (a, b)
  }
}
