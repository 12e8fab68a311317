import PropertyTesting

extension Laws where Value: Hashable {
  /// Equal values hash alike; with the laws of `Equatable`.
  public static var hashable: Laws {
    Laws("Hashable", including: .equatable, unchecked: "How well hashes spread: a type whose hashes are all equal keeps the laws.") {
      Law(
        "equal values have equal hashes",
        from: .swift("Hashable", "Two values that are equal must feed the hasher the same, so their hash values are equal.")
      ) { values in
        let (a, b) = try values.pair("a", "b")
        guard a == b else { return noteClaim() }
        try expect("a == b, a.hashValue ≠ b.hashValue", a.hashValue == b.hashValue)
      }
      Law(
        "equal values feed a hasher alike",
        from: .swift("Hashable/hash(into:)", "The components that hash(into:) feeds are those that == compares.")
      ) { values in
        let (a, b) = try values.twins("a", "b")
        guard a == b else { return noteClaim() }
        try expect("a and b are equal, and are found in a Set of each other", Set([a]).contains(b) && Set([b]).contains(a))
      }
      Law(
        "the hash of a value stays the same",
        from: .swift("Hashable/hashValue", "A hash is a function of the value, in one execution of the program.")
      ) { values in
        let a = try values.one("a")
        try expect("a.hashValue, once more", a.hashValue, equals: a.hashValue)
      }
    }
  }
}
