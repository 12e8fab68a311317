import PropertyTesting

extension GalleryBug {
  static let aba = GalleryBug(
    "ABA",
    "A compare-and-set sees the expected buffer on top, although that buffer was taken and put back.",
    buggy: { try await useBuffers(of: FreeList(stampsItsHead: false)) },
    fixed: { try await useBuffers(of: FreeList(stampsItsHead: true)) })
}

private func useBuffers(of list: FreeList) async throws {
  let keeper = Task { [await list.pop(), await list.pop()] }
  let borrower = Task {
    let borrowed = await list.pop()
    let kept = await list.pop()
    if let borrowed { await list.push(borrowed) }
    return kept
  }
  let held = await (keeper.value + [borrower.value]).compactMap { $0 }
  try expect("no buffer is held twice, of \(held)", Set(held).count == held.count)
}

/// Free buffers as a linked stack, changed by compare-and-set alone, as one would without a lock.
private struct FreeList {
  private let memory = LinkedMemory()
  private let stampsItsHead: Bool

  init(stampsItsHead: Bool) {
    self.stampsItsHead = stampsItsHead
  }

  func pop() async -> Int? {
    while true {
      let head = await memory.head
      guard let top = head.buffer else { return nil }
      let below = await memory.below(top)
      if await memory.compareAndSet(head, successor(of: head, below)) { return top }
    }
  }

  func push(_ buffer: Int) async {
    while true {
      let head = await memory.head
      await memory.put(buffer, above: head.buffer)
      if await memory.compareAndSet(head, successor(of: head, buffer)) { return }
    }
  }

  private func successor(of head: Head, _ buffer: Int?) -> Head {
    Head(buffer: buffer, stamp: stampsItsHead ? head.stamp + 1 : 0)
  }
}

private struct Head: Equatable {
  var buffer: Int?
  var stamp = 0
}

private actor LinkedMemory {
  private(set) var head = Head(buffer: 1)
  private var next = [1: 2, 2: 3, 3: 4]

  func below(_ buffer: Int) -> Int? { next[buffer] }
  func put(_ buffer: Int, above other: Int?) { next[buffer] = other }

  func compareAndSet(_ expected: Head, _ new: Head) -> Bool {
    guard head == expected else { return false }
    head = new
    return true
  }
}
