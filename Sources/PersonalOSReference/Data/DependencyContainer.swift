import Synchronization

/// The key of a service in the container.
public struct DependencyKey<Service>: Hashable, Sendable {
  /// The text that identifies the service. Keys with the same name share one registration.
  public let name: String

  /// Creates a key with a name, for one of several services of a type or for a protocol.
  public init(_ name: String) {
    self.name = name
  }

  /// Creates the key for the only service of its type.
  public init(_ type: Service.Type = Service.self) {
    // The name includes the module and the enclosing types, so that no two types share a key.
    name = String(reflecting: type)
  }
}

/// Gives out services.
public protocol DependencyResolving: Sendable {
  /// Returns the service, the same one each time. The first call makes it. A key of another type with the same name counts
  /// as missing.
  /// - Throws: ``DependencyError/missing(_:)`` with the name of the service that is actually missing. Nothing else is
  ///   affected. You may call again once that service is registered.
  func resolve<Service: Sendable>(_ key: DependencyKey<Service>) throws -> Service
}

/// Registers services and gives them out. See ``DependencyContainer``.
public protocol DependencyRegistry: DependencyResolving {
  /// Registers how to make a service. The first request for it calls `make`. This replaces an earlier registration, but
  /// callers that hold its service keep it.
  /// - Parameter make: Makes the service. It resolves the services that it needs from its argument.
  func register<Service: Sendable>(
    _ key: DependencyKey<Service>, _ make: @escaping @Sendable (any DependencyResolving) throws -> Service)
}

/// Makes the app's services on demand. A missing service is an error. It is never a crash or a dummy, and a part that needs
/// the service stays idle and says so.
public final class DependencyContainer: DependencyRegistry {
  private struct Registration {
    let number: Int
    let make: @Sendable (any DependencyResolving) throws -> any Sendable
    /// The service, or nil until it is made.
    var service: (any Sendable)?
  }

  private struct State {
    var registrations: [String: Registration] = [:]
    var count = 0
  }

  private let state = Mutex(State())

  /// Creates a container without registrations.
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

  /// Resolves a service for another one.
  /// - Parameter path: The names of the services that are being made, the first request first.
  fileprivate func resolve<Service: Sendable>(
    _ key: DependencyKey<Service>, neededBy path: [String]
  ) throws -> Service {
    let registration = state.withLock { $0.registrations[key.name] }
    if let known = registration?.service { return try typed(known, key) }
    // A service that is already in the path needs itself.
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
      // The service was registered again in the meantime, so later callers must not get this one.
      guard state.registrations[key.name]?.number == registration.number else { return service }
      // Another caller may have made the service in the meantime. Then all callers get that one.
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

/// Gives out services to a service that is being made. It remembers the path, to find cycles.
private struct PartResolver: DependencyResolving {
  let container: DependencyContainer
  let path: [String]

  func resolve<Service: Sendable>(_ key: DependencyKey<Service>) throws -> Service {
    try container.resolve(key, neededBy: path)
  }
}
