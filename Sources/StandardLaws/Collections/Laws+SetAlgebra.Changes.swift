import PropertyTesting

extension Laws where Value: SetAlgebra, Value.Element: Equatable {
  /// What adds and removes one element.
  static var changes: Laws {
    Laws("SetAlgebra") {
      Law(
        "insert adds an element that is not there, and says whether it was",
        from: .swift("SetAlgebra/insert(_:)", "(true, newMember) if it was not contained; otherwise (false, the element equal to it).")
      ) { values in
        var x = try values.one("x")
        let e = try values.member("e")
        let (before, wasIn) = (x, x.contains(e))
        let (inserted, member) = x.insert(e)
        try expect("inserted", inserted, equals: !wasIn)
        try expect("memberAfterInsert == e", member == e)
        try expect("x.contains(e) after insert(e)", x.contains(e), equals: true)
        if wasIn { try expect("x after an insert without effect", x == before) }
      }
      Law(
        "remove takes the element out, and returns it if it was there",
        from: .swift("SetAlgebra/remove(_:)", "An element equal to member if it was contained; otherwise, nil.")
      ) { values in
        var x = try values.one("x")
        let e = try values.member("e")
        let other = try values.member("another")
        let (wasIn, otherWasIn) = (x.contains(e), x.contains(other))
        let removed = x.remove(e)
        try expect("what remove(e) returns", removed, equals: wasIn ? e : nil)
        try expect("x.contains(e) after remove(e)", x.contains(e), equals: false)
        if other != e { try expect("x.contains(another) after remove(e)", x.contains(other), equals: otherWasIn) }
      }
      Law(
        "update(with:) puts the element in, and returns the equal one that was there",
        from: .swift("SetAlgebra/update(with:)", "An element equal to newMember if the set contained one; otherwise, nil.")
      ) { values in
        var x = try values.one("x")
        let e = try values.member("e")
        let wasIn = x.contains(e)
        let replaced = x.update(with: e)
        try expect("what update(with: e) returns", replaced, equals: wasIn ? e : nil)
        try expect("x.contains(e) after update(with: e)", x.contains(e), equals: true)
      }
      Law(
        "after any calls in a row a set contains what a list of members holds",
        from: .swift("SetAlgebra", "It follows from each operation: the type provides those of mathematical sets.")
      ) { values in
        var x = try values.one("x")
        let known = try (0..<6).map { try values.member("known \($0)") }
        let initial = x
        var members = known.filter { initial.contains($0) }
        for step in 1...(try values.draw(.int(in: 1...8), "calls")) {
          let e = known[try values.steps("place of the element of call \(step)", upTo: known.count - 1)]
          let kind = try values.steps("call \(step)", upTo: 4)
          switch kind {
          case 0: x.insert(e)
          case 1: x.update(with: e)
          case 2: x.formUnion(Value([e]))
          case 3: x.remove(e)
          default: x.subtract(Value([e]))
          }
          members.removeAll { $0 == e }
          if kind < 3 { members.append(e) }
          let call = ["insert", "update(with:)", "formUnion", "remove", "subtract"][kind]
          values.trial.note("\(call) with \(describe(e))")
          for other in known {
            try expect("contains(\(describe(other))) after \(call) with \(describe(e))", x.contains(other), equals: members.contains(other))
          }
        }
      }
    }
  }

  /// The members that change a set in place do what their counterparts return.
  static var changesInPlace: Laws {
    Laws("SetAlgebra") {
      inPlace("formUnion", "union", "formUnion(_:)", "Adds the elements of the given set to the set.", { $0.union($1) }) {
        $0.formUnion($1)
      }
      inPlace(
        "formIntersection", "intersection", "formIntersection(_:)", "Removes the elements of this set that aren't also in the given set.",
        { $0.intersection($1) }
      ) { $0.formIntersection($1) }
      inPlace(
        "formSymmetricDifference", "symmetricDifference", "formSymmetricDifference(_:)",
        "Removes the elements that are also in the given set, and adds those of it that are not already in the set.",
        { $0.symmetricDifference($1) }
      ) { $0.formSymmetricDifference($1) }
      inPlace(
        "subtract", "subtracting", "subtract(_:)", "Removes the elements of the given set from this set.", { $0.subtracting($1) }
      ) { $0.subtract($1) }
    }
  }

  private static func inPlace(
    _ changing: String, _ returning: String, _ page: String, _ words: String, _ result: @escaping @Sendable (Value, Value) -> Value,
    _ change: @escaping @Sendable (inout Value, Value) -> Void
  ) -> Law<Value> {
    Law("\(changing) makes the set what \(returning) returns", from: .swift("SetAlgebra/" + page, words)) { values in
      let (x, y) = try values.pair("x", "y")
      var changed = x
      change(&changed, y)
      try expect("x after \(changing)(y) == x.\(returning)(y)", changed == result(x, y))
    }
  }
}
