/// News and where it comes from, as the properties see it: one closure per thing it does.
public struct NewsSystem: Sendable {
  /// The reference.
  public static let reference = NewsSystem()
}
