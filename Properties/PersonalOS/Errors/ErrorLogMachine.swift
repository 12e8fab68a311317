import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import Synchronization

enum ErrorLogMachine {
  typealias Claim = Invariant<ErrorLogModel, ErrorLogDriver>

  private static let entries = Claim("one entry for each error, in order") { model, app in
    let entries = app.log.entries
    try expect("entries", entries.count, equals: model.kept.count)
    for (index, (entry, expected)) in zip(entries, model.kept).enumerated() {
      try expected.judge(entry, "entry \(index + 1) of \(entries.count)")
    }
    return true
  }
  private static let dropped = Claim("entries dropped", model: \.droppedCount, system: { $0.log.droppedCount })
  private static let secrecy = Claim("no secret") { model, app in
    // A secret with a quote in it is printed in pieces; none of them may be seen either.
    let pieces = Set(model.occurred.flatMap(\.secrets).flatMap { $0.split { " \"密é&".contains($0) } })
    for text in app.log.entries.flatMap({ [$0.caseName, $0.debugDescription, $0.context] }) {
      try expect("what “\(text)” must not tell", pieces.first { text.contains($0) }, equals: nil)
    }
    return true
  }

  private static let call = Command<ErrorLogModel, ErrorLogDriver>(
    "call", with: { Generator<ErrorLogModel.Call>.errorOccurrence(registered: $0.secrets) },
    model: { $0.perform($1) }, system: { try await $0.perform($1) }
  )
  .labelled("the same twice in a row") { step in
    if case .recorded(_, 2...)? = step.occurrence { step.before.capacity > 1 } else { false }
  }
  .labelled("an attempt that nobody sees") { step in
    if case .recovered? = step.occurrence { step.after.occurred.count > step.before.occurred.count } else { false }
  }
  .labelled("a retry that fails") { step in
    if case .retried(let first, _)? = step.occurrence { first.meaning.mayBeRetried } else { false }
  }

  static let machine = StateMachine(
    initially: .errorLog, commands: [call], invariants: [entries, dropped, secrecy]
  )
  .labelling("drops the oldest") { $0.droppedCount > 0 }
  .labelling("an error caused by another") {
    $0.occurred.contains { ($0.failure.error as? LibraryFailure)?.cause != nil }
  }
  .labelling("a registered secret") { $0.tells { $1.contains($0) } }
  .labelling("a secret that its place tells of") { $0.tells { !$1.contains($0) } }
  .labelling("a secret within another") { $0.tells { secret, registered in
    registered.contains { $0 != secret && secret.contains($0) }
  } }
  .labelling("a secret in two spellings") { $0.tells { secret, registered in
    registered.contains { $0 == secret && !$0.utf8.elementsEqual(secret.utf8) }
  } }
}

/// The log, and the parts of the app that write to it.
struct ErrorLogDriver: Sendable {
  let log: any ErrorLog
  private let errors: ErrorSystem

  init(_ errors: ErrorSystem, _ model: ErrorLogModel) {
    self.errors = errors
    // Some secrets are known from the start, some later.
    let knownCount = model.secrets.count / 2 * 2
    log = errors.makeLog(model.capacity, Array(model.secrets.prefix(knownCount)))
    for secret in model.secrets.dropFirst(knownCount) { log.register(secret: secret) }
  }

  @MainActor
  func perform(_ call: ErrorLogModel.Call) async throws -> ErrorLogModel.Recovery? {
    let (operation, now) = (call.operation.text, call.instant)
    let presenter = errors.makePresenter(log) { now }
    switch call.occurrence {
    case .recorded(let failure, let times):
      for _ in 0..<times {
        log.record(failure.error, severity: failure.meaning.expected.severity, context: operation, at: now)
      }
    case .presented(let failure): presenter.present(failure.error, during: operation, retry: nil)
    case .retried(let first, let second):
      let shown = presenter.present(first.error, during: operation) { throw second.error }
      await presenter.retry(for: shown.id)
    case .recovered(let first, let failures):
      let clock = VirtualClock()
      let attempts = Mutex<[Duration]>([])
      let recovery = errors.makeRecovery(
        RecoverySetup(operation: operation, clock: clock, log: log, now: { now }) {
          let number = attempts.withLock { made in
            made.append(clock.now.offset)
            return made.count - 1
          }
          if number < failures.count { throw failures[number].error }
        })
      var thrown: AppError?
      do { try await recovery.recover(from: first.meaning) } catch { thrown = AppError(error) }
      return ErrorLogModel.Recovery(attempts: attempts.withLock(\.self), thrown: thrown)
    }
    return nil
  }
}

extension ErrorLogModel {
  fileprivate func tells(_ isMeant: (_ secret: String, _ registered: [String]) -> Bool) -> Bool {
    occurred.flatMap(\.secrets).contains { isMeant($0, secrets) }
  }
}

extension CommandStep<ErrorLogModel> {
  fileprivate var occurrence: ErrorLogModel.Occurrence? { argument(ErrorLogModel.Call.self)?.occurrence }
}

extension Generator where Value == ErrorLogModel {
  /// A log that is often too small for all.
  fileprivate static var errorLog: Generator {
    Generator { source in
      let drawn = try source(.array(of: .registeredSecret, count: 0...3))
      // Often one secret begins with another.
      let longer = "\(drawn.first ?? "")&\(try source(.drawnSecret))"
      let written = try source(.int(in: 0...2)) > 0 && !drawn.isEmpty ? drawn + [longer] : drawn
      // The same in another spelling is another secret, though Swift takes the two for equal.
      let respelled = written.filter { $0.contains("\u{E9}") }.map { $0.replacing("\u{E9}", with: "e\u{301}") }
      return ErrorLogModel(
        capacity: try source(.oneOf(.int(in: 1...4), .int(in: 1...40))), secrets: written + respelled)
    }
  }
}

extension Generator where Value == ErrorLogModel.Call {
  fileprivate static func errorOccurrence(registered secrets: [String]) -> Generator {
    typealias Occurrences = Generator<ErrorLogModel.Occurrence>
    let failure = Generator<Failure>.failure(registered: secrets)
    // Recovery starts mostly from network errors, because only those lead to further attempts.
    let first = Generator<Failure>.frequency((4, .networkFailure), (1, failure))
    let occurrence = Occurrences.frequency(
      (4, .build({ .recorded($0, times: $1) }, from: failure, .element(of: [1, 1, 2, 5]))),
      (2, failure.map { .presented($0) }),
      (1, .build({ .retried($0, $1) }, from: .frequency((3, .retryableFailure), (1, failure)), failure)),
      (2, .build({ .recovered($0, $1) }, from: first, .array(of: first, count: 0...4))))
    return .build(ErrorLogModel.Call.init, from: .date(), .logText(registered: secrets), occurrence)
  }
}
