import Foundation
import PropertyTesting

/// A property that must fail: how soon is what is measured.
struct DiscoveryRow: Sendable {
  let name: String
  private let property: Property<Void>

  init<Value>(
    _ name: String, _ generator: Generator<Value>,
    holds: @escaping @Sendable (Value) throws -> Bool
  ) {
    self.name = name
    property = Requirement<Void>(name, "discovery").holds(forAll: generator) { value, _ in
      try expect("the claim", try holds(value))
    }
  }

  /// Which case fails first, counted from 1; nil where none of the first `cases` does.
  func firstFailure(seed: UInt64, cases: Int) async -> Int? {
    var settings = RunSettings(cases: cases, seed: seed, shrinks: false)
    // What is measured is sampling.
    settings.enumerates = false
    let result = await Runner(settings: settings).run(property, on: Fixture(system: {}))
    guard case .found(let index)? = result.verdict.counterexample?.origin else { return nil }
    return index + 1
  }
}

/// The rows of the public shrinking challenge (jlink/shrinking-challenge), and the other two of its differences, which
/// uniform numbers never come to.
extension DiscoveryRow {
  static let challenge = ShrinkingChallenge.all.map(DiscoveryRow.init) + [differenceSmall, differenceOne]

  private init(_ row: ChallengeRow) {
    name = row.name
    property = row.property
  }

  private static let wide = Generator<Int>.int(in: 1...2_147_483_647)
  private static let pair = Generator<(Int, Int)>.zip(wide, wide)

  static let differenceSmall = DiscoveryRow("difference_must_not_be_small", pair) { a, b in
    a < 10 || a == b || (a - b).magnitude > 4
  }

  static let differenceOne = DiscoveryRow("difference_must_not_be_one", pair) { a, b in
    a < 10 || (a - b).magnitude != 1
  }
}

/// What goes wrong with equal or nearly equal values that have no reason to be equal.
extension DiscoveryRow {
  static let repeats = [equalTexts, prefixes, equalDoubles, neighbouringDoubles, equalDates, equalIdentifiers]

  private static let texts = Generator<(String, String)>.zip(.text(), .text())
  private static let doubles = Generator<(Double, Double)>.zip(.double(in: 0...1e9), .double(in: 0...1e9))

  static let equalTexts = DiscoveryRow("equal texts of 3 or more", texts) { a, b in a.count < 3 || a != b }

  static let prefixes = DiscoveryRow("one text begins with another", texts) { a, b in
    a.count < 3 || a == b || !b.hasPrefix(a)
  }

  static let equalDoubles = DiscoveryRow("equal fractions", doubles) { a, b in
    a != b || a == a.rounded() || a < 1e-300 || a > 999_999_999
  }

  static let neighbouringDoubles = DiscoveryRow("fractions within 1", doubles) { a, b in
    a == b || (a - b).magnitude > 1 || a < 1_000 || a > 999_999_998
  }

  static let equalDates = DiscoveryRow("equal instants", Generator<(Date, Date)>.zip(.date(), .date())) { a, b in
    a != b || a.timeIntervalSinceReferenceDate.magnitude < 1 || a.timeIntervalSinceReferenceDate.magnitude > 6.3e10
  }

  static let equalIdentifiers = DiscoveryRow("equal identifiers", Generator<(UUID, UUID)>.zip(.uuid, .uuid)) { a, b in
    a != b || a.uuid.0 == 0 || a.uuid.0 == 255
  }
}
