/// A value and the choices that made it, so that others can be made from them: the same value once more, or one that differs in a single
/// choice. Uniform values are hardly ever equal, and laws about equal values, about ties and about one differing field need such pairs.
///
/// It belongs to one case, which one task at a time works on: hence unchecked.
package struct DrawnValue<Value>: @unchecked Sendable, CounterexampleDescribable {
  package let value: Value
  private let generator: Generator<Value>
  private let recipe: [Token]

  fileprivate init(_ value: Value, of generator: Generator<Value>, _ recipe: [Token]) {
    self.value = value
    self.generator = generator
    self.recipe = recipe
  }

  package var counterexampleDescription: String { describe(value) }
}

extension Generator {
  /// The values of this generator, without the choices that made them: relatives of such a value are equal to it, or independent.
  package var drawn: Generator<DrawnValue<Value>> { map { DrawnValue($0, of: self, []) } }

  /// The values of this generator with their choices.
  package var recorded: Generator<DrawnValue<Value>> {
    Generator<DrawnValue<Value>> { source in
      if let tape = source.tape {
        let start = tape.tokens.count
        let value = try source.draw(self)
        return DrawnValue(value, of: self, Array(tape.tokens[start...]))
      }
      let tape = Tape()
      var recording = source.copy(on: tape)
      defer { source = recording.copy(on: nil) }
      let value = try recording.draw(self)
      return DrawnValue(value, of: self, tape.tokens)
    }
  }
}

extension DrawnValue {
  /// The value made once more, from the same choices. It draws nothing.
  package var again: Generator<DrawnValue> { Generator<DrawnValue> { try self.made(from: recipe, $0) } }

  /// In a quarter of the cases the value made once more, in a half a value that differs in one choice, and otherwise an independent one.
  package var related: Generator<DrawnValue> {
    Generator<DrawnValue> { source in
      switch source.drawUniformly(.branch, upTo: 3) {
      case 0: try self.made(from: recipe, source)
      case 1, 2: try self.altered(&source)
      default: try source.draw(generator.recorded)
      }
    }
  }

  /// A value that differs in one choice, if there is a choice to alter and the generator accepts the altered ones.
  package var altered: Generator<DrawnValue> { Generator<DrawnValue> { source in try self.altered(&source) } }

  private func made(from recipe: [Token], _ source: Source) throws -> DrawnValue {
    let tape = Tape(replaying: .tokens(recipe))
    var replaying = source.copy(on: tape)
    return DrawnValue(try replaying.draw(generator), of: generator, tape.tokens)
  }

  private func altered(_ source: inout Source) throws -> DrawnValue {
    let places = recipe.indices.filter { recipe[$0].alterable != nil }
    guard !places.isEmpty else { return try made(from: recipe, source) }
    let place = places[Int(source.draw(.integer, in: 0, UInt64(places.count - 1), target: 0))]
    guard let choice = recipe[place].alterable else { return try made(from: recipe, source) }
    var altered = recipe
    altered[place] = .choice(choice.with(value: source.drawAlteration(of: choice)))
    do {
      return try made(from: altered, source)
    } catch is Discard {
      return try made(from: recipe, source)
    }
  }
}

extension Token {
  /// A choice that can have another value.
  fileprivate var alterable: Choice? {
    if case .choice(let choice) = self, choice.kind != .schedule, choice.lower != choice.upper { choice } else { nil }
  }
}

extension Source {
  /// The same source, whose draws another tape records or replays. The limits of recursion are those of the outermost value.
  fileprivate func copy(on tape: Tape?) -> Source {
    var copy = Source(seed: seed, index: index, tape: tape)
    copy.state = state
    copy.mode = mode
    copy.simplestDraws = simplestDraws
    copy.recent = recent
    copy.recentDouble = recentDouble
    copy.textState = textState
    copy.textCount = textCount
    copy.designed = designed
    copy.recursionNodes = recursionNodes
    copy.recursionDepth = recursionDepth
    copy.recursionElements = recursionElements
    return copy
  }

  /// Another value for a choice: the simplest, a neighbour, or any.
  fileprivate mutating func drawAlteration(of choice: Choice) -> UInt64 {
    let way = drawUniformly(.branch, upTo: 3)
    if choice.kind == .double {
      let (old, lower, upper) = (Double(bitPattern: choice.value), Double(bitPattern: choice.lower), Double(bitPattern: choice.upper))
      return switch way {
      case 0: choice.target
      case 1: old.nextUp.bitPattern
      case 2: (-old).bitPattern
      default: drawDouble(in: lower...max(lower, upper), target: Double(bitPattern: choice.target), specials: []).bitPattern
      }
    }
    return switch way {
    case 0 where choice.value != choice.target: choice.target
    case 0, 1: choice.value < choice.upper ? choice.value + 1 : choice.value - 1
    case 2: choice.value > choice.lower ? choice.value - 1 : choice.value + 1
    default: draw(choice.kind, in: choice.lower, choice.upper, target: choice.target)
    }
  }
}
