import CIsolation
import Foundation
import PropertyTesting

/// Watches a worker serve one request: until it says something, ends, or takes more than a case may.
struct CaseWatch {
  enum Event {
    case frame(Frame)
    case ended(WorkerEnding)
    case cancelled
  }

  /// How long nothing may happen before the clock, the memory and the cancellation are looked at.
  private static let sliceMilliseconds: Int32 = 20

  private let limits: IsolationLimits
  private let region: SharedRegion
  private let worker: WorkerProcess
  private let bytesBefore: Int
  private var lastCase: Int
  private var lastLook = ContinuousClock.now
  private var timeOnCase = Duration.zero

  init(_ limits: IsolationLimits, _ region: SharedRegion, _ worker: WorkerProcess) {
    self.limits = limits
    self.region = region
    self.worker = worker
    bytesBefore = worker.privateBytes() ?? 0
    lastCase = region.beacon.pointee.load(ordering: .relaxed)
  }

  mutating func next(_ cancellation: Cancellation) -> Event {
    while true {
      // What it said before it ended still counts.
      if let frame = worker.nextFrame() { return .frame(frame) }
      if let result = worker.ended() {
        if let frame = worker.nextFrame() { return .frame(frame) }
        return .ended(ending(.byItself(result)))
      }
      if cancellation.isSet { return .cancelled }
      if let excess = excess() {
        worker.kill()
        return .ended(ending(excess))
      }
      _ = worker.wait(milliseconds: Self.sliceMilliseconds)
    }
  }

  private func ending(_ cause: WorkerEnding.Cause) -> WorkerEnding {
    WorkerEnding(cause: cause, crash: region.crash.pointee, errorTail: worker.errorTail)
  }

  /// What the case has too much of, if anything.
  private mutating func excess() -> WorkerEnding.Cause? {
    let now = ContinuousClock.now
    // While this process is stopped (Ctrl-Z) the clock on the wall goes on, and the case may not have.
    let passed = min(now - lastLook, .milliseconds(4 * Int(Self.sliceMilliseconds)))
    lastLook = now
    let current = region.beacon.pointee.load(ordering: .relaxed)
    timeOnCase = current == lastCase ? timeOnCase + passed : .zero
    lastCase = current
    if timeOnCase >= limits.timeout { return .timeout }
    if let most = limits.memoryBytes, let bytes = worker.privateBytes(), bytes - bytesBefore > most {
      return .memory
    }
    return nil
  }
}
