import Foundation

/// The errors that wait for the user, in the order in which they were presented, and the retries that run. This is the core
/// of ``ErrorPresenter``, without clocks and tasks.
public struct ErrorQueue: Sendable {
  /// The input of the queue.
  public enum Event: Sendable {
    /// A new error for the end of the queue.
    case presented(PresentedError)
    /// The user has dismissed the first error.
    case dismissed
    /// The operation has succeeded since its errors were presented.
    case withdrawn(operation: String)
    /// The user wants to retry the operation of this error.
    case retryAsked(UUID)
    /// The retry of this error has ended.
    case retried(UUID, Outcome)
  }

  /// How a retry ended.
  public enum Outcome: Sendable {
    /// The operation succeeded, so the error is removed.
    case succeeded
    /// The operation failed again. The new error replaces the old one, at the end of the queue.
    case failed(PresentedError)
    /// The retry was cancelled, so the error stays as it is.
    case cancelled
  }

  /// The output of the queue.
  public enum Effect: Sendable, Equatable {
    /// Run the retry of this error once.
    case startRetry(UUID)
    /// Wait for the retry of this error that runs already.
    case joinRetry(UUID)
  }

  /// The errors that are not dismissed yet. The first one is on the screen. A severe error does not jump the queue.
  public private(set) var pending: [PresentedError] = []
  private var retrying: Set<UUID> = []

  /// Starts empty.
  public init() {}

  /// Takes an event and returns what to do: at most one effect, and none unless the event is `retryAsked`.
  public mutating func handle(_ event: Event) -> [Effect] {
    switch event {
    case .presented(let error):
      pending.append(error)
    case .dismissed:
      if !pending.isEmpty { pending.removeFirst() }
    case .withdrawn(let operation):
      pending.removeAll { $0.operation == operation }
    case .retryAsked(let id):
      if retrying.contains(id) { return [.joinRetry(id)] }
      guard pending.contains(where: { $0.id == id && $0.offersRetry }) else { return [] }
      retrying.insert(id)
      return [.startRetry(id)]
    case .retried(let id, let outcome):
      retrying.remove(id)
      if case .cancelled = outcome { return [] }
      pending.removeAll { $0.id == id }
      if case .failed(let error) = outcome { pending.append(error) }
    }
    return []
  }
}
