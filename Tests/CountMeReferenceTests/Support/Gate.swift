/// Holds whoever passes until it is opened, and tells when somebody has come.
actor Gate {
  private var isOpen = false
  private var hasArrival = false
  private var held: [CheckedContinuation<Void, Never>] = []
  private var watchers: [CheckedContinuation<Void, Never>] = []

  func pass() async {
    hasArrival = true
    for watcher in watchers { watcher.resume() }
    watchers = []
    guard !isOpen else { return }
    await withCheckedContinuation { held.append($0) }
  }

  func arrival() async {
    guard !hasArrival else { return }
    await withCheckedContinuation { watchers.append($0) }
  }

  func open() {
    isOpen = true
    for waiting in held { waiting.resume() }
    held = []
  }
}
