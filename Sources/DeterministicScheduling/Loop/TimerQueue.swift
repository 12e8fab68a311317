#if !os(WASI)
  import Dispatch
#endif

/// Jobs that wait for a time, the earliest first; of the same time, in the order in which they came.
struct TimerQueue {
  struct Timer {
    let job: UnownedJob
    let owner: UInt64
    /// In nanoseconds since the run began.
    let due: Int64
  }

  private var timers: [Timer] = []

  var isEmpty: Bool { timers.isEmpty }
  var nextDue: Int64? { timers.first?.due }

  mutating func add(_ job: UnownedJob, owner: UInt64, due: Int64) {
    let position = timers.firstIndex { $0.due > due } ?? timers.count
    timers.insert(Timer(job: job, owner: owner, due: due), at: position)
  }

  /// Removes and gives those that are due.
  mutating func take(upTo time: Int64) -> [Timer] {
    let count = timers.firstIndex { $0.due > time } ?? timers.count
    defer { timers.removeFirst(count) }
    return Array(timers[..<count])
  }

  mutating func removeAll() {
    timers.removeAll(keepingCapacity: true)
  }
}

extension Int64 {
  /// The sum, or the number nearest to it.
  func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}

extension Duration {
  var nanosecondsClamped: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? (seconds < 0 ? .min : .max) : whole.addingClamped(attoseconds / 1_000_000_000)
  }
}

/// A clock that only goes forward, in nanoseconds.
func realTime() -> Int64 {
  #if os(WASI)
    // No run has real time there.
    0
  #else
    Int64(clamping: DispatchTime.now().uptimeNanoseconds)
  #endif
}
