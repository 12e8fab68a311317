/// A place for one store, empty at first. A store that is opened here again finds what was written before.
public struct StorePlace: Sendable, Hashable {
  /// An empty directory of this place's own, for stores that keep files. It is removed when the check is over.
  public let directory: String
  /// A name that no other place of the check has, of ASCII letters, digits and underscores: for stores that keep
  /// their data elsewhere, in a server's schema or database.
  public let name: String

  /// The path of a file in the directory.
  public func path(_ file: String) -> String { "\(directory)/\(file)" }
}
