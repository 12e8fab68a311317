import DeterministicScheduling
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// Errors: seen, logged, retried, never in the way.
public enum ErrorHandlingProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = [
    errorVisibility, retryAvailability, loggingCompleteness, retryExecution, nonBlockingPresentation,
  ]

  // **Feature: system-architecture-upgrade-p0, Property 22: Error visibility**
  static let errorVisibility = Requirement<PersonalOSSystem>(
    "POS-22", "Error visibility",
    says: """
      If a load fails for any reason, the app says what went wrong and what the user can do, with a message for this kind of \
      failure only, without internals or secrets. Earlier data stays on screen. The error goes away when that load succeeds. A \
      cancelled load shows no error. A second request joins a running load.
      """,
    covers: "6.1", of: "ErrorPresenter, LoadState view model"
  ).holds(
    of: .errorHandling(by: ErrorHandlingModel.loading, claiming: .loads, .pending, .current, .messages),
    commands: 1...14, scheduled: .mixed,
    requiring: [
      "fails with a list on show": 0.04, "fails with an error of a library": 0.03,
      "succeeds after a failure": 0.1, "two kinds of failure": 0.2, "is cancelled": 0.15,
      "is asked for while it runs": 0.2, "makes several failures up": 0.01,
    ], making: { await ErrorHandlingDriver($0.errors, $1) })

  // **Feature: system-architecture-upgrade-p0, Property 23: Retry availability**
  static let retryAvailability = Requirement<PersonalOSSystem>(
    "POS-23", "Retry availability",
    says: """
      If a network request fails (4xx and rate limits included), or a database error is recoverable, \
      the app offers a retry that repeats exactly the failed operation. Other errors offer no retry. \
      Without the user's request, the app retries only network errors that are marked retryable.
      """,
    covers: "6.2", of: "ErrorPresenter, NetworkErrorRecovery"
  ).holds(
    of: .errorHandling(by: ErrorHandlingModel.failing, claiming: .retries, .pending),
    commands: 1...14, scheduled: .mixed,
    requiring: [
      "a request fails with a 4xx": 0.01, "a request is rate limited": 0.02, "a form is refused": 0.01,
      "not to be retried by itself": 0.15, "several errors offer a retry": 0.2,
      "an error offers none": 0.2,
    ], making: { await ErrorHandlingDriver($0.errors, $1) })

  // **Feature: system-architecture-upgrade-p0, Property 24: Error logging completeness**
  static let loggingCompleteness = Requirement<PersonalOSSystem>(
    "POS-24", "Error logging completeness",
    says: """
      The log gets one entry for each error, in order, with time, severity, case, values and operation, \
      whether or not the user sees the error. This includes the errors of recovery attempts, which the \
      app makes after 1, 2 and 4 seconds. A full log drops its oldest entries and counts the dropped \
      ones. No entry shows a secret.
      """,
    covers: "6.3", of: "DiagnosticLog"
  ).holds(
    of: .errorHandling(by: ErrorHandlingModel.logging, of: .smallLog, claiming: .entries, .dropped, .secrecy),
    commands: 1...12, scheduled: .mixed,
    requiring: [
      "drops the oldest": 0.12, "the same twice in a row": 0.15, "an attempt that nobody sees": 0.08,
      "a secret that its place tells of": 0.25, "a registered secret": 0.1,
      "an error caused by another": 0.02, "a retry fails": 0.08, "a secret within another": 0.02,
      "a secret in two spellings": 0.01,
    ], making: { await ErrorHandlingDriver($0.errors, $1) })

  // **Feature: system-architecture-upgrade-p0, Property 25: Retry execution**
  static let retryExecution = Requirement<PersonalOSSystem>(
    "POS-25", "Retry execution",
    says: """
      A retry runs the failed operation once, and further taps wait for that run. If the retry \
      succeeds, the error goes away. If the retry fails, the new error joins the end of the queue. If \
      the retry is cancelled, the error stays. A retry of a dismissed error does nothing.
      """,
    covers: "6.4", of: "ErrorPresenter.retry"
  ).holds(
    of: .errorHandling(by: ErrorHandlingModel.retrying, claiming: .pending, .identities, .loads),
    commands: 1...14, scheduled: .mixed,
    requiring: [
      "a retry succeeds": 0.15, "a retry fails": 0.06, "tapped again": 0.15,
      "tapped while it runs": 0.15, "dismissed while it runs": 0.04, "an error that is gone": 0.06,
    ], making: { await ErrorHandlingDriver($0.errors, $1) })

  // **Feature: system-architecture-upgrade-p0, Property 26: Non-blocking error presentation**
  static let nonBlockingPresentation = Requirement<PersonalOSSystem>(
    "POS-26", "Non-blocking error presentation",
    says: """
      The app queues errors as banners in the order of their reports, critical errors included. The \
      user dismisses them one at a time. Code that reports an error never waits for the user. No error \
      is lost, and views go on loading and updating meanwhile.
      """,
    covers: "6.5", of: "ErrorPresenter"
  ).holds(
    forAll: .errorBurst, scheduled: .mixed,
    requiring: [
      "several tasks report": 0.12, "an update while errors are pending": 0.1,
      "dismissed while others report": 0.2, "a critical error behind another": 0.2,
      "more than ten": 0.06,
    ]
  ) { burst, system, trial in
    try burst.judge(try await burst.run(in: system.errors), trial)
  }
}
