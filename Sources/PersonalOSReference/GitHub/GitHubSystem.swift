/// Sync with GitHub, as the properties see it: one closure per thing it does.
public struct GitHubSystem: Sendable {
  /// The reference.
  public static let reference = GitHubSystem()
}
