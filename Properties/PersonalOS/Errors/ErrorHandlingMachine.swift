import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// What must hold after each call of `ErrorHandlingModel`.
extension Invariant<ErrorHandlingModel, ErrorHandlingDriver> {
  static let pending = Invariant("the pending errors, in order", model: \.pending, system: { await $0.pending })
  static let current = Invariant("the first is the current one") { _, app in
    await app.presenter.currentError == app.presenter.errorQueue.first
  }
  static let loads = Invariant("what the views show", model: \.loads, system: { await $0.loads })
  static let identities = Invariant("each pending error is one of its own, and none that is gone") { _, app in
    let (ids, gone) = (await app.presenter.errorQueue.map(\.id), await app.gone)
    return Set(ids).count == ids.count && Set(ids).isDisjoint(with: gone)
  }
  static let retries = Invariant("an error can be retried if that helps") { _, app in
    for error in await app.presenter.errorQueue.map(\.error) {
      try expect("\(error) can be retried", error.canRetry, equals: error.expected.canRetry)
      let recovers = app.recovery.canRecover(from: error)
      try expect("\(error) is retried without the user's request", recovers, equals: error.mayBeRetriedUnasked)
    }
    return true
  }
  static let messages = Invariant("each message says what went wrong") { _, app in
    for shown in await app.presenter.errorQueue {
      let (message, error) = (shown.message, shown.error)
      try expect("the message", message, says: error.expected.tells)
      let internals = internalNames + [error.debugDescription, "\(error)"] + (await app.secrets)
      try expect("what “\(message)” must not tell", internals.first { message.contains($0) }, equals: nil)
      try expect("the cases that “\(message)” stands for", await app.messages[message]?.count, equals: 1)
    }
    return true
  }

  static let entries = Invariant("one entry for each error, in order") { model, app in
    let entries = app.log.entries
    try expect("entries", entries.count, equals: model.logged.count)
    for (index, (entry, expected)) in zip(entries, model.logged).enumerated() {
      try expected.judge(entry, "entry \(index + 1) of \(entries.count)")
    }
    return true
  }
  static let dropped = Invariant(
    "entries dropped", model: { $0.occurred.count - $0.logged.count }, system: { $0.log.droppedCount })
  static let secrecy = Invariant("no secret") { model, app in
    // A secret with a quote in it is printed in pieces; none of them may be seen either.
    let pieces = Set(model.occurred.flatMap(\.secrets).flatMap { $0.split { " \"密é&".contains($0) } })
    for text in app.log.entries.flatMap({ [$0.caseName, $0.debugDescription, $0.context] }) {
      try expect("what “\(text)” must not tell", pieces.first { text.contains($0) }, equals: nil)
    }
    return true
  }

  /// How programs print errors and their parts.
  private static let internalNames =
    ErrorSample.names.flatMap(codeNames) + ["retryable", "recoverable", "LibraryFailure", "/data/"]
}

extension StateMachine<ErrorHandlingModel, ErrorHandlingDriver> {
  static func errorHandling(
    by calls: @escaping @Sendable (Model) -> Generator<Model.Call>, of models: Generator<Model> = .constant(Model()),
    claiming claims: Invariant<Model, System>...
  ) -> StateMachine {
    let call = Command<Model, System>(
      "call", with: calls, requiring: { $0.allows($1) }, foreseeing: { $0.perform($1) },
      system: { app, call in await app.perform(call) },
      judging: { model, call, report in
        if case .recover(let first, let failures, _) = call {
          let recovery = model.recovery(from: first, failures)
          try expect("attempts of the recovery, and its end", report.recovery, equals: recovery)
        }
        let runs = model.perform(call, runs: report.runs.count)
        try expect("what runs, what its view shows meanwhile, and how many at once", report.runs, equals: runs)
        try expect("taps that return while the retry runs", report.earlyReturns, equals: 0)
      })
    return StateMachine(
      initially: models, commands: [Model.classes.reduce(call) { $0.labelled($1.name, $1.contains) }], invariants: claims
    )
    .labelling("two kinds of failure") { Set($0.pending.map(\.error.path)).count > 1 }
    .labelling("several errors offer a retry") { $0.pending.count(where: \.offersRetry) > 1 }
    .labelling("an error offers none") { $0.pending.contains { !$0.error.expected.canRetry } }
    .labelling("drops the oldest") { $0.logged.count < $0.occurred.count }
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
    .withLongCases
  }
}

extension ErrorHandlingModel {
  fileprivate func tells(_ isMeant: (_ secret: String, _ registered: [String]) -> Bool) -> Bool {
    occurred.flatMap(\.secrets).contains { isMeant($0, secrets) }
  }
}

/// The parts of a dotted name that are no words of the language: "serverError" of "NetworkError.serverError".
func codeNames(of name: String) -> [String] {
  name.split(separator: ".").map(String.init).filter { $0.dropFirst().contains(where: \.isUppercase) }
}
