import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import PropertyTesting
import Testing
import ThreadScheduling

/// What a producer is told.
private final class Ends: NIOAsyncSequenceProducerDelegate {
  let calls = Collected<String>()
  func produceMore() { calls.add("more") }
  func didTerminate() { calls.add("ended") }
}

/// swift-nio, without sockets.
@Suite(.serialized)
struct NIOTests {
  @Test func aConditionLockHandsOver() throws {
    try check("one thread after the other", forAll: .int(in: 1...3), scheduled: .threads) { count in
      let (turn, seen) = (ConditionLock(value: 0), Collected<Int>())
      @Sendable func take(_ own: Int) {
        for _ in 0..<count {
          turn.lock(whenValue: own)
          seen.add(own)
          turn.unlock(withValue: 1 - own)
        }
      }
      onThreads({ take(0) }, { take(1) })
      try expect("turns", seen.all, equals: Array(repeating: [0, 1], count: count).flatMap { $0 })
    }
  }

  @Test func noUpdateOfALockedValueIsLost() throws {
    try check("a locked value", forAll: .int(in: 1...4), scheduled: .threads) { count in
      let box = NIOLockedValueBox(0)
      @Sendable func add() { for _ in 0..<count { box.withLockedValue { $0 += 1 } } }
      onThreads(add, add)
      try expect("value", box.withLockedValue { $0 }, equals: 2 * count)
    }
  }

  @Test func eachYieldedElementArrivesOnce() throws {
    try check("a producer on a thread", forAll: .zip(.int(in: 0...4), .int(in: 1...3)), scheduled: .threads) { count, high in
      let ends = Ends()
      let received = try waitForTask {
        let made = NIOAsyncSequenceProducer.makeSequence(
          elementType: Int.self,
          backPressureStrategy: NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark(lowWatermark: 1, highWatermark: high),
          finishOnDeinit: false, delegate: ends)
        let source = made.source
        let task = Task {
          for number in 0..<count { _ = source.yield(number) }
          source.finish()
        }
        var received: [Int] = []
        for await element in made.sequence { received.append(element) }
        await task.value
        return received
      }
      try expect("received", received, equals: Array(0..<count))
      try expect("ends", ends.calls.all.filter { $0 == "ended" }.count, equals: 1)
    }
  }

  @Test func aPoolOfThreadsEndsWithEachItem() throws {
    try check("two threads hand work to a pool", forAll: .int(in: 1...2), scheduled: .threads) { count in
      let (pool, ends) = (NIOThreadPool(numberOfThreads: 2), Collected<String>())
      pool.start()
      @Sendable func submit() { for _ in 0..<count { pool.submit { ends.add("\($0)") } } }
      onThreads(submit, submit)
      try pool.syncShutdownGracefully()
      try expect("items that ran or were cancelled", ends.all.count, equals: 2 * count)
    }
  }
}
