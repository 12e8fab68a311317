import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import Synchronization

/// Errors that occur in three ways, and the list of what the log should hold of them.
@MainActor
final class OccurrenceSession {
  /// What an entry has to say.
  private struct ExpectedEntry {
    let instant: Date
    let failure: Failure
    let context: LogText
  }

  private let trial: Trial
  private let system: ErrorSystem
  private let script: OccurrenceScript
  private let log: any ErrorLog
  private let presenter: any ErrorPresenting
  private let instant = Instant()
  private var expected: [ExpectedEntry] = []

  init(_ errors: ErrorSystem, _ script: OccurrenceScript, _ trial: Trial) {
    self.trial = trial
    self.script = script
    system = errors
    // Some secrets are known from the start, some later.
    let secrets = script.registeredSecrets
    let later = secrets.count.isMultiple(of: 2) ? nil : secrets.last
    log = errors.makeLog(script.capacity, later == nil ? secrets : secrets.dropLast())
    if let later { log.register(secret: later) }
    let instant = instant
    presenter = errors.makePresenter(log) { instant.value }
  }

  func occur(_ step: OccurrenceScript.Step) async throws {
    trial.note(describe(step))
    instant.value = step.instant
    switch step.occurrence {
    case .recorded(let failure, let times):
      for _ in 0..<times {
        log.record(
          failure.error, severity: failure.meaning.expectedSeverity, context: step.context.text,
          at: step.instant)
        expect(failure, step)
      }
      trial.label("the same twice in a row", if: times > 1 && script.capacity > 1)
    case .presented(let failure):
      presenter.present(failure.error, during: step.context.text, retry: nil)
      expect(failure, step)
    case .retried(let first, let second):
      let shown = presenter.present(first.error, during: step.context.text) { throw second.error }
      expect(first, step)
      await presenter.retry(for: shown.id)
      if first.meaning.mayBeRetried { expect(second, step) }
      trial.label("a retry that fails", if: first.meaning.mayBeRetried)
    case .recovered(let failures):
      try await recover(failures, step)
    }
  }

  /// Each further attempt that fails is an occurrence: up to three, and up to the first that none can cure.
  private func recover(_ failures: [Failure], _ step: OccurrenceScript.Step) async throws {
    let (instant, answers, clock) = (instant, Answers(failures.dropFirst()), VirtualClock())
    let recovery = system.makeRecovery(
      RecoverySetup(
        operation: step.context.text, clock: clock, log: log, now: { instant.value },
        request: { try answers.next(at: clock.now.offset) }))
    var thrown: AppError?
    do { try await recovery.recover(from: failures[0].meaning) } catch { thrown = AppError(error) }
    var last = failures[0]
    var left = failures.dropFirst()
    var attempts = 0
    while last.meaning.mayBeRetriedUnasked, attempts < 3, let next = left.popFirst() {
      expect(next, step)
      (last, attempts) = (next, attempts + 1)
    }
    let isOver = last.meaning.mayBeRetriedUnasked && attempts < 3
    try PropertyTesting.expect("what recovery ends with", thrown, equals: isOver ? nil : last.meaning)
    // After 1, 2 and 4 seconds; the last of them may have succeeded.
    let instants = [1, 3, 7].map { Duration.seconds($0) }.prefix(attempts + (isOver ? 1 : 0))
    try PropertyTesting.expect("when recovery tries again", answers.instants, equals: Array(instants))
    trial.label("an attempt that nobody sees", if: attempts > 0)
  }

  private func expect(_ failure: Failure, _ step: OccurrenceScript.Step) {
    expected.append(ExpectedEntry(instant: step.instant, failure: failure, context: step.context))
    let isRegistered = (failure.secrets + step.context.secrets).map(script.registeredSecrets.contains)
    trial.label("a registered secret", if: isRegistered.contains(true))
    let told = failure.secrets + step.context.secrets
    trial.label(
      "a secret within another",
      if: told.contains { outer in
        script.registeredSecrets.contains { $0 != outer && outer.contains($0) }
      })
    trial.label(
      "a secret in two spellings",
      if: told.contains { secret in
        script.registeredSecrets.contains { $0 == secret && !$0.utf8.elementsEqual(secret.utf8) }
      })
    trial.label("a secret that its place tells of", if: isRegistered.contains(false))
    trial.label("an error caused by another", if: (failure.error as? LibraryFailure)?.cause != nil)
  }

  func expectEveryOccurrenceLogged() throws {
    let kept = expected.suffix(script.capacity)
    let entries = log.entries
    try PropertyTesting.expect("entries", entries.count, equals: kept.count)
    try PropertyTesting.expect("dropped", log.droppedCount, equals: expected.count - kept.count)
    trial.label("drops the oldest", if: kept.count < expected.count)
    for (index, (entry, expected)) in zip(entries, kept).enumerated() {
      try expectEntry("entry \(index + 1) of \(entries.count)", entry, expected)
    }
  }

  private func expectEntry(_ place: String, _ entry: DiagnosticEntry, _ expected: ExpectedEntry) throws {
    let failure = expected.failure
    try PropertyTesting.expect(
      "\(place): instant", entry.instant.timeIntervalSinceReferenceDate.bitPattern,
      equals: expected.instant.timeIntervalSinceReferenceDate.bitPattern)
    try PropertyTesting.expect(
      "\(place): severity", entry.severity, equals: failure.meaning.expectedSeverity)
    for name in failure.caseNames {
      try PropertyTesting.expect(
        "\(place), case \(entry.caseName), names \(name)", entry.caseName.contains(name))
    }
    for value in failure.values {
      try PropertyTesting.expect(
        "\(place), “\(entry.debugDescription)”, tells \(value)", entry.debugDescription.contains(value))
    }
    for part in expected.context.plain {
      try PropertyTesting.expect(
        "\(place), context “\(entry.context)”, tells \(part)", entry.context.contains(part))
    }
  }

  func expectNoSecretLogged() throws {
    let secrets = expected.flatMap { $0.failure.secrets + $0.context.secrets }
    // A secret with a quote in it is printed in pieces; none of them may be seen either.
    let pieces = Set(secrets.flatMap { $0.split(whereSeparator: { " \"密é&".contains($0) }) })
    for entry in log.entries {
      for text in [entry.caseName, entry.debugDescription, entry.context] {
        for piece in pieces where text.contains(piece) {
          try PropertyTesting.expect("\(piece) is kept out of the log: \(text)", false)
        }
      }
    }
  }
}

/// The instant at which things happen.
private final class Instant: Sendable {
  private let stored = Mutex(Date.distantPast)
  var value: Date {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }
}

/// What the attempts come to, one after the other; success after the last.
private final class Answers: Sendable {
  private let state: Mutex<(failures: ArraySlice<Failure>, instants: [Duration])>

  init(_ failures: ArraySlice<Failure>) {
    state = Mutex((failures, []))
  }

  /// When they were made.
  var instants: [Duration] { state.withLock { $0.instants } }

  func next(at instant: Duration) throws {
    let failure = state.withLock { state in
      state.instants.append(instant)
      return state.failures.popFirst()
    }
    if let failure { throw failure.error }
  }
}
