import PropertyTesting

/// What a view reads of a model with numbers in it, and how these change from tick to tick.
public struct UpdateScript: Sendable {
  /// What a body reads, in order.
  public indirect enum Reading: Sendable {
    case number(Int)
    /// Reads the number, and by its being even or odd one of the others.
    case choice(Int, even: [Reading], odd: [Reading])

    /// What is read first.
    var number: Int {
      switch self {
      case .number(let number), .choice(let number, _, _): number
      }
    }
  }

  public static let numberCount = 5

  /// A number that the view itself counts up.
  public struct Counting: Sendable {
    public enum Place: Sendable, CaseIterable {
      /// After each evaluation, where a view may write.
      case afterwards
      /// In the evaluation, before it reads or after: where no view should.
      case beforeReading, afterReading
    }

    public let place: Place
    public let number: Int
    /// The value at which it stops.
    public let until: Int
  }

  public struct Tick: Sendable {
    /// The changes before it, in order.
    public let changes: [(number: Int, value: Int)]
    /// Before them the parent describes the view anew: by the other of the two lists of readings.
    public let isDescribedAnew: Bool
  }

  public let readings: [Reading]
  public let otherReadings: [Reading]
  public let ticks: [Tick]
  /// Nil: the view changes nothing.
  public let counting: Counting?
}

extension Generator where Value == UpdateScript {
  public static var updateScript: Generator {
    let index = Generator<Int>.int(in: 0...(UpdateScript.numberCount - 1))
    // Few values, so that equal assignments and returns to the old value come up.
    let change = Generator<(number: Int, value: Int)> { source in
      (try source(index), try source(.int(in: 0...3)))
    }
    let counting = Generator<(number: Int, until: Int)> { source in
      (try source(index), try source(.oneOf(.int(in: 1...8), .int(in: 7...12), .constant(1_000))))
    }
    let readings = Generator<[UpdateScript.Reading]>.oneOf(
      .array(of: .reading, count: 0...1), .array(of: .reading, count: 1...4))
    let changes = Generator<[(number: Int, value: Int)]>.oneOf(
      .array(of: change, count: 0...1), .array(of: change, count: 1...4))
    let tick = Generator<UpdateScript.Tick> { source in
      UpdateScript.Tick(changes: try source(changes), isDescribedAnew: try source(.int(in: 0...4)) == 4)
    }
    return Generator { source in
      let drawn = try source(readings)
      var counted: UpdateScript.Counting?
      if try source(.bool) {
        let (number, until) = try source(counting)
        // Mostly one that is read.
        counted = UpdateScript.Counting(
          place: try source(.anyCase()),
          number: try source(.element(of: [drawn.first?.number ?? number, number])), until: until)
      }
      return UpdateScript(
        readings: drawn, otherReadings: try source(readings),
        ticks: try source(.oneOf(.array(of: tick, count: 1...3), .array(of: tick, count: 3...8))),
        counting: counted)
    }
  }
}

extension Generator where Value == UpdateScript.Reading {
  fileprivate static var reading: Generator {
    let index = Generator<Int>.int(in: 0...(UpdateScript.numberCount - 1))
    return .recursive(depth: 3, leaf: index.map { .number($0) }) { below in
      Generator { source in
        .choice(
          try source(index), even: try source(.array(of: below, count: 0...2)),
          odd: try source(.array(of: below, count: 1...2)))
      }
    }
  }
}
