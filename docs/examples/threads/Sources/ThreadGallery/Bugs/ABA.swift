import PropertyTesting
import Synchronization

extension ThreadBug {
  static let aba = ThreadBug(
    "ABA", "A compare-and-exchange sees the expected buffer on top, although that buffer was taken and put back.",
    buggy: { try useBuffers(of: FreeList(stampsItsTop: false)) },
    fixed: { try useBuffers(of: FreeList(stampsItsTop: true)) })
}

private func useBuffers(of list: FreeList) throws {
  let held = inThreads(
    { [list.pop(), list.pop()] },
    {
      let borrowed = list.pop()
      let kept = list.pop()
      list.push(borrowed)
      return [kept]
    })
  let kept = held.joined().filter { $0 != 0 }
  try expect("no buffer is held twice, of \(kept)", Set(kept).count == kept.count)
}

/// Free buffers as a linked stack without a lock; number 0 is none.
private final class FreeList: Sendable {
  private final class Link: Sendable {
    let below: Atomic<Int>
    init(_ below: Int) { self.below = Atomic(below) }
  }

  private let links = [Link(0), Link(2), Link(3), Link(0)]
  /// The number of the buffer on top, and 8 times the stamp.
  private let top = Atomic(1)
  private let step: Int

  init(stampsItsTop: Bool) { step = stampsItsTop ? 8 : 0 }

  func pop() -> Int {
    while true {
      let seen = top.load(ordering: .acquiring)
      let buffer = seen % 8
      if buffer == 0 { return 0 }
      let below = links[buffer].below.load(ordering: .acquiring)
      if top.compareExchange(expected: seen, desired: seen - buffer + below + step, ordering: .acquiringAndReleasing).exchanged {
        return buffer
      }
    }
  }

  func push(_ buffer: Int) {
    while buffer != 0 {
      let seen = top.load(ordering: .acquiring)
      links[buffer].below.store(seen % 8, ordering: .releasing)
      let new = seen - seen % 8 + buffer + step
      if top.compareExchange(expected: seen, desired: new, ordering: .acquiringAndReleasing).exchanged { return }
    }
  }
}
