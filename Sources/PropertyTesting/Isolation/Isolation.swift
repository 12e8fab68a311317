import Synchronization

/// Runs the cases of a property in worker processes, so that a case that crashes or hangs does not end the run.
///
/// The module `ProcessIsolation` makes the workers: `.forked(timeout: .seconds(5))`. If a case ends its process, the verdict is crashed;
/// if it does not end in time, the verdict is timed out. The engine shrinks and saves both like any other failure. If nothing dies, the
/// result equals that of a run without isolation.
public struct Isolation: Sendable {
  package let cases: any CaseIsolation

  package init(_ cases: any CaseIsolation) {
    self.cases = cases
  }
}

/// Starts processes for cases.
package protocol CaseIsolation: Sendable {
  /// Whether this process is itself a worker that was started anew.
  var isInWorker: Bool { get }
  /// A supervisor whose workers do `body`. It is used, and ended, on the thread that asks for it.
  /// - Throws: ``NoWorker``.
  func supervisor(of body: WorkerBody, _ cancellation: Cancellation) throws -> any CaseSupervisor
  /// In a worker that was started anew for `body`: serves, and ends the process. Elsewhere: nothing.
  func serve(_ body: WorkerBody) async
  /// The same on this thread, for a synchronous body.
  func serveOnThisThread(_ body: WorkerBody)
}

/// What a worker does: serves the requests of one property until there are no more.
package struct WorkerBody: Sendable {
  package enum Serving: Sendable {
    case synchronous(@Sendable (any WorkerPort) -> Void)
    case asynchronous(@Sendable (any WorkerPort) async -> Void)
  }

  /// The same in every process that runs the same program: tells a worker that was started anew which
  /// property it is for.
  package let identity: String
  package let serving: Serving

  package init(_ identity: String, _ serving: Serving) {
    self.identity = identity
    self.serving = serving
  }
}

/// A worker's side of the connection with its supervisor.
package protocol WorkerPort: AnyObject, Sendable {
  /// Where the index of a case stands before the case begins.
  var beacon: UnsafeMutablePointer<Atomic<Int>> { get }
  /// Memory that outlives the worker, for the case that is looked at: see ``CaseJournal``.
  var journal: UnsafeMutableRawBufferPointer { get }
  /// Waits; nil when there is nothing more to do.
  func nextRequest() -> [UInt8]?
  /// Asks whether the case in the journal is to be run, and waits for the answer.
  func askIfWanted() -> Bool
  func reply(_ bytes: [UInt8])
}

/// The other side: one worker at a time, which is replaced when it dies. For one thread.
package protocol CaseSupervisor: AnyObject {
  var beacon: UnsafeMutablePointer<Atomic<Int>> { get }
  var journal: UnsafeMutableRawBufferPointer { get }
  /// Has a worker serve a request, and waits for what comes of it.
  /// - Parameters:
  ///   - inNewWorker: whether in one that has served nothing yet.
  ///   - isHasty: whether to give up on a case much sooner than its time limit says, as soon as it takes many times as long
  ///     as any case that ended.
  ///   - isWanted: answers ``WorkerPort/askIfWanted()``.
  func perform(_ request: [UInt8], inNewWorker: Bool, isHasty: Bool, isWanted: () -> Bool) -> WorkerOutcome
  /// Ends the worker and gives back all that it took.
  func end()
}

package enum WorkerOutcome: Sendable {
  case replied([UInt8])
  case died(Interruption)
  /// There is no worker to be had: the environment failed, not the case.
  case unavailable(reason: String)
}

/// Why there is no worker to be had.
package struct NoWorker: Error {
  package let reason: String

  package init(reason: String) {
    self.reason = "there is no worker process: \(reason)"
  }
}

/// Set from any thread, read by the one that supervises.
package final class Cancellation: Sendable {
  private let flag = Atomic(false)

  package init() {}

  package var isSet: Bool { flag.load(ordering: .relaxed) }

  package func set() { flag.store(true, ordering: .relaxed) }
}
