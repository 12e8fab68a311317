import CountMeGenerators
import CountMeReference
import PropertyTesting
import Synchronization

/// What the server does with an operation, attempt after attempt.
enum ServerAnswer: Sendable, Equatable {
  case ok
  /// So many failures that may pass, then success: past the last retry it counts as a final failure.
  case okAfter(transientFailures: Int)
  case alwaysTransient
  /// So many failures that may pass, then an error that no retry cures.
  case refusedAfter(transientFailures: Int, RefusalKind)

  /// What one first attempt and three retries come to.
  var outcome: (attempts: Int, failure: FailureReason?) {
    switch self {
    case .ok: (1, nil)
    case .okAfter(let failures): failures <= 3 ? (failures + 1, nil) : (4, .retriesUsedUp)
    case .alwaysTransient: (4, .retriesUsedUp)
    case .refusedAfter(let failures, let kind): failures <= 3 ? (failures + 1, .refused(kind)) : (4, .retriesUsedUp)
    }
  }
}

extension ServerAnswer {
  /// Where the pass may be cancelled as well, a cancellation by the server could be either.
  var withoutCancellation: ServerAnswer {
    if case .refusedAfter(let failures, .cancellation) = self { .refusedAfter(transientFailures: failures, .plain) } else { self }
  }
}

/// Why an operation failed for good, as the log says it.
enum FailureReason: Sendable, Equatable {
  case retriesUsedUp, other
  case refused(RefusalKind)

  /// A failure that was wrapped already is not wrapped again.
  init(_ error: SyncError) {
    switch error {
    case .maxRetriesExceeded: self = .retriesUsedUp
    case .invalidData(reason: "refused"): self = .refused(.invalidData)
    case .firestoreError(let inner) where inner is Refusal: self = .refused(.plain)
    case .firestoreError(let inner) where inner is CancellationError: self = .refused(.cancellation)
    case .firestoreError(SyncError.invalidData(reason: "refused")): self = .refused(.wrappedInvalidData)
    case .firestoreError(SyncError.maxRetriesExceeded): self = .refused(.wrappedRetriesUsedUp)
    default: self = .other
    }
  }

  /// What the log says of it.
  var logged: FailureReason {
    switch self {
    case .refused(.wrapped): .refused(.plain)
    case .refused(.wrappedCancellation): .refused(.cancellation)
    case .refused, .retriesUsedUp, .other: self
    }
  }

  var isRefusal: Bool { if case .refused = self { true } else { false } }
}

/// All attempts of one pass on one operation.
struct Sending: Sendable, Equatable {
  enum End: Sendable, Equatable {
    case ok, cancelled
    case failed(FailureReason)
  }
  let request: ScriptedServer.Request
  /// Which of the passes that were asked for.
  let pass: Int
  var attempts = 0
  /// Nil: neither was it answered for good, nor did it fail as often as it may.
  var end: End?

  /// Answered for good, well or not.
  var isOver: Bool { end != nil && end != .cancelled }
  var isFailure: Bool { if case .failed? = end { true } else { false } }

  func concerns(_ operation: SyncOperation) -> Bool {
    request.entityId == operation.entityId && request.entityType == operation.entityType
  }
}

/// Answers the attempts of passes as a script says, and keeps what it saw.
final class ServerObserver: Sendable {
  /// Which of the passes that were asked for a task works for. An engine's own tasks inherit it.
  @TaskLocal static var pass = 1

  struct Seen: Sendable {
    var sendings: [Sending] = []
    var onTheirWay = 0
    var mostOnTheirWay = 0
    var sawIdleEngine = false
    /// Whether a pass tried anything after one of its attempts had been cancelled.
    var wentOnAfterCancellation = false
    /// In the order in which they ended.
    var endedPasses: [Int] = []
    /// Whether something was queued between the first attempt and the end of the first pass.
    var queuedDuringPass = false
  }

  private let answers: [ServerAnswer]
  private let engine: any SyncEngine
  private let seenSoFar = Mutex(Seen())

  init(_ answers: [ServerAnswer], _ engine: any SyncEngine) {
    self.answers = answers
    self.engine = engine
  }

  var seen: Seen { seenSoFar.withLock { $0 } }

  func passEnds(_ number: Int) { seenSoFar.withLock { $0.endedPasses.append(number) } }

  func isQueued() {
    seenSoFar.withLock { seen in
      if !seen.sendings.isEmpty && !seen.endedPasses.contains(1) { seen.queuedDuringPass = true }
    }
  }

  /// One attempt. `meanwhile` is called while it is on its way, with the place of the operation among those sent and the
  /// number of the attempt, from 1.
  func answer(
    _ request: ScriptedServer.Request, meanwhile: (_ place: Int, _ attempt: Int) async throws -> Void
  ) async throws {
    let (index, attempt) = seenSoFar.withLock { $0.begin(request, of: Self.pass) }
    defer { seenSoFar.withLock { $0.onTheirWay -= 1 } }
    if await !engine.isSyncing { seenSoFar.withLock { $0.sawIdleEngine = true } }
    try await meanwhile(index, attempt)
    if Task.isCancelled {
      seenSoFar.withLock { $0.sendings[index].end = .cancelled }
      throw CancellationError()
    }
    let outcome = (index < answers.count ? answers[index] : .ok).outcome
    guard attempt >= outcome.attempts else { throw transientFailure(attempt) }
    seenSoFar.withLock { $0.sendings[index].end = outcome.failure.map { .failed($0) } ?? .ok }
    switch outcome.failure {
    case nil: return
    case .refused(let kind): throw kind.error
    case .retriesUsedUp, .other: throw transientFailure(attempt)
    }
  }

  /// One that says that it may pass, or one that says nothing; as it is, or as the sync boundary wraps it.
  private func transientFailure(_ attempt: Int) -> any Error {
    switch attempt % 4 {
    case 0: SyncError.firestoreError(UnknownFailure())
    case 1: TransientFailure()
    case 2: SyncError.firestoreError(TransientFailure())
    default: UnknownFailure()
    }
  }
}

extension ServerObserver.Seen {
  /// - Returns: the place of the operation among those sent, and the number of the attempt, from 1.
  fileprivate mutating func begin(_ request: ScriptedServer.Request, of pass: Int) -> (index: Int, attempt: Int) {
    onTheirWay += 1
    mostOnTheirWay = max(mostOnTheirWay, onTheirWay)
    if sendings.contains(where: { $0.pass == pass && $0.end == .cancelled }) { wentOnAfterCancellation = true }
    let open = sendings.lastIndex { $0.pass == pass && $0.request == request && $0.end == nil }
    let index = open ?? sendings.count
    if open == nil { sendings.append(Sending(request: request, pass: pass)) }
    sendings[index].attempts += 1
    return (index, sendings[index].attempts)
  }
}

extension Generator where Value == ServerAnswer {
  static var serverAnswer: Generator {
    .frequency(
      (4, .constant(.ok)),
      (4, Generator<Int>.int(in: 1...4).map { .okAfter(transientFailures: $0) }),
      (2, .constant(.alwaysTransient)),
      (3, refused))
  }

  private static var refused: Generator {
    let kind = Generator<RefusalKind>.anyCase()
    return Generator { source in
      .refusedAfter(transientFailures: try source(.int(in: 0...3)), try source(kind))
    }
  }
}
