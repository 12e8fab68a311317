extension GalleryBug {
  static let neverResumed = GalleryBug(
    "never-resumed continuation",
    "The latch opens after a task has seen it closed and before the task registers: nobody wakes the task.",
    schedules: .withoutGrace, verdict: "deadlocked",
    buggy: { await waitForOpening { await $0.logAndWait() } },
    fixed: { await waitForOpening { await $0.wait() } })
}

private func waitForOpening(_ wait: @escaping @Sendable (Latch) async -> Void) async {
  let latch = Latch()
  async let waiting: Void = wait(latch)
  async let opening: Void = latch.open()
  _ = await (waiting, opening)
}

private actor Latch {
  private var isOpen = false
  private let log = WaitingLog()
  private var waiters: [CheckedContinuation<Void, Never>] = []

  func open() {
    isOpen = true
    for waiter in waiters { waiter.resume() }
    waiters = []
  }

  func logAndWait() async {
    if isOpen { return }
    await log.append("waiting for the latch")
    await withCheckedContinuation { waiters.append($0) }
  }

  func wait() async {
    if isOpen { return }
    await withCheckedContinuation { waiters.append($0) }
    await log.append("waited for the latch")
  }
}

private actor WaitingLog {
  private var lines: [String] = []

  func append(_ line: String) {
    lines.append(line)
  }
}
