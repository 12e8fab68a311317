import Observation

/// A view model of one list that is loaded.
@MainActor
public protocol ListLoading: AnyObject, Sendable {
  var state: LoadState { get }
  /// What the view shows: the last list that was loaded, also while a newer one is on its way or has failed.
  var value: [String]? { get }
  /// Loads, and presents the failure if it fails. While a load runs, waits for that one.
  func load() async
}

/// The state of one resource that a view loads, refreshes and retries.
@Observable
@MainActor
public final class LoadModel<Value: Sendable>: Sendable {
  private var progress = LoadProgress<Value>()
  @ObservationIgnored private var running: Task<Void, any Error>?
  private let operation: String
  private let presenter: any ErrorPresenting
  private let fetch: @Sendable () async throws -> Value

  /// - Parameters:
  ///   - operation: names the resource among all that present errors in one place: "load prices".
  ///   - fetch: asks for it. A `CancellationError` is no failure.
  public init(
    operation: String, presenter: any ErrorPresenting, fetch: @escaping @Sendable () async throws -> Value
  ) {
    self.operation = operation
    self.presenter = presenter
    self.fetch = fetch
  }

  public var state: LoadState { progress.state }
  public var value: Value? { progress.value }

  public func load() async {
    if let running {
      // Whoever started it tells of its failure.
      _ = await running.result
      return
    }
    do {
      try await start().value
    } catch is CancellationError {
      return
    } catch {
      presenter.withdraw(operation: operation)
      presenter.present(error, during: operation) { [weak self] in try await self?.reload() }
    }
  }

  /// The retry of a failed load: the presenter tells of its failure.
  private func reload() async throws {
    guard let running else { return try await start().value }
    // Whoever started it tells of its failure. Cancelled, it has cured nothing: the error stays.
    if case .failure(let error as CancellationError) = await running.result { throw error }
  }

  /// Nothing can come between the look at `running` and this: there is no suspension in it.
  private func start() -> Task<Void, any Error> {
    progress.handle(.started)
    let task = Task { try await fetchAndSettle() }
    running = task
    return task
  }

  private func fetchAndSettle() async throws {
    defer { running = nil }
    do {
      progress.handle(.succeeded(try await fetch()))
      presenter.withdraw(operation: operation)
    } catch {
      progress.handle(error is CancellationError ? .cancelled : .failed(AppError(error)))
      throw error
    }
  }
}

extension LoadModel: ListLoading where Value == [String] {}
