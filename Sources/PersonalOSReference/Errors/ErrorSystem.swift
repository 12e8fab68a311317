/// Presenting, logging and retrying errors, as the properties see it: one closure per thing it does.
public struct ErrorSystem: Sendable {
  /// The reference.
  public static let reference = ErrorSystem()
}
