import Testing

@testable import PropertyTesting

@Suite("The order of simplicity")
struct ChoiceTests {
  static func integer(_ value: Int, in range: ClosedRange<Int> = .min ... .max, target: Int = 0) -> Choice {
    Choice(
      kind: .integer, value: value.ordered, lower: range.lowerBound.ordered,
      upper: range.upperBound.ordered, target: target.ordered)
  }

  static func double(_ value: Double) -> Choice {
    Choice(
      kind: .double, value: value.bitPattern, lower: (-Double.infinity).bitPattern,
      upper: Double.infinity.bitPattern, target: 0)
  }

  /// Each simpler than every later one.
  static let doubles: [Double] = [
    0, -0.0, 1, -1, 2, -2, 3, 1_000, 1_000_000, 0x1p53 - 1,
    0.5, -0.5, 0x1p-2, 0x1p-3, 0x1p53, 0x1p54, 0x1p60, -0x1p60, .leastNormalMagnitude, 1.5, -1.5, 0.75,
    1.25, 1.75, 2.5, 0.1, 1.0 / 3, .greatestFiniteMagnitude,
    .infinity, -.infinity, .nan, -.nan,
  ]

  @Test func integersGoOutFromTheTarget() {
    let order = [0, 1, -1, 2, -2, 3, -3, 100, -100, .max, .min].map { Self.integer($0).complexity }
    #expect(order == order.sorted())
    #expect(Set(order).count == order.count)
    let aroundTen = [10, 11, 9, 12, 8, 20, 0].map { Self.integer($0, in: 0...20, target: 10).complexity }
    #expect(aroundTen == aroundTen.sorted())
    #expect(Set(aroundTen).count == aroundTen.count)
  }

  @Test func doublesGoFromWholeToFractionsToSpecials() {
    for (index, left) in Self.doubles.enumerated() {
      for (other, right) in Self.doubles.enumerated() where index != other {
        let (a, b) = (Self.double(left).complexity, Self.double(right).complexity)
        if index < other { #expect(!(b < a), "\(left) before \(right)") }
        #expect(a != b, "\(left) and \(right)")
      }
    }
  }

  @Test func theOrderIsTotal() throws {
    try check(
      "total order of doubles",
      forAll: Generator<(Double, Double, Double)>.zip(.anyDouble, .anyDouble, .anyDouble),
      settings: RunSettings(cases: 5_000, seed: 1)
    ) { a, b, c in
      let (x, y, z) = (
        Complexity(of: a), Complexity(of: b), Complexity(of: c)
      )
      try expect("irreflexive", !(x < x))
      try expect("exactly one", [x < y, x == y, y < x].count { $0 } == 1)
      try expect("transitive", !(x < y && y < z) || x < z)
      try expect("equal only where alike", x != y || a.bitPattern == b.bitPattern || a.isNaN)
    }
    try check(
      "total order of integers",
      forAll: Generator<(Int, Int)>.zip(.int(), .int()), settings: RunSettings(cases: 2_000, seed: 1)
    ) { a, b in
      let (x, y) = (Self.integer(a).complexity, Self.integer(b).complexity)
      try expect("exactly one", [x < y, x == y, y < x].count { $0 } == 1)
      try expect("equal where alike", (x == y) == (a == b))
      try expect("smaller magnitudes first", a.magnitude >= b.magnitude || x < y)
    }
  }

  @Test func shortlexCountsChoicesFirst() {
    func tokens(_ values: Int...) -> [Token] { values.map { .choice(Self.integer($0)) } }
    #expect(isSimpler(tokens(900), than: tokens(0, 0)))
    #expect(!isSimpler(tokens(0, 0), than: tokens(900)))
    #expect(isSimpler(tokens(0, 9), than: tokens(1, 0)))
    #expect(isSimpler(tokens(1, 5), than: tokens(-1, 0)))
    #expect(!isSimpler(tokens(1, 5), than: tokens(1, 5)))
    #expect(isSimpler([], than: tokens(0)))
    // Spans do not count.
    #expect(!isSimpler([.open(.draw)] + tokens(1) + [.close], than: tokens(1)))
    #expect(isSimpler([.open(.draw)] + tokens(0) + [.close], than: tokens(1)))
  }

  @Test func scriptedChoicesKeepTheirDistance() throws {
    let choice = Self.integer(-7)
    let scripted = ScriptedChoice(choice)
    #expect(scripted == ScriptedChoice(kind: .integer, magnitude: 7, isBelow: true))
    #expect(scripted.value(in: Self.integer(0)) == (-7).ordered)
    #expect(scripted.value(in: Self.integer(20, in: 0...50, target: 20)) == 13.ordered)
    #expect(scripted.value(in: Self.integer(0, in: -6...50)) == nil)
    #expect(scripted.value(in: Self.double(1)) == nil)
    try check(
      "round trip", forAll: Generator<(Int, Int)>.zip(.int(), .int()),
      settings: RunSettings(cases: 1_000, seed: 1)
    ) { value, target in
      let choice = Self.integer(value, target: target)
      try expect("value", ScriptedChoice(choice).value(in: choice), equals: choice.value)
    }
  }
}
