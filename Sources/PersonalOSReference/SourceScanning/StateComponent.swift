import Observation

/// A component with state that views show, and with ways to change the state. POS-70 tests each component.
///
/// An adopter adds its own components to ``SourceScanningSystem/components``.
public struct StateComponent: Sendable {
  /// A property that a view may read, and an operation that changes it.
  public struct Probe: Sendable {
    /// The property's name.
    public let name: String
    /// Returns what a view would show of the property.
    public let read: @MainActor @Sendable () -> String
    /// Changes the property by the component's own operations, so that it shows the number. The last number is 1,001.
    /// After it the property must read differently than after 1,000; a property that changes only once changes then.
    public let change: @MainActor @Sendable (Int) async throws -> Void

    /// Creates a probe from its parts.
    public init(
      _ name: String, read: @escaping @MainActor @Sendable () -> String,
      change: @escaping @MainActor @Sendable (Int) async throws -> Void
    ) {
      self.name = name
      self.read = read
      self.change = change
    }
  }

  /// A new instance of the component, with its probes.
  public struct Instance {
    /// The instance, which must be observable.
    public let object: AnyObject
    /// The probes of the instance's properties.
    public let probes: [Probe]

    /// Creates an instance from its parts.
    public init(_ object: AnyObject, probes: [Probe]) {
      self.object = object
      self.probes = probes
    }
  }

  /// The component's name, which is that of its type for the components of the reference.
  public let name: String
  /// Makes a new instance, independent of all earlier ones.
  public let open: @MainActor @Sendable () async throws -> Instance

  /// Creates a component.
  /// - Parameter open: makes a new instance at each call.
  public init(_ name: String, open: @escaping @MainActor @Sendable () async throws -> Instance) {
    self.name = name
    self.open = open
  }
}
