import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

extension Generator where Value == ErrorBurst {
  /// Up to four reporters; some report up to three errors, others 6 to 12.
  static var errorBurst: Generator {
    let reporter = Generator<[Failure]>.oneOf(
      .array(of: .failure(), count: 0...3), .array(of: .failure(), count: 6...12))
    return .build(
      ErrorBurst.init, from: .oneOf(.array(of: reporter, count: 0...1), .array(of: reporter, count: 2...4)),
      .int(in: 0...2), .int(in: 0...12), .int(in: 0...4), .array(of: .headlines, count: 0...5))
  }
}

extension ErrorBurst {
  /// Everything at once, until nothing can go on any more: nobody waits for the user. At last he dismisses the rest.
  @MainActor
  func run(in errors: ErrorSystem) async throws -> [Step] {
    let presenter = RecordingPresenter(errors.makePresenter(errors.makeLog(100, [])) { .distantPast })
    for (task, failures) in reporters.enumerated() {
      Task {
        for (number, failure) in failures.enumerated() {
          let operation = "report \(number) of task \(task)"
          if number.isMultiple(of: 2) {
            presenter.present(failure.error, during: operation, retry: nil)
          } else {
            let setup = LoaderSetup(operation: operation, presenter: presenter) { throw failure.error }
            await errors.makeLoader(setup).load()
          }
          presenter.record(.returns)
          for _ in 0..<reporterTurns { await Task.yield() }
        }
      }
    }
    Task {
      for _ in 0..<dismissals {
        for _ in 0..<dismissalTurns { await Task.yield() }
        presenter.dismiss()
      }
    }
    Task {
      for (number, list) in updates.enumerated() {
        let answer = list + ["update \(number)"]
        let loader = errors.makeLoader(
          LoaderSetup(operation: "the view", presenter: presenter) {
            await Task.yield()
            return answer
          })
        await loader.load()
        presenter.record(.updates(answer, shown: loader.value, loader.state))
        await Task.yield()
      }
    }
    try await Task.sleep(for: .seconds(60))
    for _ in 0..<reports { presenter.dismiss() }
    return presenter.history
  }
}

/// Passes everything on, and records it.
@MainActor
private final class RecordingPresenter: ErrorPresenting {
  private(set) var history: [ErrorBurst.Step] = []
  private let base: any ErrorPresenting

  init(_ base: any ErrorPresenting) { self.base = base }

  var currentError: PresentedError? { base.currentError }
  var errorQueue: [PresentedError] { base.errorQueue }

  func record(_ event: ErrorBurst.Event) { history.append((event, base.errorQueue, base.currentError)) }

  @discardableResult
  func present(_ error: any Error, during operation: String, retry: RetryAction?) -> PresentedError {
    let shown = base.present(error, during: operation, retry: retry)
    record(.presents(operation, shown.error))
    return shown
  }

  func dismiss() {
    base.dismiss()
    record(.dismisses)
  }

  func withdraw(operation: String) {
    base.withdraw(operation: operation)
    record(.withdraws(operation))
  }

  func retry(for id: UUID) async { await base.retry(for: id) }
}
