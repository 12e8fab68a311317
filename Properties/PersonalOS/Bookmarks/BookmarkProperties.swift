import PersonalOSReference
import PropertyTesting

/// Bookmarks: the same article, whatever its address looks like.
public enum BookmarkProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = []
}
