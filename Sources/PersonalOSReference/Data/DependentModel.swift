import Observation

/// A part of the app that needs a service: without it, it is idle, says why, and can be started again.
@MainActor
@Observable
public final class DependentModel<Service: Sendable> {
  /// Nil while it is idle.
  public private(set) var service: Service?
  /// Why it is idle; nil before the first start.
  public private(set) var error: AppError?
  private let key: DependencyKey<Service>
  private let dependencies: any DependencyResolving

  public init(_ key: DependencyKey<Service>, from dependencies: any DependencyResolving) {
    self.key = key
    self.dependencies = dependencies
  }

  /// Gets the service, where it has none yet.
  public func start() {
    guard service == nil else { return }
    do {
      service = try dependencies.resolve(key)
      error = nil
    } catch {
      self.error = AppError(error)
    }
  }

  /// Does something with the service. Nil, and nothing is done, while it is idle.
  public func perform<Result>(_ action: (Service) throws -> Result) rethrows -> Result? {
    try service.map(action)
  }
}
