import AsyncAlgorithms
import PropertyTesting
import Testing
import ThreadScheduling

/// swift-async-algorithms.
@Suite(.serialized)
struct AsyncAlgorithmsTests {
  @Test func aChannelLosesNothing() throws {
    try check("two senders", forAll: .int(in: 1...3), scheduled: .threads) { count in
      let received = try waitForTask {
        let channel = AsyncChannel<Int>()
        let senders = [0, 10].map { first in Task { for number in 0..<count { await channel.send(first + number) } } }
        let closing = Task {
          for sender in senders { await sender.value }
          channel.finish()
        }
        var received: [Int] = []
        for await element in channel { received.append(element) }
        await closing.value
        return received
      }
      try expect("of the first", received.filter { $0 < 10 }, equals: Array(0..<count))
      try expect("of the second", received.filter { $0 >= 10 }, equals: (0..<count).map { 10 + $0 })
    }
  }

  @Test func mergedSequencesKeepTheirOrder() throws {
    try check("merge", forAll: .zip(.int(in: 0...3), .int(in: 0...3)), scheduled: .threads) { first, second in
      let received = try waitForTask {
        var received: [Int] = []
        for await element in merge((0..<first).async, (10..<10 + second).async) { received.append(element) }
        return received
      }
      try expect("of the first", received.filter { $0 < 10 }, equals: Array(0..<first))
      try expect("of the second", received.filter { $0 >= 10 }, equals: Array(10..<10 + second))
    }
  }

  @Test func aMergedSequenceEndsWhenItIsCancelled() throws {
    try check("merge, cancelled", scheduled: .threads, claims: .completion) {
      try waitForTask {
        let channel = AsyncChannel<Int>()
        let reader = Task { for await _ in merge(channel, (0..<1).async) {} }
        reader.cancel()
        await reader.value
      }
    }
  }

  @Test func theLastElementIsNotDebounced() throws {
    try check("debounce", forAll: .int(in: 1...3), scheduled: .threads) { count in
      let received = try waitForTask {
        let channel = AsyncChannel<Int>()
        async let sent: Void = {
          for number in 0..<count { await channel.send(number) }
          channel.finish()
        }()
        var received: [Int] = []
        for await element in channel.debounce(for: .seconds(1)) { received.append(element) }
        await sent
        return received
      }
      try expect("last", received.last, equals: count - 1)
    }
  }

  @Test func aBufferKeepsTheOrder() throws {
    try check("buffer", forAll: .zip(.int(in: 0...4), .int(in: 1...2)), scheduled: .threads) { count, limit in
      let received = try waitForTask {
        var received: [Int] = []
        for await element in (0..<count).async.buffer(policy: .bounded(limit)) { received.append(element) }
        return received
      }
      try expect("received", received, equals: Array(0..<count))
    }
  }

  @Test func eachSideOfASharedSequenceHasAll() throws {
    try check("share", forAll: .int(in: 0...3), scheduled: .threads) { count in
      let received = try waitForTask {
        let channel = AsyncChannel<Int>()
        let shared = channel.share(bufferingPolicy: .unbounded)
        let sides = (0..<2).map { _ in
          // Made here, so that both are there before the first element; each is then used by one task alone.
          nonisolated(unsafe) var iterator = shared.makeAsyncIterator()
          return Task {
            var received: [Int] = []
            while let element = await iterator.next(isolation: nil) { received.append(element) }
            return received
          }
        }
        for number in 0..<count { await channel.send(number) }
        channel.finish()
        return [await sides[0].value, await sides[1].value]
      }
      try expect("received", received, equals: Array(repeating: Array(0..<count), count: 2))
    }
  }

  /// https://github.com/apple/swift-async-algorithms/issues/437: a state is changed without its lock.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func theLatestIsMapped(seed: UInt64) throws {
    let failure = #expect(throws: PropertyFailure.self) {
      try check("flatMapLatest", forAll: .int(in: 1...2), scheduled: .threads, seed: seed) { count in
        let received = try waitForTask {
          var received: [Int] = []
          for try await element in (1...count).async.flatMapLatest({ [$0].async }) { received.append(element) }
          return received
        }
        try expect("last", received.last, equals: count)
      }
    }
    #expect("\(failure as Any)".contains("no data race"))
    #expect("\(failure as Any)".contains("FlatMapLatestStorage.startInnerTask"))
  }
}
