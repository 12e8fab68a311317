import PropertyTesting
import Testing

@Suite("Replaying a token")
struct ReplayTests {
  let runner = Runner(settings: RunSettings(cases: 500, seed: 6))

  /// Fails where the sum is 100 or more, if `fails`.
  static func property(
    _ generator: Generator<[Int]>, limit: Int = 100, draws: Bool = false
  ) -> Property<Void> {
    Requirement("R-1", "small sums").holds(forAll: generator) { list, _, trial in
      let extra = draws ? try trial.draw(.int(in: 0...9), "extra") : 0
      try expect("the sum is small", list.reduce(extra, +) < limit)
    }
  }

  static let list = Generator<[Int]>.array(of: .int(in: 0...60))

  func found(_ property: Property<Void>) async throws -> Counterexample {
    let result = await runner.run(property, on: .none)
    return try #require(result.verdict.counterexample)
  }

  @Test func givesTheSameCaseAgain() async throws {
    let first = try await found(Self.property(Self.list))
    #expect(first.value == "[40, 60]")
    let result = await runner.replay(
      try ReplayToken(first.token.description), of: Self.property(Self.list), on: .none)
    let again = try #require(result.verdict.counterexample)
    #expect(result.verdict.name == "falsified")
    #expect(again.value == first.value)
    #expect(again.message == first.message)
    #expect(again.token == first.token)
    #expect(again.origin == .replayed)
    #expect(again.shrinking.calls == 0)
    #expect(result.cases == 1)
  }

  @Test func holdsWhereTheBugIsFixed() async throws {
    let token = try await found(Self.property(Self.list)).token
    let result = await runner.replay(token, of: Self.property(Self.list, limit: 1_000), on: .none)
    #expect(result.verdict.isHeld)
  }

  @Test func isStaleWhereTheGeneratorHasChanged() async throws {
    let token = try await found(Self.property(Self.list)).token
    let changed: [(String, Generator<[Int]>)] = [
      ("a range that is too narrow", .array(of: .int(in: 0...50))),
      ("a range with another target", .array(of: .int(in: 10...60))),
      ("another map", Self.list.map { $0.map { $0 + 1 } }),
      ("fewer draws", Generator<Int>.int(in: 0...60).map { [$0, $0] }),
      (
        "more draws",
        .array(of: Generator<(Int, Int)>.zip(.int(in: 0...60), .int(in: 0...60)).map { $0 + $1 })
      ),
      ("another count", .array(of: .int(in: 0...60), count: 3...9)),
      ("another kind", .array(of: Generator<Double>.double(in: 0...60).map { Int($0) })),
    ]
    for (change, generator) in changed {
      let result = await runner.replay(token, of: Self.property(generator), on: .none)
      guard case .stale(let reason) = result.verdict else {
        Issue.record("\(change): \(result.verdict)")
        continue
      }
      #expect(reason.contains("than when the counterexample was saved"), "\(change)")
      #expect(reason.contains("; its choices now make "), "\(change)")
    }
  }

  @Test func isNotStaleWhereTheCaseStillMeansItsValue() async throws {
    let token = try await found(Self.property(Self.list)).token
    let wider = Generator<[Int]>.array(of: .int(in: 0...1_000), count: 0...500)
    let result = await runner.replay(token, of: Self.property(wider), on: .none)
    #expect(result.verdict.counterexample?.value == "[40, 60]")
  }

  @Test func isStaleWhereThePropertyDrawsOtherwise() async throws {
    let plain = try await found(Self.property(Self.list)).token
    let drawing = try await found(Self.property(Self.list, draws: true)).token
    let more = await runner.replay(plain, of: Self.property(Self.list, draws: true), on: .none)
    // It goes on past the recorded choices: the generator is the same, and so is the case.
    #expect(more.verdict.name == "falsified")
    let fewer = await runner.replay(drawing, of: Self.property(Self.list), on: .none)
    #expect(fewer.verdict.name == "stale")
  }

  @Test func isStaleWhereTheCaseIsDiscarded() async throws {
    let token = try await found(Self.property(Self.list)).token
    let property = Requirement<Void>("R-1", "small sums").holds(forAll: Self.list) { list, _ in
      try assume(list.count != 2, "not two")
    }
    let result = await runner.replay(token, of: property, on: .none)
    guard case .stale(let reason) = result.verdict else {
      Issue.record("\(result.verdict)")
      return
    }
    #expect(reason == "the case is discarded now: not two")
  }

  @Test func anotherPropertysTokenIsNotReplayed() async throws {
    let token = try await found(Self.property(Self.list)).token
    let other = Requirement<Void>("R-2", "another").holds(forAll: Self.list) { _, _ in }
    let result = await runner.replay(token, of: other, on: .none)
    #expect(!result.verdict.isHeld)
  }

  @Test func worksForAsynchronousProperties() async throws {
    let property = Requirement<Void>("R-3", "small sums").holds(forAll: Self.list) { list, _ in
      await Task.yield()
      try expect("the sum is small", list.reduce(0, +) < 100)
    }
    let first = try await found(property)
    let result = await runner.replay(first.token, of: property, on: .none)
    #expect(result.verdict.counterexample?.value == first.value)
  }

  @Test func aSystemThatCannotBeMadeIsErrored() async throws {
    let token = try await found(Self.property(Self.list)).token
    let property = Self.property(Self.list)
    let result = await runner.replay(
      token, of: property, on: Fixture<Void> { throw Surprise(code: 2) })
    guard case .errored(let reason, nil) = result.verdict else {
      Issue.record("\(result.verdict)")
      return
    }
    #expect(reason == "the system could not be made: Surprise(code: 2)")
  }
}
