import Foundation
import Observation

/// Shows errors to the user and lets him retry.
///
/// ``present(_:during:retry:)`` never waits for the user. The code that reports a failure only adds an entry to a queue.
@MainActor
public protocol ErrorPresenting: AnyObject, Sendable {
  /// The error on the screen: the first of ``errorQueue``. It is nil if the queue is empty.
  var currentError: PresentedError? { get }
  /// All errors that are not dismissed yet, in the order in which they were presented. The current one is first.
  var errorQueue: [PresentedError] { get }
  /// Adds the error to the end of the queue and writes it to the log.
  /// - Parameters:
  ///   - operation: The operation that failed.
  ///   - retry: Repeats the operation. The presenter keeps it only if the error can be retried. If it throws, the presenter
  ///     presents the new error. It may also present its own failure and return.
  @discardableResult
  func present(_ error: any Error, during operation: String, retry: RetryAction?) -> PresentedError
  /// Removes the current error and shows the next one. It does nothing if the queue is empty.
  func dismiss()
  /// Removes all errors of an operation that has succeeded since.
  func withdraw(operation: String)
  /// Runs the retry of this error. If it succeeds, the error is removed. If it fails, the new error replaces it, at the end
  /// of the queue. If it is cancelled, the queue stays as it is. While the retry runs, further calls wait for it and start
  /// nothing. It does nothing if the error is gone or offers no retry.
  func retry(for id: UUID) async
}

/// Repeats an operation that failed. It throws if the operation fails again.
public typealias RetryAction = @MainActor @Sendable () async throws -> Void

/// The app's presenter. It shows one banner at a time, first come, first shown.
@Observable
@MainActor
public final class ErrorPresenter: ErrorPresenting {
  private var queue = ErrorQueue()
  @ObservationIgnored private var retries: [UUID: (operation: String, action: RetryAction)] = [:]
  @ObservationIgnored private var running: [UUID: Task<Void, Never>] = [:]
  private let log: any ErrorLog
  private let now: @Sendable () -> Date

  /// Creates a presenter with an empty queue.
  /// - Parameters:
  ///   - log: Records every error that is presented.
  ///   - now: Returns the date for the log entries.
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

  /// Writes the error to the log and keeps its retry, if the error can be retried.
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
    // Only `retryAsked` has an effect, and `retry(for:)` handles it.
    _ = queue.handle(event)
    // A new error removes none, so no retry must be forgotten. So the cost of presenting does not depend on the length of
    // the queue.
    if case .presented = event { return }
    let pending = Set(queue.pending.map(\.id))
    retries = retries.filter { pending.contains($0.key) }
  }
}
