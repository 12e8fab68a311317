import PropertyTesting

// Laws of what devices merge: states that are joined, and edits that are transformed against each other.

private func crdts(_ words: String) -> LawSource {
  LawSource("Shapiro et al., Conflict-free Replicated Data Types, 2011", words)
}

private func transformation(_ words: String) -> LawSource {
  LawSource("Ressel et al., An Integrating, Transformation-Oriented Approach to Concurrency Control and Undo, 1996", words)
}

extension Laws where Value: Equatable {
  /// A state that several devices edit and merge: a counter, a set with removal, a register, a map, a list, a text.
  ///
  ///     try checkLaws(.replicated(edits: .edit, apply: { $0.applying($1) }) { $0.merged(with: $1) }, of: .cart)
  ///
  /// - Parameters:
  ///   - edits: what a user does to a state. An edit names its device, and happens once.
  ///   - apply: the state after an edit.
  ///   - merge: joins two states.
  public static func replicated<Edit: Sendable>(
    _ name: String = "", edits: Generator<Edit>, apply: @escaping @Sendable (Value, Edit) -> Value,
    _ merge: @escaping @Sendable (Value, Value) -> Value
  ) -> Laws {
    Laws(named("Replicated state", name), including: .semilattice(named("merge", name), merge)) {
      Law("an edit is not undone by what was before it", from: crdts("section 3.1: s ∨ edit(s) = edit(s)")) { values in
        let a = try values.one("a")
        let edited = apply(a, try values.draw(edits, "edit"))
        try expect("a ∨ edit(a)", merge(a, edited), equals: edited)
      }
      Law("edits of two devices are both in the merge", from: crdts("section 3.1: edits are inflations, so s ∨ t holds both")) { values in
        let a = try values.one("a")
        let (first, second) = (apply(a, try values.draw(edits, "first")), apply(a, try values.draw(edits, "second")))
        let both = merge(first, second)
        try expect("(first(a) ∨ second(a)) ∨ first(a)", merge(both, first), equals: both)
        try expect("(first(a) ∨ second(a)) ∨ second(a)", merge(both, second), equals: both)
      }
    }
  }

  /// Edits that are transformed against each other, with a server that orders them: operational transformation of a text, for example.
  ///
  /// - Parameters:
  ///   - edits: the edits that a state allows. Which of two edits at one place goes first has to follow from the edits.
  ///   - apply: the state after an edit.
  ///   - transform: the first edit, as it is after the second.
  public static func transformable<Edit: Sendable>(
    _ name: String = "", edits: @escaping @Sendable (Value) -> Generator<Edit>, apply: @escaping @Sendable (Value, Edit) -> Value,
    _ transform: @escaping @Sendable (_ edit: Edit, _ after: Edit) -> Edit
  ) -> Laws {
    Laws(named("Transformation", name)) {
      Law("two edits lead to one state in either order (TP1)", from: transformation("a then T(b, a) = b then T(a, b)")) { values in
        let state = try values.one("state")
        let (a, b) = (try values.draw(edits(state), "a"), try values.draw(edits(state), "b"))
        try expect("b, then T(a, b)", apply(apply(state, b), transform(a, b)), equals: apply(apply(state, a), transform(b, a)))
      }
    }
  }

  /// The same for devices that have no server: a third edit is the same after either order of two.
  public static func transformableAnywhere<Edit: Sendable & Equatable>(
    _ name: String = "", edits: @escaping @Sendable (Value) -> Generator<Edit>, apply: @escaping @Sendable (Value, Edit) -> Value,
    _ transform: @escaping @Sendable (_ edit: Edit, _ after: Edit) -> Edit
  ) -> Laws {
    Laws(named("Transformation of three", name), including: .transformable(name, edits: edits, apply: apply, transform)) {
      Law(
        "a third edit is the same after either order (TP2)", from: transformation("T(T(c, a), T(b, a)) = T(T(c, b), T(a, b))")
      ) { values in
        let state = try values.one("state")
        let (a, b) = (try values.draw(edits(state), "a"), try values.draw(edits(state), "b"))
        let c = try values.draw(edits(state), "c")
        try expect(
          "c after b and T(a, b)", transform(transform(c, b), transform(a, b)),
          equals: transform(transform(c, a), transform(b, a)))
      }
    }
  }
}
