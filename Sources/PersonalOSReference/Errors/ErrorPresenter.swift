import Foundation
import Observation

/// What shows errors to the user and lets him retry.
///
/// Presenting never waits for the user: a failure costs the code that reports it nothing more than a line
/// in a queue.
@MainActor
public protocol ErrorPresenting: AnyObject, Sendable {
  /// The one that is shown: the first of ``errorQueue``.
  var currentError: PresentedError? { get }
  /// All that are not dismissed yet, in the order in which they came, the current one first.
  var errorQueue: [PresentedError] { get }
  /// Shows the error behind those that wait, and writes it down in the log.
  /// - Parameters:
  ///   - operation: what failed.
  ///   - retry: does it again. Kept only where the error can be retried. Where it fails it throws, and the
  ///     presenter presents that; or it presents its failure itself, and returns.
  @discardableResult
  func present(_ error: any Error, during operation: String, retry: RetryAction?) -> PresentedError
  /// Done with the current one; the next comes up. Nothing where there is none.
  func dismiss()
  /// Takes away the errors of an operation that has since succeeded.
  func withdraw(operation: String)
  /// Runs the action that was registered with this error. Success takes the error away, failure puts a new
  /// one at the end of the queue; a cancelled action leaves things as they are. While it runs, further
  /// calls wait for it and start nothing. Nothing where the error is gone or offers no retry.
  func retry(for id: UUID) async
}

/// Does once more what failed; throws where it fails again.
public typealias RetryAction = @MainActor @Sendable () async throws -> Void

/// The app's presenter: banners, one at a time, first come first shown.
@Observable
@MainActor
public final class ErrorPresenter: ErrorPresenting {
  private var queue = ErrorQueue()
  @ObservationIgnored private var retries: [UUID: (operation: String, action: RetryAction)] = [:]
  @ObservationIgnored private var running: [UUID: Task<Void, Never>] = [:]
  private let log: any ErrorLog
  private let now: @Sendable () -> Date

  public init(log: any ErrorLog, now: @escaping @Sendable () -> Date = { Date() }) {
    self.log = log
    self.now = now
  }

  public var currentError: PresentedError? { queue.pending.first }
  public var errorQueue: [PresentedError] { queue.pending }

  @discardableResult
  public func present(
    _ error: any Error, during operation: String, retry: RetryAction? = nil
  ) -> PresentedError {
    let presented = prepare(error, operation, retry)
    handle(.presented(presented))
    return presented
  }

  public func dismiss() {
    handle(.dismissed)
  }

  public func withdraw(operation: String) {
    handle(.withdrawn(operation: operation))
  }

  public func retry(for id: UUID) async {
    if queue.handle(.retryAsked(id)) == [.startRetry(id)], let retry = retries[id] {
      running[id] = Task { await run(retry.action, retry.operation, of: id) }
    }
    await running[id]?.value
  }

  private func run(_ action: @escaping RetryAction, _ operation: String, of id: UUID) async {
    let outcome: ErrorQueue.Outcome
    do {
      try await action()
      outcome = .succeeded
    } catch is CancellationError {
      outcome = .cancelled
    } catch {
      outcome = .failed(prepare(error, operation, action))
    }
    running[id] = nil
    handle(.retried(id, outcome))
  }

  /// Writes the error down, and keeps what would retry it.
  private func prepare(_ error: any Error, _ operation: String, _ retry: RetryAction?) -> PresentedError {
    let asked = appError(of: error)
    log.record(error, severity: asked.severity, context: operation, at: now())
    let action = asked.canRetry ? retry : nil
    let presented = PresentedError(
      id: UUID(), error: AppError(error), message: asked.userMessage, operation: operation,
      offersRetry: action != nil)
    retries[presented.id] = action.map { (operation, $0) }
    return presented
  }

  private func handle(_ event: ErrorQueue.Event) {
    // A retry that is due comes from `retryAsked` alone.
    _ = queue.handle(event)
    // A newcomer takes nothing away: however many wait, to present one more costs the same.
    if case .presented = event { return }
    let pending = Set(queue.pending.map(\.id))
    retries = retries.filter { pending.contains($0.key) }
  }
}
