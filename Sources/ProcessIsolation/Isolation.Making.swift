import Foundation
import PropertyTesting

extension Isolation {
  /// Cases run in copies of this process, made with fork(2): starting one takes well under a millisecond, and
  /// the property needs no preparation.
  ///
  /// What a case changes in memory stays in its worker. Standard output of cases is dropped, and their standard
  /// error is kept only to tell how a process ended.
  /// - Parameters:
  ///   - timeout: for each case, on the clock on the wall.
  ///   - memoryBytes: for each worker, more than this process uses; nil: any amount.
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
  /// Cases run in processes that start this program anew: each takes tens of milliseconds, and the program runs up to
  /// the property, which is served there. For asynchronous properties that need the real thread pool, for properties
  /// whose copies stall, and where fork cannot serve.
  ///
  /// The call that runs the property must come by again in the new process: with the same arguments, or, under Swift
  /// Testing, as the only test function that is run. A property is told by its id, the line of its declaration and
  /// the fixture's name: two that agree in these cannot be told apart, such as one property run for several
  /// arguments of a test. Code before the property is run once more in each worker.
  /// - Parameters:
  ///   - function: the test function, where the caller is not that itself.
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
