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

  public static func forked(_ limits: IsolationLimits) -> Isolation {
    Isolation(ForkedIsolation(limits: limits))
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
}
