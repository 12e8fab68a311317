import Foundation
import PersonalOSReference
import PropertyTesting

/// Loads of a few resources, one after the other, with what each comes to.
public struct LoadScript: Sendable {
  public enum Outcome: Sendable {
    case succeeds([String])
    case fails(Failure)
    case isCancelled
  }

  /// What asks for the resource a second time while it loads.
  public enum Other: Sendable {
    case nothing, load
    /// The retry of the error that its last load left, if one is pending.
    case retry
    /// That retry instead of a load.
    case retryAlone
  }

  public struct Step: Sendable {
    /// Which resource.
    public let resource: Int
    public let outcome: Outcome
    public let other: Other
    /// Before it, the user dismisses the error that he sees.
    public let dismissesFirst: Bool
    /// Before it, something else fails under the name of the resource.
    public let failsElsewhereFirst: Bool
  }

  public let steps: [Step]
}

/// Failures of several resources and of forms, and the order in which the user retries them.
public struct FailureReports: Sendable {
  public enum Source: Sendable {
    case resource(Int)
    /// What the user entered or asked for once; whoever presents it offers to do it again.
    case form
  }

  public let failures: [(source: Source, failure: Failure)]
  /// Which of the errors that are left the user retries each time (modulo how many there are).
  public let choices: [Int]
}

/// A user who retries what failed.
public struct RetryScript: Sendable {
  public enum Outcome: Sendable {
    case fails(Failure)
    case succeeds
    case isCancelled
  }

  public enum Action: Sendable {
    /// Taps on retry of the nth pending error (modulo how many there are), so many times at once.
    case retry(Int, taps: Int)
    /// Dismisses the current error, then taps on its retry.
    case dismissThenRetry
    /// Taps on retry of the current error; so many turns later he dismisses it, or what failed has succeeded
    /// elsewhere.
    case retryWhileLeaving(waits: Int, byDismissal: Bool)
    /// Taps on retry of an error that an earlier action took away.
    case retryStale(Int)
  }

  /// For each resource, what its first load fails with, and what the retries come to; success after them.
  public let resources: [(first: Failure, retries: [Outcome])]
  public let actions: [Action]
}

/// Several tasks that report errors at once, a user who dismisses, and a view that goes on loading.
public struct ErrorBurst: Sendable {
  /// For each task the errors that it reports, one after the other.
  public let reporters: [[Failure]]
  /// How many turns a reporter lets pass between two errors.
  public let reporterWaits: Int
  /// How often the user dismisses, and after how many turns each time.
  public let dismissals: Int
  public let dismissalWaits: Int
  /// What the view loads meanwhile.
  public let updates: [[String]]
}

/// Errors as they occur, each with the instant.
public struct OccurrenceScript: Sendable {
  public enum Occurrence: Sendable {
    /// Recorded by whoever met it, so many times.
    case recorded(Failure, times: Int)
    case presented(Failure)
    /// Presented with a retry, which fails with the other.
    case retried(Failure, Failure)
    /// Automatic recovery of the first; the further attempts fail with the others.
    case recovered([Failure])
  }

  public struct Step: Sendable {
    public let instant: Date
    /// The operation that failed.
    public let context: LogText
    public let occurrence: Occurrence
  }

  public let capacity: Int
  public let registeredSecrets: [String]
  public let steps: [Step]
}

extension Generator where Value == LoadScript {
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
  public static var occurrenceScript: Generator {
    Generator { source in
      let drawn = try source(.array(of: .registeredSecret, count: 0...3))
      // Often one that begins with another.
      let longer = "\(drawn.first ?? "")&\(try source(.drawnSecret))"
      let secrets = try source(.int(in: 0...2)) > 0 && !drawn.isEmpty ? drawn + [longer] : drawn
      let failure = Generator<Failure>.failure(registered: secrets)
      let recovery = Generator<[Failure]> { source in
        // From network errors mostly, so that further attempts are made.
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
  /// What a view lists; an empty list is one too.
  public static var headlines: Generator {
    .array(of: .element(of: ["Up 3 %", "Rain", "焦点", "Rain", "New"]), count: 0...4)
  }
}
