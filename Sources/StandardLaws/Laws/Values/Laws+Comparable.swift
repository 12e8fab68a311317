import PropertyTesting

extension Laws where Value: Comparable {
  /// `<` is a strict total order that agrees with `==`; with the laws of `Equatable`.
  public static var comparable: Laws {
    let page = "Comparable"
    return Laws(page, including: .equatable, unchecked: "That the order is the one that a reader of the type expects.") {
      Law("no value is less than itself", from: .swift(page, "A strict order is irreflexive.")) { values in
        let a = try values.one("a")
        try expect("not a < a", !(a < a))
      }
      Law(
        "of two values, exactly one of <, == and > holds",
        from: .swift(page, "For any two values, exactly one holds: a total order.")
      ) { values in
        let (a, b) = try values.pair("a", "b")
        let holding = [(a < b, "a < b"), (a == b, "a == b"), (b < a, "b < a")].filter(\.0).map(\.1)
        let words = holding.isEmpty ? "none" : holding.joined(separator: " and ")
        try expect("of a < b, a == b and b < a exactly one holds, not \(words)", holding.count == 1)
      }
      Law("less-than is transitive", from: .swift(page, "If a < b and b < c, then a < c.")) { values in
        try values.threes { a, b, c in
          guard a.value < b.value, b.value < c.value else { return }
          try expect("\(a.name) < \(b.name) and \(b.name) < \(c.name), but not \(a.name) < \(c.name)", a.value < c.value)
        }
      }
      Law(
        "equal values compare alike with any third",
        from: .swift(page, "It follows: < and == impose a strict total order, so equal values take one place in it.")
      ) { values in
        try values.threes { a, b, c in
          guard a.value == b.value else { return }
          let (forward, backward) = (a.value < c.value, c.value < a.value)
          try expect("\(a.name) == \(b.name), and \(a.name) < \(c.name) is \(forward) alone", (b.value < c.value) == forward)
          try expect("\(a.name) == \(b.name), and \(c.name) < \(a.name) is \(backward) alone", (c.value < b.value) == backward)
        }
      }
      Law(
        "a > b says that b < a",
        from: .swift("Comparable/_(_:_:)-8j02g", "Whether the first value is greater: in a total order, whether the second is less.")
      ) { values in
        let (a, b) = try values.pair("a", "b")
        try expect("(a > b) is \(a > b), and (b < a) is \(b < a)", (a > b) == (b < a))
      }
      Law(
        "a <= b says that not b < a",
        from: .swift("Comparable/_=(_:_:)-buc5", "Whether the first value is less or equal: in a total order, unless the second is less.")
      ) { values in
        let (a, b) = try values.pair("a", "b")
        try expect("(a <= b) is \(a <= b), and (b < a) is \(b < a)", (a <= b) == !(b < a))
      }
      Law(
        "a >= b says that not a < b",
        from: .swift("Comparable/_=(_:_:)-4hu01", "Whether the first value is greater or equal: in a total order, unless it is less.")
      ) { values in
        let (a, b) = try values.pair("a", "b")
        try expect("(a >= b) is \(a >= b), and (a < b) is \(a < b)", (a >= b) == !(a < b))
      }
    }
  }
}
