import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// The claims and the classes of the properties that follow `ErrorHandlingModel`.
enum ErrorHandlingMachine {
  typealias Model = ErrorHandlingModel
  typealias Claim = Invariant<Model, ErrorHandlingDriver>
  typealias Machine = StateMachine<Model, ErrorHandlingDriver>

  static let pending = Claim("the pending errors, in order", model: \.pending, system: { await $0.pending })
  static let current = Claim("the first is the current one") { _, app in
    await app.presenter.currentError == app.presenter.errorQueue.first
  }
  static let loads = Claim("what the views show", model: \.loads, system: { await $0.loads })
  static let identities = Claim("each pending error is one of its own, and none that is gone") { _, app in
    let ids = await app.presenter.errorQueue.map(\.id)
    let gone = await app.gone
    return Set(ids).count == ids.count && Set(ids).isDisjoint(with: gone)
  }
  static let retries = Claim("an error can be retried if that helps") { _, app in
    for error in await app.presenter.errorQueue.map(\.error) {
      try expect("\(error) can be retried", error.canRetry, equals: error.mayBeRetried)
      let recovers = app.recovery.canRecover(from: error)
      try expect("\(error) is retried without the user's request", recovers, equals: error.mayBeRetriedUnasked)
    }
    return true
  }
  static let messages = Claim("each message says what went wrong") { _, app in
    for shown in await app.presenter.errorQueue {
      let (message, error) = (shown.message, shown.error)
      try expect("“\(message)” says, without", message.firstMissing(of: error.expected.tells), equals: nil)
      let internals = internalNames + [error.debugDescription, "\(error)"] + (await app.secrets)
      try expect("what “\(message)” must not tell", internals.first { message.contains($0) }, equals: nil)
      try expect("the cases that “\(message)” stands for", await app.messages[message]?.count, equals: 1)
    }
    return true
  }

  /// How programs print errors and their parts.
  private static let internalNames = [
    "AppError", "noConnection", "serverError", "rateLimited", "invalidResponse", "migrationFailed", "corruptedData",
    "constraintViolation", "concurrencyConflict", "insufficientQuantity", "negativePosition", "invalidPrice",
    "invalidDate", "certificateValidationFailed", "keychainAccessDenied", "encryptionFailed", "retryable",
    "recoverable", "LibraryFailure", "/data/",
  ]

  static func machine(
    of calls: @escaping @Sendable (Model) -> Generator<Model.Call>, claiming claims: Claim...
  ) -> Machine {
    let call = Command<Model, ErrorHandlingDriver>(
      "call", with: calls, requiring: { $0.allows($1) },
      foreseeing: { $0.perform($1, runs: $0.runs(of: $1)?.count.upperBound ?? 0) },
      system: { app, call in await app.perform(call) },
      judging: { try $0.judge($1, $2) })
    return StateMachine(
      initially: Model(), commands: [classes.reduce(call) { $0.labelled($1.name, $1.contains) }], invariants: claims
    )
    .labelling("two kinds of failure") { Set($0.pending.map(\.error.expected.path)).count > 1 }
    .labelling("several errors offer a retry") { $0.pending.count(where: \.offersRetry) > 1 }
    .labelling("an error offers none") { $0.pending.contains { !$0.error.mayBeRetried } }
    .withLongCases
  }

  private typealias Step = CommandStep<Model>
  private static let classes: [(name: String, contains: @Sendable (Step) -> Bool)] = [
    ("fails with a list on show", { $0.failure != nil && $0.loadBefore?.value?.isEmpty == false }),
    ("fails with an error of a library", { ($0.failure?.foreignName ?? "URLError") != "URLError" }),
    ("succeeds after a failure", { $0.isSuccess && $0.loadBefore?.hasFailed == true }),
    ("makes several failures up", { step in
      step.isSuccess && step.before.pending.count { $0.operation == step.operation } > 1
    }),
    ("is cancelled", { $0.runs?.outcome.isCancelled == true }),
    ("is asked for while it runs", { $0.runs?.count == 1...2 && $0.isLoad && $0.report?.runs.count == 1 }),
    ("a request fails with a 4xx", { step in
      if case .network(.serverError(400..<500), _)? = step.failure?.meaning { step.isLoad } else { false }
    }),
    ("a request is rate limited", { $0.isLoad && $0.failure?.meaning.expected.name == "rateLimited" }),
    ("a form is refused", { step in
      if case .submit? = step.call, case .validation? = step.failure?.meaning { true } else { false }
    }),
    ("not to be retried by itself", { step in
      step.failure.map { $0.meaning.mayBeRetried && !$0.meaning.mayBeRetriedUnasked } ?? false
    }),
    ("a retry succeeds", { $0.isSuccess && $0.taps > 0 }),
    ("a retry fails", { $0.taps > 0 && $0.runs != nil && $0.failure != nil }),
    ("tapped again", { $0.taps > 1 && $0.runs != nil }),
    ("tapped while it runs", { $0.report?.isTappedWhileItRuns == true }),
    ("dismissed while it runs", { step in
      if case .retryWhileLeaving? = step.call { step.report?.runs.isEmpty == false } else { false }
    }),
    ("an error that is gone", { if case .retryGone? = $0.call { true } else { false } }),
  ]
}

extension ErrorHandlingModel.Call {
  /// What a run or a request fails with.
  var failure: Failure? {
    switch self {
    case .submit(let failure), .report(let failure, _), .load(_, .fails(let failure), _),
      .retry(_, .fails(let failure), _), .retryWhileLeaving(.fails(let failure), _, _):
      failure
    case .load, .retry, .retryWhileLeaving, .dismiss, .retryGone: nil
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
  fileprivate var operation: String? { runs?.operation }
  fileprivate var loadBefore: ErrorHandlingModel.Load? { operation.flatMap { before.loads[$0] } }
  fileprivate var isSuccess: Bool { if case .succeeds? = runs?.outcome { true } else { false } }
  fileprivate var isLoad: Bool { if case .load? = call { true } else { false } }
  fileprivate var taps: Int { if case .retry(_, _, let taps)? = call { taps } else { 0 } }
}

extension ErrorHandlingModel.Load {
  fileprivate var hasFailed: Bool { if case .failed = state { true } else { false } }
}
