import Foundation
import PropertyTesting
import StandardLaws
import Testing

/// The asynchronous sequences and the clocks of the standard library.
@Suite struct SoundAsyncTests {
  static let ints = Generator<[Int]>.fewDigits

  static func stream(_ items: [Int]) -> AsyncStream<Int> {
    AsyncStream { continuation in
      for item in items { continuation.yield(item) }
      continuation.finish()
    }
  }

  @Test func brokenOnesAreSoundWithoutAMistake() async throws {
    try await checkLaws(.asyncSequence, of: Self.ints.map { BrokenAsyncSequence($0, nil) })
    try await checkLaws(.asyncSequence, of: Self.ints.map { BrokenAsyncSequence($0 + [1], throwsAt: $0.count, nil) })
    try await checkLaws(.asyncSequence, of: Self.ints.map { BrokenAsyncSequence($0 + [1], isEndless: true, nil) })
    try await checkLaws(.systemClock, of: Generator<Int>.int(in: 0...9).map { _ in BrokenClock(nil) })
    try checkLaws(.instant, of: Generator<Int>.int(in: -200...200).map { BrokenClock.Instant(ticks: $0, mistake: nil) })
  }

  @Test func streams() async throws {
    try await checkLaws(.asyncSequence, of: Self.ints.map { Self.stream($0) })
    try await checkLaws(
      .asyncSequence,
      of: Self.ints.map { items in
        AsyncThrowingStream<Int, any Error> { continuation in
          for item in items { continuation.yield(item) }
          continuation.finish(throwing: items.count > 3 ? CancellationError() : nil)
        }
      })
  }

  @Test func streamsThatNobodyFinishes() async throws {
    try await checkLaws(
      AsyncLaws.asyncSequence.only("cancellation ends the iteration"),
      of: Self.ints.map { items in AsyncStream { continuation in for item in items + [1, 2, 3] { continuation.yield(item) } } }, cases: 20)
  }

  @Test func transformed() async throws {
    try await checkLaws(.asyncSequence, of: Self.ints.map { Self.stream($0).map { $0 + 1 } })
    try await checkLaws(.asyncSequence, of: Self.ints.map { Self.stream($0).filter { $0 % 2 == 0 } })
    try await checkLaws(.asyncSequence, of: Self.ints.map { Self.stream($0).compactMap { $0 == 1 ? nil : $0 } })
    try await checkLaws(.asyncSequence, of: Self.ints.map { Self.stream($0).prefix(3) })
    try await checkLaws(.asyncSequence, of: Self.ints.map { Self.stream($0).dropFirst(2) })
    try await checkLaws(.asyncSequence, of: Self.ints.map { Self.stream($0).prefix { $0 < 3 } })
    try await checkLaws(.asyncSequence, of: Self.ints.map { Self.stream($0).drop { $0 < 3 } })
    try await checkLaws(.asyncSequence, of: Self.ints.map { Self.stream($0).flatMap { Self.stream([$0, $0]) } })
  }

  @Test func clocks() async throws {
    try await checkLaws(.systemClock, of: .constant(ContinuousClock()))
    try await checkLaws(.systemClock, of: .constant(SuspendingClock()))
    let start = ContinuousClock.now
    try checkLaws(.instant, of: Generator<Int>.int(in: -1_000...1_000).map { start.advanced(by: .nanoseconds($0)) })
  }

  @Test func valuesInTwoTasks() async throws {
    try await checkLaws(
      .sendableValueSemantics(.init("append", .int()) { $0.append($1) }, .init("sort") { $0.sort() }, .init("reverse") { $0.reverse() }),
      of: Self.ints)
    try await checkLaws(
      .sendableValueSemantics(.init("append", .int(in: 0...255)) { $0.append(UInt8($1)) }, .init("removeAll") { $0.removeAll() }),
      of: Self.ints.map { Data($0.map { UInt8($0) }) })
  }
}
