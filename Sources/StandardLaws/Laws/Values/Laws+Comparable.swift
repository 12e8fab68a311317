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
        try expect("holding: \(holding.isEmpty ? "none" : holding.joined(separator: " and "))", holding.count == 1)
      }
      Law("less-than is transitive", from: .swift(page, "If a < b and b < c, then a < c.")) { values in
        let (a, b, c) = try values.triple("a", "b", "c")
        guard a < b, b < c else { return noteClaim() }
        try expect("a < b and b < c, but not a < c", a < c)
      }
      Law(
        "equal values compare alike with any third",
        from: .swift(page, "The order agrees with ==: equal values take one place in it.")
      ) { values in
        let (a, b, c) = try values.triple("a", "b", "c")
        guard a == b else { return noteClaim() }
        try expect("a == b, (a < c) is \(a < c), and (b < c) is \(b < c)", (a < c) == (b < c))
        try expect("a == b, (c < a) is \(c < a), and (c < b) is \(c < b)", (c < a) == (c < b))
      }
      Law("a > b says that b < a", from: .swift(page, "The other operators are defined by <.")) { values in
        let (a, b) = try values.pair("a", "b")
        try expect("(a > b) is \(a > b), and (b < a) is \(b < a)", (a > b) == (b < a))
      }
      Law("a <= b says that not b < a", from: .swift(page, "The other operators are defined by <.")) { values in
        let (a, b) = try values.pair("a", "b")
        try expect("(a <= b) is \(a <= b), and (b < a) is \(b < a)", (a <= b) == !(b < a))
      }
      Law("a >= b says that not a < b", from: .swift(page, "The other operators are defined by <.")) { values in
        let (a, b) = try values.pair("a", "b")
        try expect("(a >= b) is \(a >= b), and (a < b) is \(a < b)", (a >= b) == !(a < b))
      }
    }
  }
}
