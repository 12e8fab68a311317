import Foundation
import PersonalOSReference
import PropertyTesting

/// Loads of a few resources, one after the other, and the outcome of each.
public struct LoadScript: Sendable {
  /// How a load ends.
  public enum Outcome: Sendable {
    /// The load returns this list, which may be empty.
    case succeeds([String])
    /// The load throws the error of this failure.
    case fails(Failure)
    case isCancelled
  }

  /// A second request for the resource while it loads.
  public enum Other: Sendable {
    case nothing, load
    /// The retry of the error of the resource's last failed load, if one is pending.
    case retry
    /// The same retry instead of a load. If no error is pending, the resource loads.
    case retryAlone
  }

  /// One load, and what happens before and during it.
  public struct Step: Sendable {
    /// The number of the resource, 0 or 1.
    public let resource: Int
    /// How the load ends.
    public let outcome: Outcome
    /// What asks for the resource a second time.
    public let other: Other
    /// Whether the user dismisses the current error before the load.
    public let dismissesFirst: Bool
    /// Whether another request fails under the name of the resource before the load.
    public let failsElsewhereFirst: Bool
  }

  /// The loads, in order.
  public let steps: [Step]
}

/// Failures of several resources and of forms, and the order in which the user retries them.
public struct FailureReports: Sendable {
  /// The part of the app that fails.
  public enum Source: Sendable {
    /// The resource of this number, 0 to 3.
    case resource(Int)
    /// A form that the user submitted once. Whoever presents the error offers to submit the form again.
    case form
  }

  /// The failures in the order of their reports.
  public let failures: [(source: Source, failure: Failure)]
  /// The place of the error that the user retries each time, modulo the number of pending errors.
  public let choices: [Int]
}

/// A user who retries failed loads.
public struct RetryScript: Sendable {
  /// How a retry ends.
  public enum Outcome: Sendable {
    /// The retry throws the error of this failure.
    case fails(Failure)
    case succeeds
    case isCancelled
  }

  /// What the user does next.
  public enum Action: Sendable {
    /// The user taps "retry" of the pending error at this place (modulo their number), this many times at once.
    case retry(Int, taps: Int)
    /// The user dismisses the current error, then taps "retry" of it.
    case dismissThenRetry
    /// The user taps "retry" of the current error. After this many turns of other tasks the error leaves: the user
    /// dismisses it, or the failed operation has succeeded elsewhere.
    case retryWhileLeaving(waits: Int, byDismissal: Bool)
    /// The user taps "retry" of an error that an earlier action removed.
    case retryStale(Int)
  }

  /// For each resource, the failure of its first load and the outcomes of its retries. Every further retry succeeds.
  public let resources: [(first: Failure, retries: [Outcome])]
  /// The user's actions, in order.
  public let actions: [Action]
}

/// Several tasks that report errors at once, a user who dismisses errors, and a view that keeps loading.
public struct ErrorBurst: Sendable {
  /// For each task, the errors that it reports one after the other.
  public let reporters: [[Failure]]
  /// How many turns of other tasks a reporter waits between two errors.
  public let reporterWaits: Int
  /// How often the user dismisses an error.
  public let dismissals: Int
  /// How many turns of other tasks the user waits before each dismissal.
  public let dismissalWaits: Int
  /// The lists that the view loads meanwhile.
  public let updates: [[String]]
}

/// Errors in the order in which they occur, each with its instant.
public struct OccurrenceScript: Sendable {
  /// How the log learns of an error.
  public enum Occurrence: Sendable {
    /// Whoever met the error records it, this many times.
    case recorded(Failure, times: Int)
    /// The presenter shows the error.
    case presented(Failure)
    /// The presenter shows the first error with a retry, which fails with the second.
    case retried(Failure, Failure)
    /// Automatic recovery starts from the first error. Its further attempts fail with the others, in order.
    case recovered([Failure])
  }

  /// One error, or several at one instant.
  public struct Step: Sendable {
    /// The instant that the log must record.
    public let instant: Date
    /// The name of the operation that failed.
    public let context: LogText
    /// The error, and how the log learns of it.
    public let occurrence: Occurrence
  }

  /// How many entries the log holds: 1 to 40.
  public let capacity: Int
  /// Secrets that the log is told of. No entry may contain one.
  public let registeredSecrets: [String]
  /// The errors, in order.
  public let steps: [Step]
}

extension Generator where Value == LoadScript {
  /// Loads of two resources: mostly 1 to 4 or 4 to 10, with failures, cancellations and retries.
  public static var loadScript: Generator {
    let success = Generator<[String]>.headlines.map { LoadScript.Outcome.succeeds($0) }
    let failure = Generator<Failure>.frequency((1, .networkFailure), (2, .failure()))
      .map { LoadScript.Outcome.fails($0) }
    let outcome = Generator<LoadScript.Outcome>.frequency(
      (4, success), (6, failure), (1, .constant(.isCancelled)))
    let outcomeOfRetry = Generator<LoadScript.Outcome>.frequency(
      (4, success), (4, failure), (3, .constant(.isCancelled)))
    let seldom = Generator<Bool>.frequency((4, .constant(false)), (1, .constant(true)))
    let step = Generator<LoadScript.Step> { source in
      let other = try source(Generator<LoadScript.Other>.element(of: [.nothing, .retryAlone, .load, .retry]))
      let isRetried = other == .retry || other == .retryAlone
      return LoadScript.Step(
        resource: try source(.element(of: [0, 0, 1])),
        outcome: try source(isRetried ? outcomeOfRetry : outcome), other: other,
        dismissesFirst: try source(seldom), failsElsewhereFirst: try source(.bool))
    }
    return Generator<[LoadScript.Step]>.oneOf(.array(of: step, count: 1...4), .array(of: step, count: 4...10))
      .map { LoadScript(steps: $0) }
  }
}

extension Generator where Value == FailureReports {
  /// 1 to 10 failures of four resources and of forms.
  public static var failureReports: Generator {
    let source = Generator<FailureReports.Source>.frequency(
      (3, Generator<Int>.int(in: 0...3).map { .resource($0) }), (2, .constant(.form)))
    let failure = Generator<Failure>.frequency((2, .networkFailure), (3, .failure()))
    let reported = Generator<(source: FailureReports.Source, failure: Failure)> { draw in
      (try draw(source), try draw(failure))
    }
    return Generator { draw in
      FailureReports(
        failures: try draw(.oneOf(.array(of: reported, count: 1...3), .array(of: reported, count: 4...10))),
        choices: try draw(.array(of: .int(in: 0...9), count: 10)))
    }
  }
}

extension Generator where Value == RetryScript {
  /// One to four resources, nearly all of whose first failures offer a retry, and 1 to 8 actions.
  public static var retryScript: Generator {
    let outcome = Generator<RetryScript.Outcome>.frequency(
      (3, .constant(.succeeds)), (4, Generator<Failure>.retryableFailure.map { .fails($0) }),
      (1, .constant(.isCancelled)))
    let resource = Generator<(first: Failure, retries: [RetryScript.Outcome])> { source in
      // Seldom an error that offers no retry.
      let first = try source(.frequency((7, .retryableFailure), (1, .validationFailure)))
      return (first, try source(.array(of: outcome, count: 0...4)))
    }
    let retry = Generator<RetryScript.Action> { source in
      .retry(try source(.int(in: 0...3)), taps: try source(.element(of: [1, 2, 3, 2])))
    }
    let leaving = Generator<RetryScript.Action> { source in
      .retryWhileLeaving(waits: try source(.int(in: 0...4)), byDismissal: try source(.bool))
    }
    let action = Generator<RetryScript.Action>.frequency(
      (6, retry),
      (1, Generator<RetryScript.Action>.constant(.dismissThenRetry)),
      (3, leaving),
      (2, Generator<Int>.int(in: 0...3).map { .retryStale($0) }))
    return Generator { source in
      RetryScript(
        resources: try source(.array(of: resource, count: 1...4)),
        actions: try source(.oneOf(.array(of: action, count: 1...3), .array(of: action, count: 3...8))))
    }
  }
}

extension Generator where Value == ErrorBurst {
  /// Up to four reporters; some report up to three errors, others 6 to 12.
  public static var errorBurst: Generator {
    let reporter = Generator<[Failure]>.oneOf(
      .array(of: .failure(), count: 0...3), .array(of: .failure(), count: 6...12))
    return Generator { source in
      ErrorBurst(
        reporters: try source(.oneOf(.array(of: reporter, count: 0...1), .array(of: reporter, count: 2...4))),
        reporterWaits: try source(.int(in: 0...2)),
        dismissals: try source(.int(in: 0...12)), dismissalWaits: try source(.int(in: 0...4)),
        updates: try source(.array(of: .headlines, count: 0...5)))
    }
  }
}

extension Generator where Value == OccurrenceScript {
  /// 1 to 12 errors whose texts contain secrets, in a log that is often too small for all.
  public static var occurrenceScript: Generator {
    Generator { source in
      let drawn = try source(.array(of: .registeredSecret, count: 0...3))
      // Often one secret begins with another.
      let longer = "\(drawn.first ?? "")&\(try source(.drawnSecret))"
      let written = try source(.int(in: 0...2)) > 0 && !drawn.isEmpty ? drawn + [longer] : drawn
      // The same in another spelling is another secret, though Swift takes the two for equal.
      let respelled = written.filter { $0.contains("\u{E9}") }.map { $0.replacing("\u{E9}", with: "e\u{301}") }
      let secrets = written + respelled
      let failure = Generator<Failure>.failure(registered: secrets)
      let recovery = Generator<[Failure]> { source in
        // Recovery starts mostly from network errors, because only those lead to further attempts.
        let network = Generator<Failure>.networkFailure
        let first = try source(.frequency((4, network), (1, failure)))
        return [first] + (try source(.array(of: .frequency((3, network), (1, failure)), count: 0...4)))
      }
      let recorded = Generator<OccurrenceScript.Occurrence> { source in
        .recorded(try source(failure), times: try source(.element(of: [1, 1, 2, 5])))
      }
      let retried = Generator<OccurrenceScript.Occurrence> { source in
        .retried(try source(.frequency((3, .retryableFailure), (1, failure))), try source(failure))
      }
      let occurrence = Generator<OccurrenceScript.Occurrence>.frequency(
        (4, recorded), (2, failure.map { .presented($0) }), (1, retried),
        (2, recovery.map { .recovered($0) }))
      let step = Generator<OccurrenceScript.Step> { source in
        OccurrenceScript.Step(
          instant: try source(.date()), context: try source(.logText(registered: secrets)),
          occurrence: try source(occurrence))
      }
      return OccurrenceScript(
        capacity: try source(.oneOf(.int(in: 1...4), .int(in: 1...40))), registeredSecrets: secrets,
        steps: try source(.oneOf(.array(of: step, count: 1...3), .array(of: step, count: 4...12))))
    }
  }
}

extension Generator where Value == Failure {
  /// Failures that offer a retry.
  public static var retryableFailure: Generator {
    .frequency(
      (3, .networkFailure),
      (
        1,
        .constant(
          Failure(
            error: DatabaseError.concurrencyConflict,
            meaning: .database(.concurrencyConflict, recoverable: true), kind: .database,
            caseNames: ["concurrencyConflict"], values: []))
      ))
  }
}

extension Generator where Value == [String] {
  /// A list as a view shows it, which may be empty.
  public static var headlines: Generator {
    .array(of: .element(of: ["Up 3 %", "Rain", "焦点", "Rain", "New"]), count: 0...4)
  }
}
