import CIsolation
import DeterministicScheduling
import Foundation
import PropertyTesting
import Synchronization

/// Has workers serve requests, one at a time, and says how they end.
final class WorkerSupervisor: CaseSupervisor {
  /// What a worker may take to begin: a new process loads its program, on a machine that may be busy.
  private static let startLimits = IsolationLimits(timeout: .seconds(60), memoryBytes: nil)
  private static let startAttempts = 3
  private static let stallsForgiven = 2
  private static let stallsOfLibrariesForgiven = 20

  private let body: WorkerBody
  private let launcher: any WorkerLauncher
  private let limits: IsolationLimits
  private let cancellation: Cancellation
  private let region: SharedRegion
  private var worker: WorkerProcess?
  /// The longest time that a case took which ended.
  private var longest = Duration.zero

  /// - Throws: ``NoWorker`` where there is no memory to share, and on a platform that lets no program make processes.
  init(
    _ body: WorkerBody, _ launcher: any WorkerLauncher, _ limits: IsolationLimits, _ cancellation: Cancellation
  ) throws {
    guard cisolation_is_supported() else {
      throw NoWorker(reason: "workers are not on this platform: they need Linux or macOS")
    }
    if launcher.makesCopies, case .asynchronous = body.serving, !canRunOnThisThread {
      throw NoWorker(reason: "asynchronous cases in copies of this process are not on this platform: they need Linux with glibc; use .restarted")
    }
    if let problem = limits.problem { throw NoWorker(reason: problem) }
    self.body = body
    self.launcher = launcher
    self.limits = limits
    self.cancellation = cancellation
    region = try SharedRegion(recordBytes: limits.recordBytes, hasDescriptor: !launcher.makesCopies)
  }

  var beacon: UnsafeMutablePointer<Atomic<Int>> { region.beacon }
  var journal: UnsafeMutableRawBufferPointer { region.record }

  /// A copied worker that only waits may wait for a lock that a thread held which was not copied with it: it is
  /// replaced, and the new one is asked the same. The third time it is the case that waits, unless the lock is one of the
  /// Swift runtime, which no case can hold for ever.
  func perform(_ request: [UInt8], inNewWorker: Bool, isHasty: Bool, isWanted: () -> Bool) -> WorkerOutcome {
    // The answer is asked for once, since it may depend on what was asked before.
    var answer: Bool?
    func answerOnce() -> Bool {
      let known = answer ?? isWanted()
      answer = known
      return known
    }
    let caseBefore = region.beacon.pointee.load(ordering: .relaxed)
    var (stalls, stallsOfLibraries) = (0, 0)
    while launcher.makesCopies, stalls < Self.stallsForgiven, stallsOfLibraries < Self.stallsOfLibrariesForgiven {
      if let outcome = attempt(request, inNewWorker, isHasty, tellsStalls: true, answerOnce) { return outcome }
      if worker?.waitsForALockOfALibrary ?? false { stallsOfLibraries += 1 } else { stalls += 1 }
      end()
      region.beacon.pointee.store(caseBefore, ordering: .relaxed)
    }
    return attempt(request, inNewWorker, isHasty, tellsStalls: false, answerOnce)
      ?? .unavailable(reason: NoWorker(reason: "it stalled").reason)
  }

  /// Nil where the worker stalled.
  private func attempt(
    _ request: [UInt8], _ inNewWorker: Bool, _ isHasty: Bool, tellsStalls: Bool, _ isWanted: () -> Bool
  ) -> WorkerOutcome? {
    if let worker, worker.ended() != nil || (inNewWorker && worker.hasServed) { end() }
    let worker: WorkerProcess
    do {
      worker = try self.worker ?? start()
    } catch {
      return .unavailable(reason: (error as? NoWorker)?.reason ?? "\(error)")
    }
    self.worker = worker
    worker.hasServed = true
    worker.forgetErrors()
    worker.send(Frame(.request, request))
    let limits = isHasty ? limits.hasty(longest) : limits
    var watch = CaseWatch(limits, region, worker, tellsStalls: tellsStalls)
    defer { longest = max(longest, watch.longest) }
    while true {
      switch watch.next(cancellation) {
      case .frame(let frame) where frame.kind == .question:
        worker.send(Frame(.answer, [isWanted() ? 1 : 0]))
      case .frame(let frame) where frame.kind == .reply:
        return .replied(frame.contents)
      case .frame(let frame):
        end()
        return .unavailable(reason: NoWorker(reason: "it sent \(frame.kind) out of turn").reason)
      case .ended(let ending):
        end()
        return .died(ending.interruption(limits))
      case .stalled:
        return nil
      case .cancelled:
        end()
        return .unavailable(reason: "the task was cancelled")
      }
    }
  }

  func end() {
    worker?.retire()
    worker = nil
  }

  /// A worker that is ready. One that ends or hangs before it has begun was hindered by where the process stood
  /// that it was copied from, such as a lock that another thread held: another one is made.
  private func start() throws -> WorkerProcess {
    var reason = ""
    for _ in 0..<Self.startAttempts {
      let worker = try launcher.launch(body, region, limits)
      var watch = CaseWatch(Self.startLimits, region, worker, tellsStalls: launcher.makesCopies)
      switch watch.next(cancellation) {
      case .frame(let frame) where frame.kind == .ready: return worker
      case .frame(let frame): reason = "it sent \(frame.kind) before it was ready"
      case .ended(let ending):
        reason = "it never became ready: \(ending.interruption(Self.startLimits).message)"
      case .stalled: reason = "it never became ready"
      case .cancelled: reason = "the task was cancelled"
      }
      worker.retire()
      if cancellation.isSet { break }
    }
    throw NoWorker(reason: reason)
  }
}
