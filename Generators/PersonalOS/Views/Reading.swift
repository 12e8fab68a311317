import PropertyTesting

/// What a view reads of a model with numbers in it.
public indirect enum Reading: Sendable, Equatable {
  case number(Int)
  /// Reads the number, and by its being even or odd others.
  case choice(Int, even: [Reading], odd: [Reading])

  /// How many numbers the model has.
  public static let numberCount = 5

  /// What is read first.
  public var first: Int {
    switch self {
    case .number(let number), .choice(let number, _, _): number
    }
  }

  /// Reads from `number`, and says what was read.
  public func text(_ number: (Int) -> Int) -> String {
    switch self {
    case .number(let index):
      return "\(index)=\(number(index))"
    case .choice(let index, let even, let odd):
      let chosen = number(index).isMultiple(of: 2) ? even : odd
      return "\(index)?(" + chosen.map { $0.text(number) }.joined(separator: " ") + ")"
    }
  }
}

extension Reading: CounterexampleDescribable {
  /// "0", or "0 ? [1] : [2]"
  public var counterexampleDescription: String {
    switch self {
    case .number(let number): "\(number)"
    case .choice(let number, let even, let odd): "\(number) ? \(describe(even)) : \(describe(odd))"
    }
  }
}

extension Generator where Value == [Reading] {
  /// What a view reads, in order.
  public static var readings: Generator {
    .oneOf(.array(of: .reading, count: 0...1), .array(of: .reading, count: 1...4))
  }
}

extension Generator where Value == Reading {
  fileprivate static var reading: Generator {
    let index = Generator<Int>.int(in: 0...(Reading.numberCount - 1))
    return .recursive(depth: 3, leaf: index.map { .number($0) }) { below in
      Generator { source in
        .choice(
          try source(index), even: try source(.array(of: below, count: 0...2)),
          odd: try source(.array(of: below, count: 1...2)))
      }
    }
  }
}
