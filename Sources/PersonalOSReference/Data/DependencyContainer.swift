import Synchronization

/// What a service is known by.
public struct DependencyKey<Service>: Hashable, Sendable {
  public let name: String

  public init(_ name: String) {
    self.name = name
  }

  /// The one service of its type.
  public init(_ type: Service.Type = Service.self) {
    // With its module and the types around it, so that no two types are alike.
    name = String(reflecting: type)
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
  /// From now on the service is made by `make`, when it is first asked for. Replaces an earlier registration;
  /// who has that one's service keeps it.
  /// - Parameter make: asks its argument for what the service needs.
  func register<Service: Sendable>(
    _ key: DependencyKey<Service>, _ make: @escaping @Sendable (any DependencyResolving) throws -> Service)
}

/// Makes the app's services when they are asked for. A missing one is an error, never a crash and never a
/// dummy: who needs it stays idle and says so.
public final class DependencyContainer: DependencyRegistry {
  private struct Registration {
    let number: Int
    let make: @Sendable (any DependencyResolving) throws -> any Sendable
    /// Nil until it is made.
    var service: (any Sendable)?
  }

  private struct State {
    var registrations: [String: Registration] = [:]
    var count = 0
  }

  private let state = Mutex(State())

  public init() {}

  public func register<Service: Sendable>(
    _ key: DependencyKey<Service>, _ make: @escaping @Sendable (any DependencyResolving) throws -> Service
  ) {
    state.withLock { state in
      state.count += 1
      state.registrations[key.name] = Registration(number: state.count, make: make)
    }
  }

  public func resolve<Service: Sendable>(_ key: DependencyKey<Service>) throws -> Service {
    try resolve(key, neededBy: [])
  }

  /// - Parameter path: the services that are being made, from the one that was asked for.
  fileprivate func resolve<Service: Sendable>(
    _ key: DependencyKey<Service>, neededBy path: [String]
  ) throws -> Service {
    let registration = state.withLock { $0.registrations[key.name] }
    if let known = registration?.service { return try typed(known, key) }
    // In the path already: it needs itself.
    guard let registration, !path.contains(key.name) else { throw DependencyError.missing(key.name) }
    let made: any Sendable
    do {
      made = try registration.make(PartResolver(container: self, path: path + [key.name]))
    } catch let error as DependencyError {
      throw error
    } catch {
      throw DependencyError.missing(key.name)
    }
    let service = try typed(made, key)
    return try state.withLock { state in
      // Registered anew meanwhile: who asks from now on does not get this one.
      guard state.registrations[key.name]?.number == registration.number else { return service }
      // Somebody else may have made it meanwhile: one of them is everybody's.
      if let other = state.registrations[key.name]?.service { return try typed(other, key) }
      state.registrations[key.name]?.service = service
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
