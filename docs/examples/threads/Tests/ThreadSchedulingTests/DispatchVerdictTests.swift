import Dispatch
import PropertyTesting
import Synchronization
import Testing
import ThreadScheduling

/// Verdicts about Dispatch, each of them found, and then replayed several times in one process: always the same.
@Suite(.serialized)
struct DispatchVerdictTests {
  private func findsAndReplays(
    _ name: String, seeds: ClosedRange<UInt64> = 1...2, verdict: String, _ body: @escaping @Sendable () throws -> Void
  ) throws {
    for seed in seeds {
      let found = try failure { try check(name, scheduled: .threads, cases: 2_000, seed: seed, body) }
      #expect(found.result.verdict.name == verdict, "\(found)")
      let token = try #require(found.result.verdict.counterexample?.token)
      for _ in 1...5 {
        let again = try failure { try check(name, scheduled: .threads, replaying: "\(token)", body) }
        #expect(again.result.verdict.name == verdict, "\(again)")
        #expect(again.result.verdict.counterexample?.message == found.result.verdict.counterexample?.message)
      }
    }
  }

  /// A picture from the cache is handed out on the album's own queue, whose caller waits for that queue.
  private final class Album: @unchecked Sendable {
    private let handsOutOnItsQueue: Bool
    private let queue = DispatchQueue(label: "album")
    private let network = DispatchQueue(label: "network")
    private var isCached = false
    private var shown = 0

    init(handsOutOnItsQueue: Bool) { self.handsOutOnItsQueue = handsOutOnItsQueue }

    var timesShown: Int { queue.sync { shown } }

    func picture(_ completion: @escaping @Sendable () -> Void) {
      queue.async { [self] in
        if isCached, handsOutOnItsQueue { return completion() }
        network.async { [self] in
          queue.sync { isCached = true }
          completion()
        }
      }
    }

    func show() { queue.sync { shown += 1 } }
  }

  @Sendable private static func showTwice(in album: Album) throws {
    let request: @Sendable () -> Void = {
      let done = DispatchSemaphore(value: 0)
      album.picture {
        album.show()
        done.signal()
      }
      done.wait()
    }
    joined([request, request])
    try expect("times shown", album.timesShown, equals: 2)
  }

  @Test func syncOnItself() throws {
    try findsAndReplays("a picture from the cache", verdict: "deadlocked") {
      try Self.showTwice(in: Album(handsOutOnItsQueue: true))
    }
    try check("a picture from another queue", scheduled: .threads, cases: 300) {
      try Self.showTwice(in: Album(handsOutOnItsQueue: false))
    }
  }

  @Test func targetQueue() throws {
    try findsAndReplays("the store's queue runs on that of the screen", verdict: "deadlocked") {
      let screen = DispatchQueue(label: "screen")
      let store = DispatchQueue(label: "store", target: screen)
      let done = DispatchSemaphore(value: 0)
      screen.async {
        store.sync {}
        done.signal()
      }
      done.wait()
      try expect("the screen is free", screen.sync { true })
    }
  }

  private final class Search: Sendable {
    struct State {
      var newest = 1
      var shown = 0
    }

    let state = Mutex(State())

    func show(_ number: Int, checks: Bool) {
      state.withLock { state in
        if !checks || number == state.newest { state.shown = number }
      }
    }
  }

  @Sendable private static func searchTwice(checksItsNumber: Bool) throws {
    let search = Search()
    let first = DispatchWorkItem { search.show(1, checks: checksItsNumber) }
    let done = DispatchGroup()
    DispatchQueue.global().async(group: done, execute: first)
    search.state.withLock { $0.newest = 2 }
    first.cancel()
    DispatchQueue.global().async(group: done) { search.show(2, checks: checksItsNumber) }
    done.wait()
    try expect("the result that is shown is of search", search.state.withLock { $0.shown }, equals: 2)
  }

  @Test func cancelledWorkItem() throws {
    try findsAndReplays("a search that is cancelled too late", verdict: "falsified") { try Self.searchTwice(checksItsNumber: false) }
    try check("a search that asks first", scheduled: .threads, cases: 300) { try Self.searchTwice(checksItsNumber: true) }
  }

  @Test func workItems() throws {
    try check("a work item is waited for, wherever it is performed", scheduled: .threads, cases: 200) {
      let shared = Shared()
      let items = (0..<3).map { _ in DispatchWorkItem { shared.atomic.add(1, ordering: .relaxed) } }
      items[0].notify(queue: .global()) { shared.flag.store(true, ordering: .releasing) }
      DispatchQueue(label: "one").async(execute: items[0])
      DispatchQueue.global().sync(execute: items[1])
      items[2].perform()
      for item in items { item.wait() }
      try expect("performed", shared.atomic.load(ordering: .relaxed), equals: 3)
      let cancelled = DispatchWorkItem { shared.atomic.add(1, ordering: .relaxed) }
      cancelled.cancel()
      DispatchQueue.global().async(execute: cancelled)
      cancelled.wait()
      try expect("performed", shared.atomic.load(ordering: .relaxed), equals: 3)
    }
  }

  /// What a closure held ends with the job, and may use Dispatch itself. From the second seed, memory was given again for less than could be
  /// used of it, and the rest counted as given back twice.
  @Test(arguments: [nil, 0x7e81_349b_b275_5341] as [UInt64?])
  func whatABlockHeldEndsInTheSchedule(seed: UInt64?) throws {
    final class Leaves: Sendable {
      let group: DispatchGroup
      init(_ group: DispatchGroup) {
        self.group = group
        group.enter()
      }
      func use() {}
      deinit {
        let group = group
        DispatchQueue.global().async { group.leave() }
      }
    }
    try check("a group that is left by what a block held", scheduled: .threads, cases: 200, seed: seed) {
      let group = DispatchGroup()
      for queue in [DispatchQueue(label: "one"), .global()] {
        let leaves = Leaves(group)
        queue.async { leaves.use() }
      }
      try expect("left in time", group.wait(timeout: .now() + 1) == .success)
    }
  }
}
