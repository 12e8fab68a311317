extension Generator where Value: Decodable & SendableMetatype {
  /// Values of any `Decodable` type, without a word on how to make them.
  ///
  ///     try check("an order survives its JSON", forAll: .of(Order.self)) { order in
  ///       try expect("order", JSONDecoder().decode(Order.self, from: JSONEncoder().encode(order)), equals: order)
  ///     }
  ///
  /// The type's `init(from:)` decodes the value, and every request that it makes is answered by a draw. So the value is one that the type
  /// accepts, and it shrinks like any other: to nil, to no elements, to the case of an enumeration that ends soonest, to the simplest of
  /// each part. If `init(from:)` throws, the type gets other draws, up to 100 times. Then the case is discarded, and the reason says which
  /// type refused, and what it threw last.
  ///
  /// Some types wait for a text of a form that nothing but themselves knows. Say how to generate these, and any other part, with
  /// ``PartGenerators``:
  ///
  ///     .of(Order.self) {
  ///       $0.set(\.quantity, .int(in: 1...9))
  ///       $0.use(.date(in: lastYear), for: Date.self)
  ///     }
  ///
  /// See `docs/generators.md` for what each type decodes to, and for the limits.
  /// - Parameters:
  ///   - depth: how often a type may be inside itself: at most so many levels and two. The engine clamps it to 1...100.
  ///   - change: what to generate in another way.
  public static func of(
    _ type: Value.Type, depth: Int = 5, _ change: (inout PartGenerators<Value>) -> Void = { _ in }
  ) -> Generator {
    var parts = PartGenerators<Value>()
    change(&parts)
    let plan = DecodingPlan(parts, depth: depth)
    return Generator { source in try plan.draw(Value.self, from: &source, wanted: nil) }
  }
}

extension DecodingPlan {
  func draw<Value: Decodable>(_ type: Value.Type, from source: inout Source, wanted: EncodedNode?) throws -> Value {
    let session = DrawSession(source, self)
    session.isGuided = wanted != nil
    defer { source = session.source }
    let value = try session.value(type, at: DrawSite(wanted: wanted))
    // What a `try?` of the type has swallowed.
    if let problem = session.problem { throw problem }
    return value
  }
}
