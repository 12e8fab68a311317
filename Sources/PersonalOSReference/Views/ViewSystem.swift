/// The life cycle of views and their models, as the properties see it: one closure per thing it does.
public struct ViewSystem: Sendable {
  /// The reference.
  public static let reference = ViewSystem()
}
