import Synchronization

/// What a service is known by.
public struct DependencyKey<Service>: Hashable, Sendable {
  public let name: String

  public init(_ name: String) {
    self.name = name
  }

  /// The one service of its type.
  public init(_ type: Service.Type = Service.self) {
    name = String(describing: type)
  }
}

/// Who gives services out.
public protocol DependencyResolving: Sendable {
  /// The service; the same one each time.
  /// - Throws: ``DependencyError/missing(_:)``, which names what is really missing. Nothing else is affected,
  ///   and the call may be repeated once that is registered.
  func resolve<Service: Sendable>(_ key: DependencyKey<Service>) throws -> Service
}

/// Where services are registered and come from: see ``DependencyContainer``.
public protocol DependencyRegistry: DependencyResolving {
  /// From now on the service is made by `make`, when it is first asked for. Replaces an earlier registration.
  /// - Parameter make: asks its argument for what the service needs.
  func register<Service: Sendable>(
    _ key: DependencyKey<Service>, _ make: @escaping @Sendable (any DependencyResolving) throws -> Service)
}

/// Makes the app's services when they are asked for. A missing one is an error, never a crash and never a
/// dummy: who needs it stays idle and says so.
public final class DependencyContainer: DependencyRegistry {
  private struct State {
    var factories: [String: @Sendable (any DependencyResolving) throws -> any Sendable] = [:]
    var services: [String: any Sendable] = [:]
  }

  private let state = Mutex(State())

  public init() {}

  public func register<Service: Sendable>(
    _ key: DependencyKey<Service>, _ make: @escaping @Sendable (any DependencyResolving) throws -> Service
  ) {
    state.withLock { state in
      state.factories[key.name] = make
      state.services[key.name] = nil
    }
  }

  public func resolve<Service: Sendable>(_ key: DependencyKey<Service>) throws -> Service {
    try resolve(key, neededBy: [])
  }

  /// - Parameter path: the services that are being made, from the one that was asked for.
  fileprivate func resolve<Service: Sendable>(
    _ key: DependencyKey<Service>, neededBy path: [String]
  ) throws -> Service {
    let (known, factory) = state.withLock { ($0.services[key.name], $0.factories[key.name]) }
    if let known { return try typed(known, key) }
    // In the path already: it needs itself.
    guard let factory, !path.contains(key.name) else { throw DependencyError.missing(key.name) }
    let made: any Sendable
    do {
      made = try factory(PartResolver(container: self, path: path + [key.name]))
    } catch let error as DependencyError {
      throw error
    } catch {
      throw DependencyError.missing(key.name)
    }
    let service = try typed(made, key)
    // Somebody else may have made it meanwhile: one of them is everybody's.
    return try state.withLock { state in
      if let other = state.services[key.name] { return try typed(other, key) }
      state.services[key.name] = service
      return service
    }
  }

  private func typed<Service>(_ service: any Sendable, _ key: DependencyKey<Service>) throws -> Service {
    guard let service = service as? Service else { throw DependencyError.missing(key.name) }
    return service
  }
}

/// The container, for a service that is being made.
private struct PartResolver: DependencyResolving {
  let container: DependencyContainer
  let path: [String]

  func resolve<Service: Sendable>(_ key: DependencyKey<Service>) throws -> Service {
    try container.resolve(key, neededBy: path)
  }
}
