import CScheduling

/// Those who wait for a change: see ``eventually(_:within:isolation:fileID:filePath:line:_:)``.
struct Waiters {
  enum Hope: Sendable {
    case changed
    /// Nothing can change any more.
    case never
    /// Enough steps have come and gone.
    case starved
  }

  struct Waiter {
    let continuation: UnsafeContinuation<Hope, Never>
    let owner: UInt64
  }

  private struct Claim {
    /// The step at which it began.
    let start: Int
    /// Whether others have run since its condition was last asked.
    var isStale = false
  }

  private var waiting: [Waiter] = []
  /// Those that have not ended, by task.
  private var claims: [UInt64: Claim] = [:]

  /// The step at which the claim that waits longest began.
  var oldest: Int? { claims.values.lazy.map { $0.start }.min() }
  func start(of owner: UInt64) -> Int? { claims[owner]?.start }

  mutating func begin(_ owner: UInt64, at step: Int) { claims[owner] = Claim(start: step) }
  mutating func end(_ owner: UInt64) { claims[owner] = nil }
  mutating func asks(_ owner: UInt64) { claims[owner]?.isStale = false }

  /// False if others have run while the condition was asked: then it has to be asked again.
  mutating func add(_ waiter: Waiter) -> Bool {
    if claims[waiter.owner]?.isStale == true { return false }
    waiting.append(waiter)
    return true
  }

  /// Takes those out whom a step of `owner` may concern; nil: of everyone.
  mutating func take(after owner: UInt64?) -> [Waiter] {
    if claims.isEmpty { return [] }
    for other in claims.keys where other != owner { claims[other]?.isStale = true }
    let concerned = waiting.filter { $0.owner != owner }
    waiting.removeAll { $0.owner != owner }
    return concerned
  }

  mutating func removeAll() { self = Waiters() }
}

extension SchedulerLoop {
  /// After so many steps without it, what is waited for is given a fair schedule, and after as many more up.
  static let patience = 10_000

  /// The current task begins to wait for a condition.
  func beginsWaiting() {
    waiters.begin(ts_current_task_id(), at: stepsTaken)
    recorder?.waits()
  }

  func endsWaiting() { waiters.end(ts_current_task_id()) }

  /// The current task is about to ask for its condition.
  func asks() { waiters.asks(ts_current_task_id()) }

  func wait(_ continuation: UnsafeContinuation<Waiters.Hope, Never>) {
    let waiter = Waiters.Waiter(continuation: continuation, owner: ts_current_task_id())
    if !waiters.add(waiter) { wake(waiter) }
  }

  /// Whether tasks take turns, since a claim has waited for long.
  var isFair: Bool { hasLasted(since: waiters.oldest, times: 1) }

  func wakeWaiters(after owner: UInt64?) {
    for waiter in waiters.take(after: owner) { wake(waiter) }
  }

  private func wake(_ waiter: Waiters.Waiter) {
    waiter.continuation.resume(returning: hasLasted(since: waiters.start(of: waiter.owner), times: 2) ? .starved : .changed)
  }

  private func hasLasted(since start: Int?, times: Int) -> Bool {
    start.map { stepsTaken - $0 > times * Self.patience } ?? false
  }

  /// Says to each waiting task that nothing can change. False if no task waits.
  func disappointWaiters() -> Bool {
    let all = waiters.take(after: nil)
    for waiter in all { waiter.continuation.resume(returning: .never) }
    return !all.isEmpty
  }
}
