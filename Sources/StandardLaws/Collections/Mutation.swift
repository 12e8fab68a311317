import PropertyTesting

/// A way to change a value: a mutating method with its arguments, for ``Laws/valueSemantics(_:)``.
///
///     try checkLaws(
///       .valueSemantics(.init("sort") { $0.sort() }, .init("append", .int()) { $0.append($1) }), of: .ringBuffer)
public struct Mutation<Value: SendableMetatype>: Sendable {
  /// The name of the method.
  public let name: String
  let draw: @Sendable (Values<Value>, Value) throws -> Call

  /// A method with its arguments: it can be made on several values.
  struct Call {
    let description: String
    let make: (inout Value) throws -> Void
  }

  init(_ name: String, drawing draw: @escaping @Sendable (Values<Value>, Value) throws -> Call) {
    self.name = name
    self.draw = draw
  }

  /// A method without arguments.
  public init(_ name: String, _ change: @escaping @Sendable (inout Value) throws -> Void) {
    self.init(name) { _, _ in Call(description: name, make: change) }
  }

  /// A method with an argument, which is drawn once for all the values that it is made on.
  public init<Argument>(
    _ name: String, _ argument: Generator<Argument>, _ change: @escaping @Sendable (inout Value, Argument) throws -> Void
  ) {
    self.init(name) { values, _ in
      let argument = try values.draw(argument, "argument of \(name)")
      return Call(description: "\(name)(\(describe(argument)))") { try change(&$0, argument) }
    }
  }
}

extension Values {
  /// One to three calls in a row, made for `value`.
  func calls(of mutations: [Mutation<Value>], for value: Value) throws -> [Mutation<Value>.Call] {
    var changed = value
    return try (1...(draw(.int(in: 1...3), "mutations"))).compactMap { step in
      guard !mutations.isEmpty else { return nil }
      let call = try mutations[steps("kind of mutation \(step)", upTo: mutations.count - 1)].draw(self, changed)
      // A later call may need what an earlier one has made: it is drawn for a value that nobody else looks at.
      try call.make(&changed)
      trial.note(call.description)
      return call
    }
  }
}
