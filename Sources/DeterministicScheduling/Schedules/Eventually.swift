import CScheduling
import PropertyTesting

/// Claims that a condition holds eventually in every fair schedule. A schedule is fair if each task that can go on does so at some time,
/// and time passes.
///
///     try await eventually("the queue is empty") { await queue.isEmpty }
///
/// Under a schedule, `eventually` asks the condition again after steps of other tasks, and when time has passed. The claim fails if nothing
/// is left that could make the condition hold: every other task has ended or waits, and no sleep is pending. It also fails if other tasks
/// go on for ever without it: after 10,000 steps the tasks take turns, so that the scheduler passes over none, and after 10,000 more steps
/// the claim fails. The schedule up to that point is the counterexample. Without a schedule, `eventually` asks the condition every
/// millisecond.
///
/// A proof (``Schedules/everyInterleaving(sharing:limit:)``) gives up if the body calls `eventually`, because such a wait has no bound.
/// - Parameters:
///   - limit: how long to wait without a schedule, in real time.
///   - condition: may await actors; it should change nothing.
/// - Throws: ``/PropertyTesting/ExpectationFailure`` if the claim fails, and what the condition throws.
public func eventually(
  _ claim: String, within limit: Duration = .seconds(10), isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, _ condition: () async throws -> Bool
) async throws {
  func failure(_ why: String) -> ExpectationFailure {
    ExpectationFailure(
      claim: "\(claim): \(why)", location: SourceLocation(fileID: fileID, filePath: filePath, line: line))
  }
  noteClaim(fileID: fileID, line: line)
  guard let loop = loop(ts_current()?.pointee.context), loop.isSchedule else {
    let start = ContinuousClock.now
    while try await !condition() {
      if ContinuousClock.now - start > limit { throw failure("it did not happen within \(limit)") }
      try await Task.sleep(for: .milliseconds(1))
    }
    return
  }
  loop.beginsWaiting()
  defer { loop.endsWaiting() }
  while true {
    loop.asks()
    if try await condition() { return }
    try Task.checkCancellation()
    switch await withUnsafeContinuation(isolation: isolation, { loop.wait($0) }) {
    case .changed: continue
    case .never: throw failure("it cannot happen any more: every other task has ended, or waits for something that no task will do")
    case .starved:
      throw failure("it did not happen, although tasks took turns for \(SchedulerLoop.patience) steps and time passed")
    }
  }
}
