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
        try expect("a == b, and a hasher that a feeds ends as one that b feeds", fed(by: a) == fed(by: b))
      }
      Law(
        "the hash of a value stays the same",
        from: .swift("Hashable", "It follows: a value equals itself (Equatable), and equal values must feed the hasher the same.")
      ) { values in
        let a = try values.one("a")
        try expect("a.hashValue, once more", a.hashValue, equals: a.hashValue)
      }
    }
  }
}

/// The hash of a hasher that a value feeds.
private func fed<Value: Hashable>(by value: Value) -> Int {
  var hasher = Hasher()
  value.hash(into: &hasher)
  return hasher.finalize()
}
