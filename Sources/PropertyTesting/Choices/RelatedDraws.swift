/// A value and the choices that made it, so that others can be made from them: the same value once more, or one that differs in a single
/// choice or in case alone. Uniform values are hardly ever equal, and laws about equal values, about ties and about one differing field
/// need such pairs.
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

  /// In a quarter of the cases the value made once more, in a half an altered one, and otherwise an independent one.
  package var related: Generator<DrawnValue> {
    Generator<DrawnValue> { source in
      switch source.drawUniformly(.branch, upTo: 3) {
      case 0: try self.made(from: recipe, source)
      case 1, 2: try self.altered(&source)
      default: try source.draw(generator.recorded)
      }
    }
  }

  /// A value that differs in one choice or in the case of its letters, if there is a choice to alter and the generator accepts the altered
  /// ones.
  package var altered: Generator<DrawnValue> { Generator<DrawnValue> { source in try self.altered(&source) } }

  private func made(from recipe: [Token], _ source: Source) throws -> DrawnValue {
    let tape = Tape(replaying: .tokens(recipe))
    var replaying = source.copy(on: tape)
    return DrawnValue(try replaying.draw(generator), of: generator, tape.tokens)
  }

  private func altered(_ source: inout Source) throws -> DrawnValue {
    let choices = recipe.indices.compactMap { place in recipe[place].alterable.map { (place: place, choice: $0) } }
    guard !choices.isEmpty else { return try made(from: recipe, source) }
    var altered = recipe
    let letters = choices.filter { $0.choice.inOtherCase != nil }
    // Texts that differ in case alone are hardly ever drawn apart, and a comparison, a hash or a key that ignores case on one side errs for
    // those alone. And of a record with a text, the text has nearly all choices.
    switch letters.isEmpty ? 0 : source.drawUniformly(.branch, upTo: 3) {
    case 2: alterCase(of: [pick(letters, &source)], to: nil, in: &altered)
    case 3: alterCase(of: letters, to: source.drawUniformly(.boolean, upTo: 1) == 1, in: &altered)
    case let way:
      let others = way == 1 ? choices.filter { $0.choice.kind != .character } : []
      let (place, choice) = pick(others.isEmpty ? choices : others, &source)
      altered[place] = .choice(choice.with(value: source.drawAlteration(of: choice)))
    }
    do {
      return try made(from: altered, source)
    } catch is Discard {
      return try made(from: recipe, source)
    }
  }

  private typealias Placed = (place: Int, choice: Choice)

  private func pick(_ choices: [Placed], _ source: inout Source) -> Placed {
    choices[Int(source.draw(.integer, in: 0, UInt64(choices.count - 1), target: 0))]
  }

  /// Puts letters into upper or lower case; nil: each into its other case.
  private func alterCase(of letters: [Placed], to isUpper: Bool?, in altered: inout [Token]) {
    for (place, choice) in letters where isUpper != choice.isUppercase {
      altered[place] = choice.inOtherCase.map(Token.choice) ?? altered[place]
    }
  }
}

extension Choice {
  /// A letter in its other case; nil for what has none. In a class of a pattern without all letters it may be any other character.
  fileprivate var inOtherCase: Choice? {
    guard kind == .character, lower == 0 else { return nil }
    let other = UInt64(ScalarOrder.changed(UInt32(truncatingIfNeeded: value), .case, last: UInt32(truncatingIfNeeded: upper)))
    return other == value ? nil : with(value: other)
  }

  fileprivate var isUppercase: Bool { ScalarOrder.scalar(at: UInt32(truncatingIfNeeded: value)).properties.isUppercase }
}

extension Token {
  /// A choice that can have another value.
  fileprivate var alterable: Choice? {
    if case .choice(let choice) = self, choice.kind != .schedule, choice.lower != choice.upper { choice } else { nil }
  }
}

extension Source {
  /// The same source, whose draws another tape records or replays. The limits of recursion are those of the outermost value.
  func copy(on tape: Tape?) -> Source {
    var copy = Source(seed: seed, index: index, tape: tape)
    copy.state = state
    copy.mode = mode
    copy.simplestDraws = simplestDraws
    copy.recent = recent
    copy.recentDouble = recentDouble
    copy.textState = textState
    copy.textCount = textCount
    copy.designed = designed
    copy.earlier = earlier
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
