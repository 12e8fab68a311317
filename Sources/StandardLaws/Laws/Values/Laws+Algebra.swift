import PropertyTesting

// Laws of operations that a type has by whatever name. The caller names the operation; the same type may have several.

private func source(_ words: String) -> LawSource { LawSource("the algebra that the caller names", words) }

extension Laws where Value: Equatable {
  /// Grouping does not matter. For merge functions, concatenation, composition.
  /// - Parameter operation: what reports call the operation, if a type has several.
  public static func semigroup(_ operation: String = "", _ combine: @escaping @Sendable (Value, Value) -> Value) -> Laws {
    Laws(named("Semigroup", operation)) {
      Law("the operation is associative", from: source("(a·b)·c = a·(b·c)")) { values in
        let (a, b, c) = try values.triple("a", "b", "c")
        try expect("a·(b·c)", combine(a, combine(b, c)), equals: combine(combine(a, b), c))
      }
    }
  }

  /// A semigroup with a neutral value.
  public static func monoid(
    _ operation: String = "", identity: @autoclosure @escaping @Sendable () -> Value, _ combine: @escaping @Sendable (Value, Value) -> Value
  ) -> Laws {
    Laws(named("Monoid", operation), including: .semigroup(operation, combine)) {
      Law("the identity is neutral on the left", from: source("e·a = a")) { values in
        let a = try values.one("a")
        try expect("e·a", combine(identity(), a), equals: a)
      }
      Law("the identity is neutral on the right", from: source("a·e = a")) { values in
        let a = try values.one("a")
        try expect("a·e", combine(a, identity()), equals: a)
      }
    }
  }

  /// The order of the operands does not matter.
  public static func commutative(_ operation: String = "", _ combine: @escaping @Sendable (Value, Value) -> Value) -> Laws {
    Laws(named("Commutative", operation)) {
      Law("the operation is commutative", from: source("a·b = b·a")) { values in
        let (a, b) = try values.pair("a", "b")
        try expect("b·a", combine(b, a), equals: combine(a, b))
      }
    }
  }

  /// A monoid in which every value has an inverse.
  public static func group(
    _ operation: String = "", identity: @autoclosure @escaping @Sendable () -> Value, inverse: @escaping @Sendable (Value) -> Value,
    _ combine: @escaping @Sendable (Value, Value) -> Value
  ) -> Laws {
    Laws(named("Group", operation), including: .monoid(operation, identity: identity(), combine)) {
      Law("a value and its inverse give the identity", from: source("a·a⁻¹ = e")) { values in
        let a = try values.one("a")
        try expect("a·a⁻¹", combine(a, inverse(a)), equals: identity())
      }
      Law("an inverse and its value give the identity", from: source("a⁻¹·a = e")) { values in
        let a = try values.one("a")
        try expect("a⁻¹·a", combine(inverse(a), a), equals: identity())
      }
    }
  }

  /// An associative and commutative operation under which each value absorbs itself: a merge that may run twice, and in any order.
  public static func semilattice(_ operation: String = "", _ combine: @escaping @Sendable (Value, Value) -> Value) -> Laws {
    Laws(named("Semilattice", operation), including: .semigroup(operation, combine), .commutative(operation, combine)) {
      Law("a value combined with itself is itself", from: source("a·a = a")) { values in
        let a = try values.one("a")
        try expect("a·a", combine(a, a), equals: a)
      }
      Law("combining once more changes nothing", from: source("(a·b)·b = a·b")) { values in
        let (a, b) = try values.pair("a", "b")
        try expect("(a·b)·b", combine(combine(a, b), b), equals: combine(a, b))
      }
    }
  }

  /// Two semilattices that absorb each other: intervals, permissions, minimum and maximum.
  public static func lattice(
    _ name: String = "", join: @escaping @Sendable (Value, Value) -> Value, meet: @escaping @Sendable (Value, Value) -> Value
  ) -> Laws {
    Laws(named("Lattice", name), including: .semilattice(named("join", name), join), .semilattice(named("meet", name), meet)) {
      Law("join absorbs meet", from: source("a ∨ (a ∧ b) = a")) { values in
        let (a, b) = try values.pair("a", "b")
        try expect("a ∨ (a ∧ b)", join(a, meet(a, b)), equals: a)
      }
      Law("meet absorbs join", from: source("a ∧ (a ∨ b) = a")) { values in
        let (a, b) = try values.pair("a", "b")
        try expect("a ∧ (a ∨ b)", meet(a, join(a, b)), equals: a)
      }
    }
  }

  /// A commutative group with a second operation that distributes over the first.
  public static func ring(
    _ name: String = "", zero: @autoclosure @escaping @Sendable () -> Value, one: @autoclosure @escaping @Sendable () -> Value,
    negated: @escaping @Sendable (Value) -> Value, add: @escaping @Sendable (Value, Value) -> Value,
    multiply: @escaping @Sendable (Value, Value) -> Value
  ) -> Laws {
    Laws(
      named("Ring", name), including: .group(named("addition", name), identity: zero(), inverse: negated, add),
      .commutative(named("addition", name), add), .monoid(named("multiplication", name), identity: one(), multiply)
    ) {
      Law("multiplication distributes from the left", from: source("a(b + c) = ab + ac")) { values in
        let (a, b, c) = try values.triple("a", "b", "c")
        try expect("a(b + c)", multiply(a, add(b, c)), equals: add(multiply(a, b), multiply(a, c)))
      }
      Law("multiplication distributes from the right", from: source("(a + b)c = ac + bc")) { values in
        let (a, b, c) = try values.triple("a", "b", "c")
        try expect("(a + b)c", multiply(add(a, b), c), equals: add(multiply(a, c), multiply(b, c)))
      }
    }
  }

  static func named(_ topic: String, _ operation: String) -> String { operation.isEmpty ? topic : "\(topic) (\(operation))" }
}
