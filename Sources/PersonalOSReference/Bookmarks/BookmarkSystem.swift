/// Stable identifiers, bookmarks and tasks from articles, as the properties see it: one closure per thing it does.
public struct BookmarkSystem: Sendable {
  /// The reference.
  public static let reference = BookmarkSystem()
}
