import PropertyTesting

/// What a view reads from a model with numbers: one number, and then others for an even or an odd one.
struct Reading: Sendable {
  static let numberCount = 5

  let number: Int
  var even: [Reading] = []
  var odd: [Reading] = []
}

extension [Reading] {
  /// Reads through `value`, and returns a text of everything that was read.
  func text(_ value: (Int) -> Int) -> String {
    map { reading in
      let number = value(reading.number)
      let then = (number.isMultiple(of: 2) ? reading.even : reading.odd).text(value)
      return "\(reading.number)=\(number)(\(then))"
    }.joined(separator: " ")
  }
}

extension Reading: CounterexampleDescribable {
  /// "0", or "0 ? [1] : [2]".
  var counterexampleDescription: String { "\(number)\(odd.isEmpty ? "" : " ? \(describe(even)) : \(describe(odd))")" }
}

extension Generator where Value == [Reading] {
  /// The readings of a view, in order.
  static var readings: Generator {
    let number = Generator<Int>.int(in: 0..<Reading.numberCount)
    let reading = Generator<Reading>.recursive(depth: 3, leaf: number.map { Reading(number: $0) }) { below in
      .build(Reading.init, from: number, .array(of: below, count: 0...2), .array(of: below, count: 1...2))
    }
    return .oneOf(.array(of: reading, count: 0...1), .array(of: reading, count: 1...4))
  }
}
