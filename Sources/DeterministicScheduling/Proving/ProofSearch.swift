import PropertyTesting

/// Runs a body in all orders that differ in what comes of them.
final class ProofSearch {
  let sharing: Schedules.Sharing
  let limit: Int
  let settings: LoopSettings
  /// Called before each run: the body draws the same values in all of them.
  let rewind: () -> Void
  /// Whether a run saw two tasks take locks.
  private(set) var sawSharedLocks = false

  init(sharing: Schedules.Sharing, limit: Int, settings: LoopSettings, rewind: @escaping () -> Void = {}) {
    self.sharing = sharing
    self.limit = max(1, limit)
    self.settings = settings
    self.rewind = rewind
  }

  /// - Returns: the value of the last run, or what it threw; the switches of the first that failed; how many orders ran to
  ///   their end, and of them how many gave each value, as it prints.
  /// - Throws: ``Interruption`` where there are more orders than the limit, or where a step cannot be seen whole.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> (last: Result<Value, any Error>, failing: [ScheduleSwitch]?, orders: Int, values: [String: Int]) {
    guard Self.isSupported else { throw cannot("on this toolchain a proof does not see who awaits and cancels whom") }
    if settings.timersRace { throw cannot("its timers race, so the order of steps does not decide when a sleep ends") }
    let proof = Proof(sharesMemory: sharing == .anything)
    var values: [String: Int] = [:]
    while true {
      guard proof.orders + proof.redundant < limit else {
        throw Interruption(
          .gaveUp, "more than \(limit) interleavings: raise the limit, make the case smaller, or declare what it shares")
      }
      proof.begin()
      rewind()
      var settings = settings
      settings.recorder = proof.recorder
      var decisions = Decisions(proving: proof)
      let run = ScheduledRun(settings, deciding: &decisions, body)
      let result = Result { try run.get(settings) }
      if case .failure = result { return (result, decisions.made, proof.orders + 1, values) }
      if proof.recorder.sawSharedLocks { sawSharedLocks = true }
      let known = proof.orders
      let hasMore = proof.next()
      if Value.self != Void.self, proof.orders > known, case .success(let value) = result {
        values[describe(value), default: 0] += 1
      }
      if let gap = proof.gap { throw cannot(gap) }
      if !hasMore { return (result, nil, proof.orders, values) }
    }
  }

  /// Whether all that a proof has to be told is told: a program that links the runtime statically has no functions in front of it.
  private static let isSupported: Bool = {
    let recorder = StepRecorder(Names(), sharesMemory: false)
    var settings = LoopSettings()
    settings.recorder = recorder
    var decisions = Decisions()
    let run = ScheduledRun(settings, deciding: &decisions) {
      let task = Task {}
      task.cancel()
      async let other: Void = task.value
      await other
    }
    return run.result != nil && recorder.told == Set(StepRecorder.Told.allCases) && recorder.gap == nil
  }()

  private func cannot(_ reason: String) -> Interruption {
    Interruption(.gaveUp, "cannot prove all interleavings: \(reason)")
  }
}
