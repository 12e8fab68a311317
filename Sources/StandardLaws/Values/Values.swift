import PropertyTesting

/// What a law draws its values from: the generator of the type that is checked.
///
/// Each value has a name, which the report prints it under. Several values of one draw are related: some are made from the same choices, so
/// they are equal if the type has value semantics; some differ in one choice, which finds fields that a comparison forgets, or in the case
/// of their letters; the others are independent. Everything is drawn through the engine, so one shrinker makes all values simple together.
public struct Values<Value: SendableMetatype>: Sendable {
  /// The case that runs: to label, to note, to draw anything else.
  public let trial: Trial
  let generator: Generator<Value>
  let setsAside: @Sendable (Value) -> Bool
  /// The `Generator` of elements that the call of `checkLaws` gave.
  let elements: (any Sendable)?

  /// A value.
  public func one(_ name: String) throws -> Value { try trial.draw(generator.drawn, name).value }

  /// A value.
  public func callAsFunction(_ name: String) throws -> Value { try one(name) }

  /// A value of another generator.
  public func draw<Other>(_ other: Generator<Other>, _ name: String) throws -> Other {
    try trial.draw(other.drawn, name).value
  }

  /// Two values made apart from the same choices: equal ones, unless the type or its generator says otherwise.
  public func twins(_ first: String, _ second: String) throws -> (Value, Value) {
    let one = try trial.draw(generator.recorded, first)
    return (one.value, try trial.draw(one.again, second).value)
  }

  /// Two values of another generator, made apart from the same choices.
  public func twins<Other>(_ other: Generator<Other>, _ first: String, _ second: String) throws -> (Other, Other) {
    let one = try trial.draw(other.recorded, first)
    return (one.value, try trial.draw(one.again, second).value)
  }

  /// Two values that differ in one choice of the generator, if there is one to alter, or in the case of letters alone.
  public func neighbours(_ first: String, _ second: String) throws -> (Value, Value) {
    let one = try trial.draw(generator.recorded, first)
    return (one.value, try kept(trial.draw(one.altered, second)))
  }

  /// Two values: equal, different in one choice, or independent.
  public func pair(_ first: String, _ second: String) throws -> (Value, Value) {
    let one = try trial.draw(generator.recorded, first)
    return (one.value, try kept(trial.draw(one.related, second)))
  }

  /// Three values, of which each is equal to one before it, differs from that in one choice, or is independent.
  public func triple(_ first: String, _ second: String, _ third: String) throws -> (Value, Value, Value) {
    let one = try trial.draw(generator.recorded, first)
    let two = try trial.draw(one.related, second)
    let three = try trial.draw(related(to: [one, two]), third)
    return (one.value, try kept(two), try kept(three))
  }

  /// Several values, related as those of ``triple(_:_:_:)`` are, under one name with numbers.
  public func several(_ name: String, count: ClosedRange<Int>) throws -> [Value] {
    let number = try draw(.int(in: count), "count")
    var drawn: [DrawnValue<Value>] = []
    for place in 0..<max(0, number) {
      drawn.append(try trial.draw(drawn.isEmpty ? generator.recorded : related(to: drawn), "\(name)\(place + 1)"))
      _ = try drawn.last.map(kept)
    }
    return drawn.map(\.value)
  }

  private func related(to drawn: [DrawnValue<Value>]) -> Generator<DrawnValue<Value>> {
    Generator<DrawnValue<Value>> { source in try source.draw(drawn[try source.draw(.int(in: 0...(drawn.count - 1)))].related) }
  }

  private func kept(_ drawn: DrawnValue<Value>) throws -> Value {
    if setsAside(drawn.value) { throw Discard(reason: "a waiver sets the value aside") }
    return drawn.value
  }
}
