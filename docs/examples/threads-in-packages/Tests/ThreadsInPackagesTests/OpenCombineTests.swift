import OpenCombine
import PropertyTesting
import Testing
import ThreadScheduling

/// OpenCombine, whose locks are C++'s and not instrumented: what they call of the C library is a step.
@Suite(.serialized)
struct OpenCombineTests {
  @Test func aSubjectSendsToEachSubscriber() throws {
    try check("a subject and two threads", forAll: .int(in: 1...2), scheduled: .threads) { count in
      nonisolated(unsafe) let subject = PassthroughSubject<Int, Never>()
      let seen = Collected<Int>()
      let subscription = subject.sink { seen.add($0) }
      onThreads({ for number in 0..<count { subject.send(number) } }, { for number in 0..<count { subject.send(10 + number) } })
      subscription.cancel()
      try expect("of the first", seen.all.filter { $0 < 10 }, equals: Array(0..<count))
      try expect("of the second", seen.all.filter { $0 >= 10 }, equals: (0..<count).map { 10 + $0 })
    }
  }

  @Test func aSubscriptionIsCancelledWhileValuesCome() throws {
    try check("cancel beside send", scheduled: .threads) {
      nonisolated(unsafe) let subject = CurrentValueSubject<Int, Never>(0)
      let seen = Collected<Int>()
      nonisolated(unsafe) let subscription = subject.sink { seen.add($0) }
      onThreads({ subject.send(1) }, { subscription.cancel() })
      try expect("first", seen.all.first, equals: 0)
      try expect("value", subject.value, equals: 1)
      subject.send(2)
      try expect("after it was cancelled", seen.all.contains(2), equals: false)
    }
  }

  @Test func aSharedPublisherSendsToWhoCameBefore() throws {
    try check("share, and a second subscriber", scheduled: .threads) {
      nonisolated(unsafe) let subject = PassthroughSubject<Int, Never>()
      nonisolated(unsafe) let shared = subject.share()
      let seen = Collected<Int>()
      let first = shared.sink { seen.add($0) }
      nonisolated(unsafe) var second: AnyCancellable?
      onThreads({ subject.send(1) }, { second = shared.sink { seen.add(10 + $0) } })
      subject.send(2)
      first.cancel()
      second?.cancel()
      try expect("of the first", seen.all.filter { $0 < 10 }, equals: [1, 2])
      try expect("of the second", seen.all.filter { $0 >= 10 }.last, equals: 12)
    }
  }

  @Test func aFutureReachesWhoComesMeanwhile() throws {
    try check("a future", scheduled: .threads) {
      nonisolated(unsafe) var promise: Future<Int, Never>.Promise?
      nonisolated(unsafe) let future = Future<Int, Never> { promise = $0 }
      let seen = Collected<Int>()
      nonisolated(unsafe) var subscription: AnyCancellable?
      onThreads({ promise?(.success(1)) }, { subscription = future.sink { seen.add($0) } })
      subscription?.cancel()
      try expect("seen", seen.all, equals: [1])
    }
  }
}
