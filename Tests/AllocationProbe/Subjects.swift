import PropertyTesting

/// Something that runs as many cases as it is told.
struct Subject: Sendable {
  let name: String
  let run: @Sendable (Int) async throws -> Void
}

/// What the cases of a run allocate is the values' own; those with a loop are arrays, which allocate one time each.
let subjects: [Subject] = [
  Subject(name: "pair") { try check("pair", forAll: pairs, settings: $0.cases, commute) },
  Subject(name: "pair in a runner") { cases in
    let property = Requirement<Void>("P-1", "pair").holds(forAll: pairs) { pair, _ in try commute(pair.0, pair.1) }
    _ = try await Runner(settings: cases.cases).run(property, on: Fixture(system: {})).requireHeld()
  },
  Subject(name: "asynchronous pair") { cases in
    try await check("pair", forAll: pairs, settings: cases.cases) { (pair: (Int, Int)) async throws in
      try commute(pair.0, pair.1)
    }
  },
  Subject(name: "labels") { cases in
    try check("labels", forAll: pairs, settings: cases.cases) { pair, trial in
      trial.label("ascending", if: pair.0 < pair.1)
      trial.label("even", if: pair.0 % 2 == 0)
      try commute(pair.0, pair.1)
    }
  },
  Subject(name: "draw and note") { cases in
    let number = Generator<Int>.int()
    try check("draw and note", forAll: number, settings: cases.cases) { first, trial in
      let second = try trial.draw(number, "second")
      trial.note("\(first) + \(second)")
      try commute(first, second)
    }
  },
  Subject(name: "filter") { cases in
    let even = Generator<Int>.int(in: 0...1_000_000).filter { $0 % 2 == 0 }
    try check("filter", forAll: even, settings: cases.cases) { try expect("even", $0 % 2 == 0) }
  },
  Subject(name: "record of a zip") { cases in
    let record = Generator<(Int, Bool, Double, Int16)>.zip(.int(), .bool, .double(), .integer())
      .map { Reading(number: $0.0, isFinal: $0.1, value: $0.2, channel: $0.3) }
    try check("record", forAll: record, settings: cases.cases, isSane)
  },
  Subject(name: "record of draws") { cases in
    let (number, isFinal, value, channel) = (
      Generator<Int>.int(), Generator<Bool>.bool, Generator<Double>.double(), Generator<Int16>.integer()
    )
    let record = Generator<Reading> { source in
      Reading(
        number: try source(number), isFinal: try source(isFinal), value: try source(value),
        channel: try source(channel))
    }
    try check("record", forAll: record, settings: cases.cases, isSane)
  },
  Subject(name: "enumeration") { cases in
    try check("enumeration", forAll: Generator<Side>.anyCase(), settings: cases.cases) {
      try expect("other side", $0.other.other == $0)
    }
  },
  Subject(name: "one of") { cases in
    let number = Generator<Int>.oneOf(.int(in: 0...9), .int(in: 100...1_000_000), .constant(-1))
    try check("one of", forAll: number.optional, settings: cases.cases) { try expect("range", ($0 ?? 0) >= -1) }
  },
  Subject(name: "array") { cases in
    try check("array", forAll: .array(of: .int(), count: 5), settings: cases.cases) { try isFive($0) }
  },
  Subject(name: "array in a loop") { cases in
    var random = SystemRandomNumberGenerator()
    for _ in 0..<cases {
      var list: [Int] = []
      list.reserveCapacity(5)
      for _ in 0..<5 { list.append(Int(truncatingIfNeeded: random.next())) }
      try isFive(list)
    }
  },
]

private let pairs = Generator<(Int, Int)>.zip(.int(), .int())

struct Reading: Sendable {
  var number: Int
  var isFinal: Bool
  var value: Double
  var channel: Int16
}

enum Side: CaseIterable, Sendable {
  case buy, sell

  var other: Side { self == .buy ? .sell : .buy }
}

extension Int {
  /// A run of that many, none of which is left out.
  fileprivate var cases: RunSettings {
    var settings = RunSettings(cases: self, seed: 1)
    settings.enumerates = false
    return settings
  }
}

// The optimiser looks into none of these, so that no value is optimised away.

@_optimize(none)
private func commute(_ a: Int, _ b: Int) throws { try expect("sum", a &+ b == b &+ a) }

@_optimize(none)
private func isSane(_ reading: Reading) throws { try expect("finite", reading.value.isFinite) }

@_optimize(none)
private func isFive(_ list: [Int]) throws { try expect("five", list.count == 5) }
