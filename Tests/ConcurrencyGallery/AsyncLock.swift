/// A lock that is held across suspensions; those who wait get it in the order in which they came.
actor AsyncLock {
  private var isHeld = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  func lock() async {
    if isHeld {
      await withCheckedContinuation { waiters.append($0) }
    } else {
      isHeld = true
    }
  }

  func unlock() {
    if waiters.isEmpty {
      isHeld = false
    } else {
      waiters.removeFirst().resume()
    }
  }
}
