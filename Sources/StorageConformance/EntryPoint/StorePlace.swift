/// A place for one store, empty at first. A store that opens here again finds the data of the one before.
public struct StorePlace: Sendable, Hashable {
  /// This place's own empty directory, for stores that keep files. The kit removes it after the check.
  public let directory: String
  /// A name of ASCII letters, digits and underscores that no other place of the check has. Use it for stores that keep
  /// their data elsewhere, such as in a server's schema or database.
  public let name: String

  /// The path of a file in the directory.
  public func path(_ file: String) -> String { "\(directory)/\(file)" }
}
