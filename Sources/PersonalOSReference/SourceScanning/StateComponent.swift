import Observation

/// A component that holds state which views show, with ways to change it: what POS-70 asks about each.
///
/// An adopter adds its own to ``SourceScanningSystem/components``.
public struct StateComponent: Sendable {
  /// One property that a view may read, and something that changes it.
  public struct Probe: Sendable {
    /// The property's name.
    public let name: String
    /// What a view would show of it.
    public let read: @MainActor @Sendable () -> String
    /// Brings the property into a state that shows the number, by the component's own operations. After
    /// 1,001, which comes last, it reads differently than after 1,000; what changes but once does it then.
    public let change: @MainActor @Sendable (Int) async throws -> Void

    public init(
      _ name: String, read: @escaping @MainActor @Sendable () -> String,
      change: @escaping @MainActor @Sendable (Int) async throws -> Void
    ) {
      self.name = name
      self.read = read
      self.change = change
    }
  }

  /// A new instance, and the probes of it.
  public struct Instance {
    public let object: AnyObject
    public let probes: [Probe]

    public init(_ object: AnyObject, probes: [Probe]) {
      self.object = object
      self.probes = probes
    }
  }

  public let name: String
  public let open: @MainActor @Sendable () async throws -> Instance

  public init(_ name: String, open: @escaping @MainActor @Sendable () async throws -> Instance) {
    self.name = name
    self.open = open
  }
}
