import Foundation
import PropertyTesting

extension Isolation {
  /// Cases run in copies of this process, made with fork(2). Starting a copy takes well under a millisecond, and
  /// the property needs no preparation.
  ///
  /// What a case changes in memory stays in its worker. The engine drops the standard output of cases, and uses
  /// their standard error only to explain how a process ended.
  /// - Parameters:
  ///   - timeout: the time limit for each case, in real time.
  ///   - memoryBytes: how much more memory a worker may use than this process; nil: any amount.
  public static func forked(
    timeout: Duration = .seconds(10), memoryBytes: Int? = 1 << 30
  ) -> Isolation {
    .forked(IsolationLimits(timeout: timeout, memoryBytes: memoryBytes))
  }

  /// Runs cases in workers that are copies of this process, within these limits.
  public static func forked(_ limits: IsolationLimits) -> Isolation {
    Isolation(ForkedIsolation(limits: limits))
  }
}

extension Isolation {
  /// Cases run in processes that start this program anew. Starting one takes tens of milliseconds: the program runs up
  /// to the property, and the worker then runs cases there. Use it for asynchronous properties that need the real
  /// thread pool, for properties whose copies stall, and on systems without fork.
  ///
  /// The new process must reach the call that runs the property again: with the same arguments or, under Swift
  /// Testing, as the only test function that runs. A worker recognises the property by its id, the line of its
  /// declaration and the fixture's name. It cannot distinguish two that agree in these, such as one property that
  /// runs for several arguments of a test. Each worker runs the code before the property once more.
  /// - Parameters:
  ///   - function: the test function, if it is not the caller itself.
  ///   - fileID: the test function's file.
  public static func restarted(
    timeout: Duration = .seconds(10), memoryBytes: Int? = 1 << 30, function: String = #function,
    fileID: String = #fileID
  ) -> Isolation {
    Isolation(
      RestartedIsolation(
        limits: IsolationLimits(timeout: timeout, memoryBytes: memoryBytes),
        workers: RestartedWorkers(function: function, fileID: fileID)))
  }
}

private struct RestartedIsolation: CaseIsolation {
  let limits: IsolationLimits
  let workers: RestartedWorkers

  var isInWorker: Bool { WorkerRole.own != nil }

  func supervisor(of body: WorkerBody, _ cancellation: Cancellation) throws -> any CaseSupervisor {
    try WorkerSupervisor(body, workers, limits, cancellation)
  }

  func serve(_ body: WorkerBody) async {
    guard let port = WorkerRole.own?.port(for: body) else { return }
    switch body.serving {
    case .synchronous(let serve): serve(port)
    case .asynchronous(let serve): await serve(port)
    }
    _exit(0)
  }

  func serveOnThisThread(_ body: WorkerBody) {
    guard case .synchronous(let serve) = body.serving, let port = WorkerRole.own?.port(for: body) else { return }
    serve(port)
    _exit(0)
  }
}

private struct ForkedIsolation: CaseIsolation {
  let limits: IsolationLimits

  // A copy never comes by the place where its property is run.
  var isInWorker: Bool { false }

  func supervisor(of body: WorkerBody, _ cancellation: Cancellation) throws -> any CaseSupervisor {
    try WorkerSupervisor(body, ForkedWorkers(), limits, cancellation)
  }

  func serve(_ body: WorkerBody) async {}
  func serveOnThisThread(_ body: WorkerBody) {}
}
