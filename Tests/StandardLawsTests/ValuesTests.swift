import PropertyTesting
import StandardLaws
import Synchronization
import Testing

/// How the values of a law are related, and how they shrink.
@Suite struct ValuesTests {
  private struct Point: Equatable {
    var (x, y): (Int, Int)
  }

  private final class Counts: Sendable {
    let list = Mutex([0, 0, 0])
  }

  private static let points = Generator<Point> { source in Point(x: try source(.int()), y: try source(.int())) }
  private static let lists = Generator<[String]>.array(of: .text(count: 0...4), count: 0...5)

  @Test func twinsAreEqual() throws {
    let law = Laws<[String]>("Twins") {
      Law("twins are equal", from: "this test") { values in
        let (a, b) = try values.twins("a", "b")
        try expect("b", b, equals: a)
      }
    }
    try checkLaws(law, of: Self.lists, cases: 300)
    try checkLaws(law, of: Self.lists.filter { $0.count != 2 }, cases: 300)
  }

  @Test func pairsAreEqualOrDifferInAFieldOrInBoth() throws {
    let counts = Counts()
    let law = Laws<Point>("Pairs") {
      Law("a pair is drawn", from: "this test") { values in
        let (a, b) = try values.pair("a", "b")
        counts.list.withLock { $0[(a.x == b.x ? 0 : 1) + (a.y == b.y ? 0 : 1)] += 1 }
        noteClaim()
      }
    }
    try checkLaws(law, of: Self.points, cases: 400, seed: 5)
    let (equal, one, both) = counts.list.withLock { ($0[0], $0[1], $0[2]) }
    #expect(equal > 60 && one > 120 && both > 40, "\(equal), \(one), \(both)")
  }

  @Test func neighboursDifferInOneField() throws {
    let law = Laws<Point>("Neighbours") {
      Law("at most one field differs", from: "this test") { values in
        let (a, b) = try values.neighbours("a", "b")
        try expect("x or y is kept", a.x == b.x || a.y == b.y)
      }
    }
    try checkLaws(law, of: Self.points, cases: 300)
  }

  private static let alike = Laws<[String]>("Alike") {
    Law("lists of one count are equal", from: "this test") { values in
      let (a, b) = try values.pair("a", "b")
      try expect("a and b", a == b || a.count != b.count)
    }
  }

  @Test(arguments: UInt64(1)...10) func relatedValuesShrinkTogether(seed: UInt64) throws {
    let failure = try #require(throws: LawFailure.self) { try checkLaws(Self.alike, of: Self.lists, cases: 1_000, seed: seed) }
    let drawn = try #require(failure.failures.first?.result.verdict.counterexample?.drawn)
    #expect(drawn.map(\.name) == ["a", "b"])
    // Lists of one text of at most one scalar each.
    #expect(drawn.allSatisfy { $0.value.count <= 12 }, "\(drawn)")
  }

  @Test func aTokenReplaysItsLawAlone() throws {
    let failure = try #require(throws: LawFailure.self) { try checkLaws(.equatable, Self.alike, of: Self.lists, cases: 1_000, seed: 1) }
    #expect(failure.report.rows.count == 4 && failure.failures.count == 1)
    let token = try #require(failure.failures.first?.result.verdict.counterexample?.token)
    let again = try #require(throws: LawFailure.self) { try checkLaws(.equatable, Self.alike, of: Self.lists, replaying: "\(token)") }
    #expect(again.report.rows.map(\.statement) == ["lists of one count are equal"])
  }

  @Test func severalValuesHaveNumbers() throws {
    let law = Laws<Point>("Several") {
      Law("there are two to four", from: "this test") { values in
        try expect("the count", (2...4).contains(try values.several("point", count: 2...4).count))
      }
    }
    try checkLaws(law, of: Self.points)
  }
}
