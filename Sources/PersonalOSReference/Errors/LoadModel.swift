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
    _ = await runningLoad().result
  }

  /// The retry of a failed load. A failure is presented where any load's is; cancelled, it has cured nothing.
  private func reload() async throws {
    if case .failure(let cancellation) = await runningLoad().result { throw cancellation }
  }

  /// The load under way, or a new one. Nothing can come between the look at `running` and the start: there is
  /// no suspension in it.
  private func runningLoad() -> Task<Void, any Error> {
    if let running { return running }
    progress.handle(.started)
    let task = Task { try await fetchAndSettle() }
    running = task
    return task
  }

  /// Ends in one step for all who look: the state, its error and what may come next change together.
  /// - Throws: `CancellationError` alone.
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
