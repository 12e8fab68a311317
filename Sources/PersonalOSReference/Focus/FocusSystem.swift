/// The focus timer and its notices, as the properties see it: one closure per thing it does.
public struct FocusSystem: Sendable {
  /// The reference.
  public static let reference = FocusSystem()
}
