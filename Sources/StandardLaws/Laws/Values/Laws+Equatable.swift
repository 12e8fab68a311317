import PropertyTesting

extension Laws where Value: Equatable {
  /// `==` is an equivalence.
  public static var equatable: Laws {
    Laws(
      "Equatable",
      unchecked: "That equal values can stand in for each other everywhere, and a `!=` of the type's own, which generic code does not call."
    ) {
      Law("a value equals itself", from: .swift("Equatable", "Equality is reflexive: a == a for every a.")) { values in
        let a = try values.one("a")
        try expect("a == a", a == a)
      }
      Law("equality is symmetric", from: .swift("Equatable", "Equality is symmetric: a == b implies b == a.")) { values in
        let (a, b) = try values.pair("a", "b")
        let (forward, backward) = (a == b, b == a)
        try expect("(a == b) is \(forward), and (b == a) is \(backward)", forward == backward)
      }
      Law("equality is transitive", from: .swift("Equatable", "Equality is transitive: a == b and b == c imply a == c.")) { values in
        try values.threes { a, b, c in
          guard a.value == b.value, b.value == c.value else { return }
          try expect("\(a.name) == \(b.name) and \(b.name) == \(c.name), but not \(a.name) == \(c.name)", a.value == c.value)
        }
      }
    }
  }
}
