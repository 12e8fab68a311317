import PropertyTesting

extension Laws where Value: Identifiable, Value.ID: SendableMetatype {
  /// The identity of a value is stable.
  public static var identifiable: Laws {
    Laws("Identifiable", unchecked: "How long and how far an identity is unique: the protocol leaves it to the type.") {
      Law("the identity of a value stays the same", from: .swift("Identifiable", "The id is the stable identity of an entity.")) { values in
        let a = try values.one("a")
        try expect("a.id, once more", a.id, equals: a.id)
      }
      Law(
        "equal identities have equal hashes",
        from: .swift("Hashable", "Equal values must feed the hasher the same, and an ID is Hashable.")
      ) { values in
        let (a, b) = try values.pair("a", "b")
        guard a.id == b.id else { return noteClaim() }
        try expect("a.id == b.id, a.id.hashValue ≠ b.id.hashValue", a.id.hashValue == b.id.hashValue)
      }
    }
  }
}

extension Laws where Value: RawRepresentable, Value.RawValue: Equatable & SendableMetatype {
  /// A raw value stands for its value.
  public static var rawRepresentable: Laws {
    let equivalent = LawSource.swift("RawRepresentable/rawValue-swift.property", "A new instance made from it is equivalent to this one.")
    let unique = LawSource.swift("RawRepresentable/RawValue-swift.associatedtype", "Each distinct value has one unique raw value.")
    return Laws("RawRepresentable", unchecked: "Raw values that no drawn value has.") {
      Law("the raw value of a value makes a value", from: equivalent) { values in
        let a = try values.one("a")
        _ = try expectValue("init(rawValue: \(a.rawValue)) is not nil", Value(rawValue: a.rawValue))
      }
      Law(
        "the value made from a raw value has this raw value",
        from: .swift("RawRepresentable/init(rawValue:)", "Creates an instance with the specified raw value.")
      ) { values in
        let a = try values.one("a")
        guard let again = Value(rawValue: a.rawValue) else { return noteClaim() }
        try expect("the raw value of init(rawValue:)", again.rawValue, equals: a.rawValue)
      }
      Law("the value made from a value's raw value equals it", from: equivalent) { values in
        let a = try values.one("a")
        guard let again = Value(rawValue: a.rawValue), let isEqual = areEqual(a, again) else { return noteClaim() }
        try expect("init(rawValue: \(a.rawValue)) is \(describe(again))", isEqual)
      }
      Law("different values have different raw values", from: unique) { values in
        let (a, b) = try values.pair("a", "b")
        guard areEqual(a, b) == false else { return noteClaim() }
        try expect("a ≠ b, and both have the raw value \(a.rawValue)", a.rawValue != b.rawValue)
      }
      Law("the raw value of a value stays the same", from: unique) { values in
        let a = try values.one("a")
        try expect("a.rawValue, once more", a.rawValue, equals: a.rawValue)
      }
    }
  }
}

extension Laws where Value: CaseIterable & Equatable {
  /// `allCases` are all values.
  public static var caseIterable: Laws {
    let source = LawSource.swift("CaseIterable", "allCases is a collection of all values of the type.")
    return Laws("CaseIterable", unchecked: "The order of the cases, which only the synthesized list promises.") {
      Law("every value is among allCases", from: source) { values in
        let a = try values.one("a")
        try expect("allCases contains a", Value.allCases.contains(a))
      }
      Law(
        "allCases lists each value once",
        from: .swift("CaseIterable", "It follows: allCases tells the number of cases. SE-0194 speaks of a finite set of values.")
      ) { values in
        let a = try values.one("a")
        try expect("how often a is in allCases", Value.allCases.count { $0 == a } <= 1)
      }
      Law("allCases has the same values each time", from: source) { values in
        let a = try values.one("a")
        let count = Value.allCases.count { $0 == a }
        for _ in 1...3 { try expect("how often a is in allCases, once more", Value.allCases.count { $0 == a }, equals: count) }
      }
    }
  }
}
