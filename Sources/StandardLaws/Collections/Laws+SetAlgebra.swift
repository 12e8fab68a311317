import PropertyTesting

extension Laws where Value: SetAlgebra, Value.Element: Equatable {
  /// The axioms that the documentation of `SetAlgebra` states, and what each member says of `contains`.
  ///
  /// Elements are those of `checkLaws(…, elements:)`; for a set that is a sequence, without it, those of other values. The elements of an
  /// option set are its single options: the axioms do not hold of an element that is several.
  public static var setAlgebra: Laws {
    Laws(
      "SetAlgebra", including: combinations, comparisons, changes, changesInPlace,
      unchecked: "Which of two equal elements a set keeps; strict subsets and supersets, which generic code takes from `isSubset` and `==`."
    ) {}
  }

  private static func law(
    _ statement: String, _ page: String, _ words: String, _ claim: @escaping @Sendable (Values<Value>) throws -> Void
  ) -> Law<Value> {
    Law(statement, from: .swift("SetAlgebra" + (page.isEmpty ? "" : "/" + page), words), claim)
  }

  private static var combinations: Laws {
    Laws("SetAlgebra") {
      law("init() is the empty set, which contains nothing", "", "S() == [], and init() creates an empty set.") { values in
        let e = try values.member("e")
        try expect("S() == []", Value() == [])
        try expect("S().contains(e)", Value().contains(e), equals: false)
      }
      law("the union of a set with itself, or with [], is the set", "", "x.union(x) == x and x.union([]) == x.") { values in
        let x = try values.one("x")
        try expect("x.union(x) == x", x.union(x) == x)
        try expect("x.union([]) == x", x.union([]) == x)
      }
      law(
        "the intersection of a set with itself is the set, with [] it is []", "", "x.intersection(x) == x and x.intersection([]) == []."
      ) { values in
        let x = try values.one("x")
        try expect("x.intersection(x) == x", x.intersection(x) == x)
        try expect("x.intersection([]) == []", x.intersection([]) == [])
      }
      law(
        "a union contains what one of the sets contains", "",
        "x.contains(e) implies x.union(y).contains(e), which implies x.contains(e) || y.contains(e)."
      ) { values in
        let (x, y, e) = try values.setsAndMember()
        try expect("x.union(y).contains(e)", x.union(y).contains(e), equals: x.contains(e) || y.contains(e))
      }
      law(
        "an intersection contains what both sets contain", "",
        "x.contains(e) && y.contains(e) if and only if x.intersection(y).contains(e)."
      ) { values in
        let (x, y, e) = try values.setsAndMember()
        try expect("x.intersection(y).contains(e)", x.intersection(y).contains(e), equals: x.contains(e) && y.contains(e))
      }
      law(
        "a symmetric difference contains what one set alone contains", "symmetricDifference(_:)",
        "The elements that are in either set, but not in both."
      ) { values in
        let (x, y, e) = try values.setsAndMember()
        try expect("x.symmetricDifference(y).contains(e)", x.symmetricDifference(y).contains(e), equals: x.contains(e) != y.contains(e))
      }
      law(
        "subtracting leaves what the other set does not contain", "subtracting(_:)",
        "The elements of this set that do not occur in the given set."
      ) { values in
        let (x, y, e) = try values.setsAndMember()
        try expect("x.subtracting(y).contains(e)", x.subtracting(y).contains(e), equals: x.contains(e) && !y.contains(e))
      }
      law("init(_:) contains the elements of the sequence and no others", "init(_:)", "A new set from a finite sequence of items.") {
        values in
        let elements = try (0..<values.steps("count", upTo: 5)).map { try values.member("element \($0)") }
        let e = try values.member("e")
        let set = Value(elements)
        try expect("contains(e)", set.contains(e), equals: elements.contains(e))
        for element in elements { try expect("contains(\(describe(element)))", set.contains(element), equals: true) }
      }
    }
  }

  private static var comparisons: Laws {
    Laws("SetAlgebra") {
      law("a set is empty exactly if it equals []", "isEmpty", "It follows: whether the set has no elements, as [] has none.") { values in
        let x = try values.one("x")
        try expect("x.isEmpty", x.isEmpty, equals: x == [])
      }
      law(
        "a set is a subset exactly if its union with the other is the other", "isSubset(of:)",
        "Every member of A is a member of B, and the axioms: x.isSubset(of: y) implies x.union(y) == y."
      ) { values in
        let (x, y) = try values.comparableSets()
        try expect("x.isSubset(of: y)", x.isSubset(of: y), equals: x.union(y) == y)
      }
      law(
        "a set is a superset exactly if its union with the other is itself", "isSuperset(of:)",
        "Every member of B is a member of A, and the axioms: x.isSuperset(of: y) implies x.union(y) == x."
      ) { values in
        let (x, y) = try values.comparableSets()
        try expect("x.isSuperset(of: y)", x.isSuperset(of: y), equals: x.union(y) == x)
      }
      law("isSubset and isSuperset are each other's converse", "", "x.isSubset(of: y) if and only if y.isSuperset(of: x).") { values in
        let (x, y) = try values.comparableSets()
        try expect("x.isSubset(of: y)", x.isSubset(of: y), equals: y.isSuperset(of: x))
      }
      law(
        "sets are disjoint exactly if their intersection is []", "isDisjoint(with:)",
        "It follows: whether they have no members in common, which make up the intersection."
      ) { values in
        let (x, y) = try values.comparableSets()
        try expect("x.isDisjoint(with: y)", x.isDisjoint(with: y), equals: x.intersection(y) == [])
      }
    }
  }
}

extension Values where Value: SetAlgebra {
  /// An element: of the generator `elements:`, or of a value that is a sequence of them.
  func member(_ name: String) throws -> Value.Element {
    func all(_ sequence: some Sequence) -> [Any] { Array(sequence) }
    guard elements == nil, let one = try self.one("a set for \(name)") as? any Sequence else { return try element(name) }
    let members = all(one).compactMap { $0 as? Value.Element }
    guard !members.isEmpty else { throw Discard(reason: "there is no element to draw from an empty set: name a generator elements:") }
    return members[try steps("place of \(name)", upTo: members.count - 1)]
  }

  /// Two sets, and an element that may be in either.
  func setsAndMember() throws -> (Value, Value, Value.Element) {
    let (x, y) = try pair("x", "y")
    return (x, y, try member("e"))
  }

  /// Two sets, of which the second may be the first with one element more.
  func comparableSets() throws -> (Value, Value) {
    var (x, y) = try pair("x", "y")
    switch try steps("y is drawn, x with e, or x is y with e", upTo: 2) {
    case 1:
      y = x
      y.insert(try member("e"))
    case 2:
      x = y
      x.insert(try member("e"))
    default: break
    }
    return (x, y)
  }
}
