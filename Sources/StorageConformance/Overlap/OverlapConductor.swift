import Dispatch
import StorageContract

/// Tells the sessions of a run, from a thread of its own, which of them takes the next step.
struct OverlapConductor {
  private let script: OverlapScript
  private let sessions: [OverlapSession]
  private let recorder: OverlapRecorder
  private let longestWait: Duration
  /// Those whose step has not ended.
  private var waiting: Set<Int> = []
  /// The longest time of a step that no other step waited for.
  private var slowest = Duration.zero

  init(_ script: OverlapScript, _ sessions: [OverlapSession], _ recorder: OverlapRecorder, longestWait: Duration) {
    self.script = script
    self.sessions = sessions
    self.recorder = recorder
    self.longestWait = longestWait
  }

  /// Runs the script to its end.
  /// - Returns: the history, and an error that is certain without a judge, if there is one.
  mutating func conduct(at location: any StoreLocation, triesAgain: Bool) -> OverlapRecord {
    var opened: [OverlapSession] = []
    let problem = runScript(at: location, triesAgain: triesAgain, &opened)
    // What hangs and ends at last, of itself, is no part of it.
    let record = OverlapRecord(
      events: recorder.events, isolation: sessions.first?.capabilities?.isolation, problem: problem)
    if problem != nil {
      for session in opened { session.abandon() }
      for session in opened where !waiting.contains(session.number) { session.awaitEnd() }
    }
    return record
  }

  private mutating func runScript(
    at location: any StoreLocation, triesAgain: Bool, _ opened: inout [OverlapSession]
  ) -> OverlapAnomaly? {
    for session in sessions {
      opened.append(session)
      session.start(at: location)
      if let problem = hasOpened(session) { return problem }
    }
    for number in script.turns where sessions.indices.contains(number) { step(number) }
    if let problem = finish() ?? wrongError { return problem }
    if triesAgain, let problem = tryAgain() { return problem }
    return close()
  }

  private func hasOpened(_ session: OverlapSession) -> OverlapAnomaly? {
    guard session.hasRung(within: bound) else {
      return OverlapAnomaly(kind: .hang, explanation: "opening the store of T\(session.number + 1) does not end")
    }
    guard let error = session.openError else { return nil }
    return OverlapAnomaly(
      kind: .wrongError,
      explanation: "the location is declared to take several stores at once, but the store of T\(session.number + 1) "
        + "beside \(session.number) others could not be opened: \(error)")
  }

  private mutating func step(_ number: Int) {
    let session = sessions[number]
    // It had its chance to go on when another transaction ended: databases hold locks until then.
    if waiting.contains(number), session.hasRung(within: .nanoseconds(0)) { waiting.remove(number) }
    if waiting.contains(number) || session.outcome != nil { return }
    let start = ContinuousClock.now
    session.go(.step)
    guard rings(session) else {
      waiting.insert(number)
      recorder.add(.waits(session.stepName), of: number, attempt: session.attempt)
      return
    }
    slowest = max(slowest, .now - start)
    // Whoever waited for what this has ended should get it before others act.
    if session.outcome != nil { for other in waiting.sorted() { collect(other) } }
  }

  /// Gives a session that waits a chance to have gone on.
  private mutating func collect(_ number: Int) {
    if waiting.contains(number), rings(sessions[number]) { waiting.remove(number) }
  }

  /// Waits for a step's end, for some tens of milliseconds, or longer where steps take longer here; in slices, of which
  /// only those count that end in time: on a machine that is busy with other things it takes longer until there are
  /// enough. Whether it was long enough decides only which order is tried: what has happened is judged, not what was
  /// meant to.
  private func rings(_ session: OverlapSession) -> Bool {
    var inTime = 0
    for _ in 0..<200 where inTime < 12 {
      let start = ContinuousClock.now
      if session.hasRung(within: .milliseconds(2)) { return true }
      if .now - start < .milliseconds(3) { inTime += 1 }
    }
    let rest = min(slowest * 4, longestWait) - .milliseconds(24)
    return rest > .zero && session.hasRung(within: .nanoseconds(rest.nanoseconds))
  }

  private var bound: DispatchTimeInterval { .nanoseconds(longestWait.nanoseconds) }

  /// All that the script's turns have left over, session by session.
  private mutating func finish() -> OverlapAnomaly? {
    while true {
      let free = sessions.indices.filter { sessions[$0].outcome == nil && !waiting.contains($0) }
      if let next = free.first {
        step(next)
      } else if waiting.isEmpty {
        return nil
      } else if !awaitAny() {
        return hang
      }
    }
  }

  /// Waits, as long as a wait may be, for one of those that wait.
  private mutating func awaitAny() -> Bool {
    let end = ContinuousClock.now + longestWait
    repeat {
      for number in waiting.sorted() where sessions[number].hasRung(within: .milliseconds(2)) {
        waiting.remove(number)
        return true
      }
    } while ContinuousClock.now < end
    return false
  }

  private var hang: OverlapAnomaly {
    let steps = waiting.sorted().map { "T\($0 + 1) in its step “\(sessions[$0].stepName)”" }
    return OverlapAnomaly(
      kind: .hang,
      explanation: "\(steps.joined(separator: " and ")) \(steps.count == 1 ? "waits" : "wait"), the others have ended, "
        + "and for \(longestWait) nothing has happened; a deadlock has to end in StoreError.conflict")
  }

  private var wrongError: OverlapAnomaly? {
    for session in sessions {
      if case .failed(let reason) = session.outcome {
        return OverlapAnomaly(
          kind: .wrongError,
          explanation: "T\(session.number + 1) failed with “\(reason)”; a transaction that does not go together "
            + "with others fails with StoreError.conflict, which says that it may be tried again")
      }
    }
    return nil
  }

  private mutating func tryAgain() -> OverlapAnomaly? {
    for session in sessions {
      guard case .conflict = session.outcome else { continue }
      session.go(.again)
      guard session.hasRung(within: bound) else {
        waiting = [session.number]
        return hang
      }
      let expected: OverlapOutcome = session.plan.ending == .commit ? .committed : .rolledBack
      guard let outcome = session.outcome, outcome != expected else { continue }
      return OverlapAnomaly(
        kind: .wrongError,
        explanation: "T\(session.number + 1), tried again when nothing else was going on, ended otherwise than it "
          + "should: \(outcome)")
    }
    return nil
  }

  private func close() -> OverlapAnomaly? {
    for session in sessions {
      session.go(.close)
      guard session.hasRung(within: bound) else {
        return OverlapAnomaly(kind: .hang, explanation: "closing the store of T\(session.number + 1) does not end")
      }
      if let error = session.openError {
        return OverlapAnomaly(
          kind: .wrongError, explanation: "the store of T\(session.number + 1) could not be closed: \(error)")
      }
    }
    return nil
  }
}

extension Duration {
  fileprivate var nanoseconds: Int {
    let (seconds, attoseconds) = components
    return Int(clamping: seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }
}
