/// The social dashboard, as the properties see it: one closure per thing it does.
public struct SocialSystem: Sendable {
  /// The reference.
  public static let reference = SocialSystem()
}
