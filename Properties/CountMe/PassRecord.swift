import CountMeReference
import PropertyTesting

/// What passes did, and what came of it.
struct PassRecord: Sendable, Equatable {
  struct Failure: Sendable, Equatable {
    let operation: SyncOperation
    let error: String
  }

  /// In the order in which they began.
  var attempts: [Attempt] = []
  /// Between attempts.
  var delays: [Duration] = []
  /// What failed for good, as logged.
  var failures: [Failure] = []
  /// In the queue afterwards.
  var left: [SyncOperation] = []
  var isSyncingAfterwards = false
  /// The passes that ended by a cancellation.
  var cancelledPasses: [Int] = []
  /// The passes that ended because the store failed.
  var failedPasses: [Int] = []
  /// In the order in which they ended.
  var endedPasses: [Int] = []
  /// Whether another task queued something between the first attempt and the end of the first pass.
  var wasQueuedMeanwhile = false

  /// Whether one pass sent nothing and ended while the other was at it.
  var isTurnedAway: Bool {
    endedPasses.count == 2 && !attempts.isEmpty && !attempts.contains { $0.pass == endedPasses[0] }
  }

  /// Records that an attempt begins: a retry if the last one failed for now.
  mutating func begin(_ request: ScriptedServer.Request, pass: Int) -> Attempt {
    var attempt = Attempt(request: request, pass: pass, place: attempts.last.map { $0.place + 1 } ?? 0)
    if let last = attempts.last(where: { $0.pass == pass }), last.request == request, last.end == .failedForNow {
      (attempt.place, attempt.number) = (last.place, last.number + 1)
    }
    attempt.isBesideAnother = attempts.last.map { $0.end == nil } ?? false
    attempts.append(attempt)
    return attempt
  }
}

/// One attempt to send an operation.
struct Attempt: Sendable, Equatable {
  enum End: Sendable, Equatable {
    case ok, failedForNow, cancelled
    /// With what the log says of it.
    case failed(String)
  }

  let request: ScriptedServer.Request
  /// Which of the passes that were asked for.
  var pass = 1
  /// Of the operation among those that are sent, from 0.
  var place: Int
  /// From 1.
  var number = 1
  /// Nil while it is on its way.
  var end: End?
  /// If something was done during it.
  var queue: [SyncOperation]?
  /// Of the engine, during it.
  var isSyncing = true
  var isBesideAnother = false

  /// Answered for good, well or not.
  var isOver: Bool { end == .ok || failure != nil }
  var failure: String? { if case .failed(let error)? = end { error } else { nil } }
}

extension PassRecord: CounterexampleDescribable {
  var counterexampleDescription: String {
    let lastOnes = zip(attempts, attempts.dropFirst().map(\.number) + [1]).filter { $1 == 1 }.map(\.0)
    let sent = lastOnes.map { ($0.pass == 1 ? "" : "in pass \($0.pass) ") + "\(describe($0.request)) ×\($0.number)" }
    let logged = failures.map { "\(describe($0.operation)) (\($0.error))" }
    return [
      ("sent", sent.isEmpty ? ["nothing"] : sent), ("logged", logged), ("left", left.map { describe($0) }),
      ("cancelled", cancelledPasses.map { "pass \($0)" }),
    ]
    .filter { !$1.isEmpty }.map { "\($0) \($1.joined(separator: ", "))" }.joined(separator: "; ")
  }
}

extension Attempt: CounterexampleDescribable {
  var counterexampleDescription: String { "\(describe(request)), attempt \(number)" }
}
