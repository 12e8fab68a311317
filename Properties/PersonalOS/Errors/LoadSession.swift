import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// Two view models that load, the presenter that they share, and the model of what the user should see.
@MainActor
final class LoadSession {
  private static let operations = ["load prices", "load projects"]

  private let trial: Trial
  private let presenter: any ErrorPresenting
  private let servers: [LoadServer]
  private let loaders: [any ListLoading]
  private var expected = [ExpectedLoad(), ExpectedLoad()]
  private var expectedErrors: [ExpectedError] = []
  /// Each message that was shown, with the case it stood for.
  private var messages: [String: String] = [:]
  private var secrets: [String] = []

  init(_ errors: ErrorSystem, _ trial: Trial) {
    self.trial = trial
    let presenter = errors.makePresenter(errors.makeLog(100, [])) { .distantPast }
    self.presenter = presenter
    servers = [LoadServer(), LoadServer()]
    loaders = zip(Self.operations, servers).map { operation, server in
      errors.makeLoader(
        LoaderSetup(operation: operation, presenter: presenter) { try await server.answer() })
    }
    for (server, loader) in zip(servers, loaders) { server.loader = loader }
  }

  func perform(_ step: LoadScript.Step) async throws {
    trial.note(describe(step))
    if step.dismissesFirst {
      presenter.dismiss()
      _ = expectedErrors.isEmpty ? nil : expectedErrors.removeFirst()
    }
    if step.failsElsewhereFirst {
      let meaning = AppError.network(.timeout, retryable: true)
      presenter.present(meaning, during: Self.operations[step.resource], retry: nil)
      expectedErrors.append(ExpectedError(Self.operations[step.resource], meaning))
    }
    let server = servers[step.resource]
    server.begin(step.outcome)
    let loads = startLoads(step)
    for load in loads { await load.value }

    try expect("the server was asked", server.loadsSeen.count, isOneOf: 1...loads.count)
    try expect("requests on their way at one time", server.mostAtOnce, equals: 1)
    for load in server.loadsSeen {
      let before = expected[step.resource]
      expected[step.resource].handle(.begins)
      try expect("the state while it loads", load.state, equals: expected[step.resource].state)
      try expect("what is on show while it loads", load.value, equals: before.value)
      model(step, before)
    }
    trial.label("is asked for while it runs", if: loads.count > 1 && server.loadsSeen.count == 1)
  }

  private func startLoads(_ step: LoadScript.Step) -> [Task<Void, Never>] {
    let (loader, presenter) = (loaders[step.resource], presenter)
    let operation = Self.operations[step.resource]
    let error = presenter.errorQueue.first { $0.operation == operation && $0.offersRetry }
    if case .retryAlone = step.other, let error {
      trial.label("is retried")
      return [Task { await presenter.retry(for: error.id) }]
    }
    let load = Task { await loader.load() }
    switch step.other {
    case .nothing, .retryAlone: return [load]
    case .load: return [load, Task { await loader.load() }]
    case .retry:
      guard let error else { return [load] }
      trial.label("is retried while it runs")
      return [load, Task { await presenter.retry(for: error.id) }]
    }
  }

  private func model(_ step: LoadScript.Step, _ before: ExpectedLoad) {
    let operation = Self.operations[step.resource]
    switch step.outcome {
    case .succeeds(let list):
      expected[step.resource].handle(.ends(with: list))
      expectedErrors.removeAll { $0.operation == operation }
      trial.label("succeeds after a failure", if: before.hasFailed)
      trial.label("makes several failures up", if: step.failsElsewhereFirst && before.hasFailed)
    case .fails(let failure):
      expected[step.resource].handle(.breaks(with: failure.meaning))
      expectedErrors.removeAll { $0.operation == operation }
      expectedErrors.append(ExpectedError(operation, failure.meaning))
      secrets += failure.secrets
      trial.label("fails with a list on show", if: before.value?.isEmpty == false)
      trial.label("fails with an error of a library", if: failure.kind == .foreign)
    case .isCancelled:
      expected[step.resource].handle(.isCalledOff)
      trial.label("is cancelled")
    }
  }

  func expectStatesAsModelled() throws {
    for (loader, expected) in zip(loaders, expected) {
      try expect("state", loader.state, equals: expected.state)
      try expect("on show", loader.value, equals: expected.value)
    }
  }

  /// Every failure that nothing has made up for is there to be read, and says what it is.
  func expectErrorsOnShow() throws {
    try expect("pending errors", presenter.errorQueue.map(ExpectedError.init), equals: expectedErrors)
    try expect("the current error", presenter.currentError?.id, equals: presenter.errorQueue.first?.id)
    for shown in presenter.errorQueue {
      let message = shown.message
      try expect("“\(message)” says, without", message.firstMissing(of: shown.error.expectedTells), equals: nil)
      try expect("the message names no internals: \(message)", !message.tellsInternals(of: shown.error))
      for secret in secrets { try expect("the message keeps secrets", !message.contains(secret)) }
      let title = shown.error.caseTitle
      try expect("what “\(message)” stands for", messages[message, default: title], equals: title)
      messages[message] = title
    }
    trial.label("two kinds of failure", if: messages.count > 1)
  }
}

/// Answers a load as the script says, and looks at the view model meanwhile.
@MainActor
final class LoadServer {
  weak var loader: (any ListLoading)?
  private var outcome = LoadScript.Outcome.isCancelled
  private(set) var loadsSeen: [(state: LoadState?, value: [String]?)] = []
  private(set) var mostAtOnce = 0
  private var atOnce = 0

  func begin(_ outcome: LoadScript.Outcome) {
    self.outcome = outcome
    loadsSeen = []
    mostAtOnce = 0
  }

  func answer() async throws -> [String] {
    atOnce += 1
    mostAtOnce = max(mostAtOnce, atOnce)
    defer { atOnce -= 1 }
    await Task.yield()
    loadsSeen.append((loader?.state, loader?.value))
    await Task.yield()
    switch outcome {
    case .succeeds(let list): return list
    case .fails(let failure): throw failure.error
    case .isCancelled: throw CancellationError()
    }
  }
}

extension String {
  /// Whether it contains how a program prints the error or a part of it.
  fileprivate func tellsInternals(of error: AppError) -> Bool {
    let names = [
      "AppError", "noConnection", "serverError", "rateLimited", "invalidResponse", "migrationFailed",
      "corruptedData", "constraintViolation", "concurrencyConflict", "insufficientQuantity",
      "negativePosition", "invalidPrice", "invalidDate", "certificateValidationFailed",
      "keychainAccessDenied", "encryptionFailed", "retryable", "recoverable", "LibraryFailure", "/data/",
    ]
    return names.contains { contains($0) } || contains(error.debugDescription) || contains("\(error)")
  }
}

func expect(
  _ claim: @autoclosure () -> String, _ actual: Int, isOneOf range: ClosedRange<Int>,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
) throws {
  try expect(
    "\(claim()): one of \(range), got \(actual)", range.contains(actual), fileID: fileID, filePath: filePath,
    line: line)
}
