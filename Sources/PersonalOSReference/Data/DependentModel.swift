import Observation

/// A part of the app that needs a service. Without the service it is idle, says why, and can be started again.
@MainActor
@Observable
public final class DependentModel<Service: Sendable> {
  /// The service, or nil while the part is idle.
  public private(set) var service: Service?
  /// Why the part is idle. It is nil before the first start, and while the part has its service.
  public private(set) var error: AppError?
  private let key: DependencyKey<Service>
  private let dependencies: any DependencyResolving

  /// Creates an idle part. ``start()`` resolves the service.
  public init(_ key: DependencyKey<Service>, from dependencies: any DependencyResolving) {
    self.key = key
    self.dependencies = dependencies
  }

  /// Resolves the service if the part has none yet. If that fails, ``error`` says why.
  public func start() {
    guard service == nil else { return }
    do {
      service = try dependencies.resolve(key)
      error = nil
    } catch {
      self.error = AppError(error)
    }
  }

  /// Runs the action with the service.
  /// - Returns: the action's result, or nil while the part is idle. Then the action did not run.
  public func perform<Result>(_ action: (Service) throws -> Result) rethrows -> Result? {
    try service.map(action)
  }
}
