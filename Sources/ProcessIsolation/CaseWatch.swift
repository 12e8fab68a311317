import CIsolation
import Foundation
import PropertyTesting

/// Watches a worker serve one request: until it says something, ends, or takes more than a case may.
struct CaseWatch {
  enum Event {
    case frame(Frame)
    case ended(WorkerEnding)
    /// It has waited for a while without doing anything: see ``WorkerSupervisor/perform(_:inNewWorker:isWanted:)``.
    case stalled
    case cancelled
  }

  /// How long nothing may happen before the clock, the memory and the cancellation are looked at.
  private static let sliceMilliseconds: Int32 = 20
  /// How long a worker waits, with no processor time used in the second half of it, before it counts as stalled.
  private static let stallTime = Duration.seconds(1)
  /// What a worker may take to put in words what its case came to, on a machine that may be busy.
  private static let wordsTime = Duration.seconds(60)

  private let limits: IsolationLimits
  private let region: SharedRegion
  private let worker: WorkerProcess
  private let bytesBefore: Int
  private var lastCase: Int
  private var lastLook = ContinuousClock.now
  private var timeOnCase = Duration.zero
  /// The longest time that a case took which ended.
  private(set) var longest = Duration.zero
  private let tellsStalls: Bool
  private var ticksInMiddle: Int?
  /// What the worker had waited for a processor by a quarter of the case's time.
  private var waitedBefore: Duration?
  /// How much longer the case may take than its limit says.
  private var forgiven = Duration.zero

  init(_ limits: IsolationLimits, _ region: SharedRegion, _ worker: WorkerProcess, tellsStalls: Bool) {
    self.tellsStalls = tellsStalls
    self.limits = limits
    self.region = region
    self.worker = worker
    bytesBefore = limits.memoryBytes == nil ? 0 : worker.privateBytesAtStart
    lastCase = region.beacon.pointee.load(ordering: .relaxed)
  }

  mutating func next(_ cancellation: Cancellation) -> Event {
    while true {
      // What it said before it ended still counts.
      if let frame = worker.nextFrame() {
        longest = max(longest, timeOnCase)
        return .frame(frame)
      }
      if let result = worker.ended() {
        if let frame = worker.nextFrame() { return .frame(frame) }
        return .ended(ending(.byItself(result)))
      }
      if cancellation.isSet { return .cancelled }
      look()
      if tellsStalls, isStalled() { return .stalled }
      if let excess = excess() {
        worker.kill()
        return .ended(ending(excess))
      }
      _ = worker.wait(milliseconds: Self.sliceMilliseconds)
    }
  }

  private func ending(_ cause: WorkerEnding.Cause) -> WorkerEnding {
    WorkerEnding(
      cause: cause, crash: region.crash.pointee, errorTail: worker.errorTail,
      quotesLastWords: worker.writesForItselfAlone)
  }

  private mutating func look() {
    let now = ContinuousClock.now
    // While this process is stopped (Ctrl-Z) the clock on the wall goes on, and the case may not have.
    let passed = min(now - lastLook, .milliseconds(4 * Int(Self.sliceMilliseconds)))
    lastLook = now
    let current = region.beacon.pointee.load(ordering: .relaxed)
    if current != lastCase { longest = max(longest, timeOnCase) }
    timeOnCase = current == lastCase ? timeOnCase + passed : .zero
    lastCase = current
  }

  private mutating func isStalled() -> Bool {
    let stallTime = min(Self.stallTime, limits.timeout)
    guard timeOnCase >= stallTime / 2 else {
      ticksInMiddle = nil
      return false
    }
    guard let ticksInMiddle else {
      ticksInMiddle = worker.activity()?.ticks
      return false
    }
    guard timeOnCase >= stallTime, let activity = worker.activity() else { return false }
    return activity.isWaiting && activity.ticks == ticksInMiddle
  }

  /// What the case has too much of, if anything.
  private mutating func excess() -> WorkerEnding.Cause? {
    let isPuttingInWords = lastCase < 0
    if isLate(isPuttingInWords ? max(limits.timeout, Self.wordsTime) : limits.timeout) { return .timeout }
    // Nor is the memory that it takes the case's.
    if !isPuttingInWords, let most = limits.memoryBytes, let bytes = worker.privateBytes(), bytes - bytesBefore > most {
      return .memory
    }
    return nil
  }

  /// Whether the case has had its time. That in which it could run and others had the processors does not count, up to three times the
  /// limit.
  private mutating func isLate(_ limit: Duration) -> Bool {
    guard timeOnCase >= limit / 4 else {
      (waitedBefore, forgiven) = (nil, .zero)
      return false
    }
    let before = waitedBefore ?? worker.waitedForProcessors() ?? .zero
    waitedBefore = before
    guard timeOnCase >= limit + forgiven else { return false }
    let waited = min((worker.waitedForProcessors() ?? before) - before, limit * 3)
    defer { forgiven = max(forgiven, waited) }
    return waited <= forgiven
  }
}
