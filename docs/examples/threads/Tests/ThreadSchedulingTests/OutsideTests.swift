import Foundation
import PropertyTesting
import Synchronization
import Testing
import ThreadScheduling

/// Threads of a run beside what no schedule controls.
@Suite(.serialized)
struct OutsideTests {
  private final class WriterLock: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)

    init() { pthread_rwlock_init(lock, nil) }

    deinit {
      pthread_rwlock_destroy(lock)
      lock.deallocate()
    }

    func withLock(_ body: () -> Void) {
      pthread_rwlock_wrlock(lock)
      body()
      pthread_rwlock_unlock(lock)
    }
  }

  /// What a thread of no run holds, a thread of a run waits for, and the other way round.
  @Test(arguments: ["Mutex", "NSLock", "NSRecursiveLock", "pthread_rwlock", "NSCondition"])
  func aLockThatIsTakenOutsideToo(lock: String) throws {
    let (shared, ended) = (Shared(), DispatchSemaphore(value: 0))
    let (plain, recursive, both, condition) = (NSLock(), NSRecursiveLock(), WriterLock(), NSCondition())
    @Sendable func add(_ count: Int) {
      func change() { for _ in 0..<count { shared.plain += 1 } }
      switch lock {
      case "Mutex": shared.locked.withLock { _ in change() }
      case "NSLock": plain.withLock(change)
      case "NSRecursiveLock": recursive.withLock(change)
      case "NSCondition":
        condition.withLock {
          _ = condition.wait(until: Date(timeIntervalSinceNow: 0.0001))
          change()
        }
      default: both.withLock(change)
      }
    }
    let isOver = Atomic(false)
    let outside = Atomic(0)
    let inside = Atomic(0)
    Thread.detachNewThread {
      while !isOver.load(ordering: .relaxed) {
        add(100)
        outside.add(100, ordering: .relaxed)
      }
      ended.signal()
    }
    try check("a lock that is taken outside too", scheduled: .threads, cases: 100, claims: .completion) {
      onThreads(2) { _ in add(1) }
      inside.add(2, ordering: .relaxed)
    }
    isOver.store(true, ordering: .relaxed)
    ended.wait()
    #expect(shared.plain == inside.load(ordering: .relaxed) + outside.load(ordering: .relaxed))
  }

  @Test func aThreadThatBlocksOutsideIsNamed() throws {
    var schedules = ThreadSchedules.threads
    schedules.stepTimeLimit = .seconds(1)
    let found = try failure {
      try check("a pipe that nobody writes to", scheduled: schedules, cases: 1) {
        onThreads(1) { _ in
          var (ends, byte): ([Int32], UInt8) = ([0, 0], 0)
          pipe(&ends)
          read(ends[0], &byte, 1)
        }
      }
    }
    guard case .uncontrolled = found.result.verdict else { throw Unexpected(text: "\(found)") }
    #expect("\(found)".contains("waits in the kernel"))
  }
}
