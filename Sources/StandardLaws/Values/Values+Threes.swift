import PropertyTesting

extension Values {
  /// A value with the name that reports print it under.
  struct Named {
    let name: String
    let value: Value
  }

  /// Draws some values, and looks at each three of them in each order: three that a comparison treats as no other are rare.
  func threes(_ look: (_ a: Named, _ b: Named, _ c: Named) throws -> Void) throws {
    let all = try several("v", count: 3...6).enumerated().map { Named(name: "v\($0.offset + 1)", value: $0.element) }
    noteClaim()
    for a in all.indices {
      for b in all.indices where b != a {
        for c in all.indices where c != a && c != b { try look(all[a], all[b], all[c]) }
      }
    }
  }
}
