import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

extension ErrorHandlingModel {
  /// Loads of which most fail, and of which views ask several times.
  static let loading = calls(load: 6, report: 3, dismiss: 1, retry: 1)
  /// Failures of every kind, and retries of any of them.
  static let failing = calls(submit: 4, load: 6, retry: 4)
  /// Taps on "retry", several at once, too late, or while the error leaves.
  static let retrying = calls(submit: 3, retryable: 5, load: 1, dismiss: 1, retry: 7, leave: 4, gone: 2)

  /// Calls with these weights. `retryable` is the weight of failures that offer a retry, beside 3 of others.
  private static func calls(
    submit: Int = 0, retryable: Int = 0, load: Int, report: Int = 0, dismiss: Int = 0, retry: Int, leave: Int = 0,
    gone: Int = 0
  ) -> @Sendable (ErrorHandlingModel) -> Generator<Call> {
    let failure = Generator<Failure>.frequency((retryable, .retryableFailure), (1, .networkFailure), (2, .failure()))
    let outcome = outcome(of: failure)
    let resource = Generator<String>.element(of: [resources[0]] + resources)
    return { model in
      let (count, goneCount) = (model.pending.count, model.goneCount)
      let place = Generator<Int>.int(in: 0...max(0, count - 1)), taps = Generator<Int>.int(in: 1...3)
      let leaving = Generator<Call>.build(Call.retryWhileLeaving, from: outcome, .int(in: 0...4), .bool)
      return .frequency(
        (submit, failure.map(Call.submit)), (load, .build(Call.load, from: resource, outcome, .anyCase())),
        (report, .build(Call.report, from: failure, resource.map(LogText.init))),
        (count == 0 ? 0 : dismiss, .constant(.dismiss)),
        (count == 0 ? 0 : retry, .build(Call.retry, from: place, outcome, taps)), (count == 0 ? 0 : leave, leaving),
        (goneCount == 0 ? 0 : gone, Generator<Int>.int(in: 0...max(0, goneCount - 1)).map(Call.retryGone)))
    }
  }

  private static func outcome(of failure: Generator<Failure>) -> Generator<Outcome> {
    .frequency(
      (4, Generator<[String]>.headlines.map(Outcome.succeeds)), (5, failure.map(Outcome.fails)),
      (2, .constant(.isCancelled)))
  }

  /// Errors in every place that the log learns of, with secrets.
  static let logging: @Sendable (ErrorHandlingModel) -> Generator<Call> = { model in
    let failure = Generator<Failure>.failure(registered: model.secrets)
    let operation = Generator<LogText>.logText(registered: model.secrets)
    // Recovery starts mostly from network errors, because only those lead to further attempts.
    let first = Generator<Failure>.frequency((4, .networkFailure), (1, failure))
    let submit = Generator<Failure>.frequency((3, .retryableFailure), (1, failure)).map(Call.submit)
    let retry = Generator<Call>.build({ .retry(place: $0, .fails($1), taps: 1) },
      from: .int(in: 0...max(0, model.pending.count - 1)), failure)
    return .frequency(
      (4, .build(Call.record, from: failure, operation, .element(of: [1, 1, 2, 5]))),
      (2, .build(Call.report, from: failure, operation)), (1, submit), (model.pending.isEmpty ? 0 : 2, retry),
      (2, .build(Call.recover, from: first, .array(of: first, count: 0...4), operation)))
  }

  /// What happens in the calls.
  static let classes: [(name: String, contains: @Sendable (CommandStep<Self>) -> Bool)] = [
    ("fails with a list on show", { $0.failure != nil && $0.loadBefore?.value?.isEmpty == false }),
    ("fails with an error of a library", { ($0.failure?.foreignName ?? "URLError") != "URLError" }),
    ("succeeds after a failure", { if case .failed? = $0.loadBefore?.state { $0.isSuccess } else { false } }),
    ("makes several failures up", { step in
      step.isSuccess && step.before.pending.count { $0.operation == step.runs?.operation } > 1
    }),
    ("is cancelled", { $0.runs?.outcome.isCancelled == true }),
    ("is asked for while it runs", { $0.isLoad && $0.runs?.count == 1...2 && $0.report?.runs.count == 1 }),
    ("a request fails with a 4xx", { step in
      if case .network(.serverError(400..<500), _)? = step.failure?.meaning { step.isLoad } else { false }
    }),
    ("a request is rate limited", { step in
      if case .network(.rateLimited, _)? = step.failure?.meaning { step.isLoad } else { false }
    }),
    ("a form is refused", { step in
      if case .submit(let failure)? = step.call, case .validation = failure.meaning { true } else { false }
    }),
    ("not to be retried by itself", { step in
      step.failure.map { $0.meaning.expected.canRetry && !$0.meaning.mayBeRetriedUnasked } ?? false
    }),
    ("a retry succeeds", { $0.isSuccess && $0.taps > 0 }),
    ("a retry fails", { $0.taps > 0 && $0.runs != nil && $0.failure != nil }),
    ("tapped again", { $0.taps > 1 && $0.runs != nil }),
    ("tapped while it runs", { $0.report?.isTappedWhileItRuns == true }),
    ("dismissed while it runs", { if case .retryWhileLeaving? = $0.call { $0.report?.runs.isEmpty == false } else { false } }),
    ("the same twice in a row", { step in
      if case .record(_, _, 2...)? = step.call { step.before.capacity > 1 } else { false }
    }),
    ("an attempt that nobody sees", { step in
      if case .recover? = step.call { step.after.occurred.count > step.before.occurred.count } else { false }
    }),
    ("an error that is gone", { if case .retryGone? = $0.call { true } else { false } }),
  ]
}

extension ErrorHandlingModel.Outcome {
  var isCancelled: Bool { if case .isCancelled = self { true } else { false } }
}

extension ErrorHandlingModel.Call {
  /// What a run or a request fails with.
  var failure: Failure? {
    switch self {
    case .submit(let failure), .report(let failure, _), .record(let failure, _, _), .load(_, .fails(let failure), _),
      .retry(_, .fails(let failure), _), .retryWhileLeaving(.fails(let failure), _, _):
      failure
    case .load, .recover, .retry, .retryWhileLeaving, .dismiss, .retryGone: nil
    }
  }
}

extension CommandStep<ErrorHandlingModel> {
  fileprivate var call: ErrorHandlingModel.Call? { argument() }
  fileprivate var report: ErrorHandlingDriver.Report? { result() }
  fileprivate var failure: Failure? { call?.failure }
  fileprivate var runs: (operation: String, outcome: ErrorHandlingModel.Outcome, count: ClosedRange<Int>)? {
    call.flatMap(before.runs)
  }
  fileprivate var loadBefore: ErrorHandlingModel.Load? { runs.flatMap { before.loads[$0.operation] } }
  fileprivate var isSuccess: Bool { if case .succeeds? = runs?.outcome { true } else { false } }
  fileprivate var isLoad: Bool { if case .load? = call { true } else { false } }
  fileprivate var taps: Int { if case .retry(_, _, let taps)? = call { taps } else { 0 } }
}

extension Generator where Value == ErrorHandlingModel {
  /// A log that is often too small for all.
  static var smallLog: Generator {
    Generator { source in
      let drawn = try source(.array(of: .registeredSecret, count: 0...3))
      // Often one secret begins with another.
      let longer = "\(drawn.first ?? "")&\(try source(.drawnSecret))"
      let written = try source(.int(in: 0...2)) > 0 && !drawn.isEmpty ? drawn + [longer] : drawn
      // The same in another spelling is another secret, though Swift takes the two for equal.
      let respelled = written.filter { $0.contains("\u{E9}") }.map { $0.replacing("\u{E9}", with: "e\u{301}") }
      return ErrorHandlingModel(
        capacity: try source(.oneOf(.int(in: 1...4), .int(in: 1...40))), secrets: written + respelled,
        instants: try source(.array(of: .date(), count: 1...4)))
    }
  }
}
