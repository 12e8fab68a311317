import Foundation

extension RaceProgram {
  static let common: [RaceProgram] = [
    RaceProgram(
      "a counter without a lock",
      racy: { inTwoThreads({ $0.value += 1 }, { $0.value += 1 }) },
      ordered: { inTwoThreads({ box in box.lock.withLock { box.value += 1 } }, { box in box.lock.withLock { box.value += 1 } }) }),
    RaceProgram(
      "a list that both append to",
      racy: { inTwoThreads({ $0.list.append(1) }, { $0.list.append(2) }) },
      ordered: {
        inTwoThreads({ box in box.lock.withLock { box.list.append(1) } }, { box in box.lock.withLock { box.list.append(2) } })
      }),
    RaceProgram(
      "published by a plain flag",
      racy: {
        inTwoThreads(
          { box in
            box.value = 1
            box.isReady = true
          }, { box in if box.isReady { _ = box.value } })
      },
      ordered: { publish(by: .releasing, .acquiring) }),
    RaceProgram(
      "published by a relaxed flag", racy: { publish(by: .relaxed, .relaxed) }, ordered: { publish(by: .releasing, .acquiring) }),
    RaceProgram(
      "a lock each",
      racy: { inTwoThreads({ box in box.lock.withLock { box.value += 1 } }, { box in box.other.withLock { box.value += 1 } }) },
      ordered: { inTwoThreads({ box in box.lock.withLock { box.value += 1 } }, { box in box.lock.withLock { box.value += 1 } }) }),
    RaceProgram(
      "written under a reader's lock",
      racy: { underReadersWriterLock(pthread_rwlock_rdlock) }, ordered: { underReadersWriterLock(pthread_rwlock_wrlock) }),
    RaceProgram(
      "a concurrent queue", racy: { onConcurrentQueue([]) }, ordered: { onConcurrentQueue(.barrier) }),
    RaceProgram(
      "a group that is left early",
      racy: {
        leaveGroup {
          $1.leave()
          $0.value = 1
        }
      },
      ordered: {
        leaveGroup {
          $0.value = 1
          $1.leave()
        }
      }),
    RaceProgram(
      "looked at before the lock", racy: { inTwoThreads(makeLate, makeLate) }, ordered: { inTwoThreads(makeInLock, makeInLock) }),
    RaceProgram(
      "signalled before it is written",
      racy: {
        handOver {
          $1.signal()
          $0.value = 1
        }
      },
      ordered: {
        handOver {
          $0.value = 1
          $1.signal()
        }
      }),
  ]

  private enum Order { case relaxed, releasing, acquiring }

  private static func publish(by write: Order, _ read: Order) {
    inTwoThreads(
      { box in
        box.value = 1
        if write == .relaxed { box.flag.store(true, ordering: .relaxed) } else { box.flag.store(true, ordering: .releasing) }
      },
      { box in
        let isReady = read == .relaxed ? box.flag.load(ordering: .relaxed) : box.flag.load(ordering: .acquiring)
        if isReady { box.value += 1 }
      })
  }

  private static func underReadersWriterLock(_ take: @escaping @Sendable (UnsafeMutablePointer<pthread_rwlock_t>) -> Int32) {
    nonisolated(unsafe) let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
    pthread_rwlock_init(lock, nil)
    let add: @Sendable (Box) -> Void = { box in
      _ = take(lock)
      box.value += 1
      pthread_rwlock_unlock(lock)
    }
    inTwoThreads(add, add)
    pthread_rwlock_destroy(lock)
    lock.deallocate()
  }

  private static func onConcurrentQueue(_ flags: DispatchWorkItemFlags) {
    let (box, group, queue) = (Box(), DispatchGroup(), DispatchQueue(label: "both", attributes: .concurrent))
    for _ in 0..<2 { queue.async(group: group, flags: flags) { box.value += 1 } }
    group.wait()
  }

  private static func leaveGroup(_ work: @escaping @Sendable (Box, DispatchGroup) -> Void) {
    let (box, group) = (Box(), DispatchGroup())
    group.enter()
    Thread.detachNewThread { work(box, group) }
    group.wait()
    box.value += 1
  }

  private static func handOver(_ work: @escaping @Sendable (Box, DispatchSemaphore) -> Void) {
    let (box, given) = (Box(), DispatchSemaphore(value: 0))
    Thread.detachNewThread { work(box, given) }
    given.wait()
    box.value += 1
  }

  @Sendable private static func makeLate(_ box: Box) {
    if box.made == nil { makeInLock(box) }
  }

  @Sendable private static func makeInLock(_ box: Box) {
    box.lock.withLock { if box.made == nil { box.made = NSObject() } }
  }
}
