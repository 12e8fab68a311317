/// The source scanner, as the properties see it: one closure per thing it does.
public struct SourceScanningSystem: Sendable {
  /// The reference.
  public static let reference = SourceScanningSystem()
}
