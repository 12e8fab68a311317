import Foundation

/// The errors that wait to be seen, in the order in which they came, and the retries that run: the core of
/// ``ErrorPresenter``, without time or tasks.
public struct ErrorQueue: Sendable {
  public enum Event: Sendable {
    case presented(PresentedError)
    /// The user is done with the first.
    case dismissed
    /// What failed has since succeeded.
    case withdrawn(operation: String)
    case retryAsked(UUID)
    case retried(UUID, Outcome)
  }

  public enum Outcome: Sendable {
    case succeeded
    /// With the failure as it is to be presented.
    case failed(PresentedError)
    /// Neither: the error stays as it is.
    case cancelled
  }

  public enum Effect: Sendable, Equatable {
    /// Run the registered action of the error, once.
    case startRetry(UUID)
    /// Wait for the one that runs.
    case joinRetry(UUID)
  }

  /// The first is the one that is shown. A severe error keeps its place like any other.
  public private(set) var pending: [PresentedError] = []
  private var retrying: Set<UUID> = []

  public init() {}

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
