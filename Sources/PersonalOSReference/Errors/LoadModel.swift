import Observation

/// A view model that loads one list.
@MainActor
public protocol ListLoading: AnyObject, Sendable {
  /// The state of the last load.
  var state: LoadState { get }
  /// The list that the view shows: the last one that was loaded. It stays while a newer load runs, and after that has
  /// failed. It is nil before the first success.
  var value: [String]? { get }
  /// Loads the list and presents a failure. If a load runs already, this waits for that one instead.
  func load() async
}

/// A view model of one resource that a view loads, refreshes and retries.
@Observable
@MainActor
public final class LoadModel<Value: Sendable>: Sendable {
  private var progress = LoadProgress<Value>()
  @ObservationIgnored private var running: Task<Void, any Error>?
  private let operation: String
  private let presenter: any ErrorPresenting
  private let fetch: @Sendable () async throws -> Value

  /// Creates a view model that has loaded nothing.
  /// - Parameters:
  ///   - operation: Identifies the resource among all that present errors with the same presenter, such as "load prices".
  ///   - fetch: Loads the resource. A `CancellationError` is not a failure.
  public init(
    operation: String, presenter: any ErrorPresenting, fetch: @escaping @Sendable () async throws -> Value
  ) {
    self.operation = operation
    self.presenter = presenter
    self.fetch = fetch
  }

  /// The state of the last load.
  public var state: LoadState { progress.state }
  /// The value that was loaded last. It stays while a newer load runs, and after that has failed. It is nil before the
  /// first success.
  public var value: Value? { progress.value }

  /// Loads the resource, and returns when the load has ended. A failure is presented, with a retry. If a load runs already,
  /// this waits for that one instead.
  public func load() async {
    _ = await runningLoad().result
  }

  /// The retry of a failed load. A new failure is presented as that of any load. A cancelled retry throws, so the presented
  /// error stays.
  private func reload() async throws {
    if case .failure(let cancellation) = await runningLoad().result { throw cancellation }
  }

  /// The running load, or a new one. This function does not suspend, so two loads cannot start at once.
  private func runningLoad() -> Task<Void, any Error> {
    if let running { return running }
    progress.handle(.started)
    let task = Task { try await fetchAndSettle() }
    running = task
    return task
  }

  /// Runs the load. At its end, the state, the presented error and `running` change in one step for all observers.
  /// - Throws: `CancellationError` only.
  private func fetchAndSettle() async throws {
    defer { running = nil }
    do {
      progress.handle(.succeeded(try await fetch()))
      presenter.withdraw(operation: operation)
    } catch let cancellation as CancellationError {
      progress.handle(.cancelled)
      throw cancellation
    } catch {
      progress.handle(.failed(AppError(error)))
      presenter.withdraw(operation: operation)
      presenter.present(error, during: operation) { [weak self] in try await self?.reload() }
    }
  }
}

extension LoadModel: ListLoading where Value == [String] {}
