/// Remote configuration, environments and feature flags, as the properties see it: one closure per thing it does.
public struct ConfigurationSystem: Sendable {
  /// The reference.
  public static let reference = ConfigurationSystem()
}
