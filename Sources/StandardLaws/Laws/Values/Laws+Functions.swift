import PropertyTesting

private func source(_ words: String) -> LawSource { LawSource("the algebra that the caller names", words) }

extension Laws where Value: Equatable {
  /// Doing it twice does what doing it once does: normalizing, sorting, a migration.
  public static func idempotent(_ name: String = "", _ function: @escaping @Sendable (Value) throws -> Value) -> Laws {
    Laws(named("Idempotence", name)) {
      Law("doing it again changes nothing", from: source("f(f(a)) = f(a)")) { values in
        let a = try values.one("a")
        let once = try succeeding("f(a)") { try function(a) }
        try expect("f(f(a))", try succeeding("f(f(a))") { try function(once) }, equals: once)
      }
    }
  }

  /// Doing it twice undoes it: a toggle, a mirror image.
  public static func involution(_ name: String = "", _ function: @escaping @Sendable (Value) throws -> Value) -> Laws {
    Laws(named("Involution", name)) {
      Law("doing it again undoes it", from: source("f(f(a)) = a")) { values in
        let a = try values.one("a")
        try expect("f(f(a))", try succeeding("f(f(a))") { try function(function(a)) }, equals: a)
      }
    }
  }

  /// One function undoes the other: parse and print, encrypt and decrypt.
  public static func inverse<Image>(
    _ name: String = "", of function: @escaping @Sendable (Value) throws -> Image, _ inverse: @escaping @Sendable (Image) throws -> Value
  ) -> Laws {
    Laws(named("Inverse", name)) {
      Law("the inverse undoes the function", from: source("g(f(a)) = a")) { values in
        let a = try values.one("a")
        let image = try succeeding("f(a)") { try function(a) }
        try expect("g(\(describe(image)))", try succeeding("g(\(describe(image)))") { try inverse(image) }, equals: a)
      }
    }
  }

  /// Steps that are applied to a value compose: edits to a document, moves to a board.
  /// - Parameters:
  ///   - steps: the generator of steps.
  ///   - identity: the step that does nothing.
  ///   - then: the step that does the first, then the second.
  ///   - apply: the value after a step.
  public static func action<Step: SendableMetatype>(
    _ name: String = "", of steps: Generator<Step>, identity: @autoclosure @escaping @Sendable () -> Step,
    then: @escaping @Sendable (Step, Step) -> Step, apply: @escaping @Sendable (Step, Value) -> Value
  ) -> Laws {
    Laws(named("Action", name)) {
      Law("the identity changes nothing", from: source("e·a = a")) { values in
        let a = try values.one("a")
        try expect("e·a", apply(identity(), a), equals: a)
      }
      Law("a composed step does one after the other", from: source("(s then t)·a = t·(s·a)")) { values in
        let a = try values.one("a")
        let (s, t) = (try values.draw(steps, "s"), try values.draw(steps, "t"))
        try expect("(s then t)·a", apply(then(s, t), a), equals: apply(t, apply(s, a)))
      }
    }
  }

  /// `map` keeps the shape: mapping by the identity changes nothing, and mapping twice maps by both functions.
  ///
  ///     try checkLaws(.functor(of: .int()) { tree, change in tree.map(change) }, of: .tree)
  /// - Parameters:
  ///   - elements: what the functions return.
  ///   - map: the container mapped by a function of its elements.
  public static func functor<Element: Sendable>(
    _ name: String = "", of elements: Generator<Element>, map: @escaping @Sendable (Value, (Element) -> Element) -> Value
  ) -> Laws {
    Laws(named("Functor", name)) {
      Law("mapping by the identity changes nothing", from: source("map(id) = id")) { values in
        let a = try values.one("a")
        try expect("a mapped by the identity", map(a) { $0 }, equals: a)
      }
      Law("mapping twice maps by both functions", from: source("map(g ∘ f) = map(g) ∘ map(f)")) { values in
        let a = try values.one("a")
        let f = try values.trial.draw(.function(from: Element.self, to: elements), "f")
        let g = try values.trial.draw(.function(from: Element.self, to: elements), "g")
        try expect("a mapped by f, then by g", map(map(a) { f($0) }) { g($0) }, equals: map(a) { g(f($0)) })
      }
    }
  }
}
