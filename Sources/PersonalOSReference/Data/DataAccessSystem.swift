import StorageContract

/// How the properties make the data actor, repositories and the dependency container: one factory for each component.
public struct DataAccessSystem: Sendable {
  /// Makes the access to a store.
  public var openData: @Sendable (any Store) -> any DataAccess
  /// Makes the repository of social posts.
  public var openPosts: @Sendable (DataSetup) -> any Repository<SocialPost>
  /// Makes an empty dependency container.
  public var makeContainer: @Sendable () -> any DependencyRegistry

  /// The components of the reference core.
  public static let reference = DataAccessSystem(
    openData: { DataActor(store: $0) }, openPosts: { BaseRepository($0.data) }, makeContainer: { DependencyContainer() })
}

/// The parts that a repository is made from. The reference needs only the data actor. The store is there for
/// implementations that need it, too.
public struct DataSetup: Sendable {
  /// Access to the store through the data actor.
  public var data: any DataAccess
  /// The store beneath ``data``.
  public var store: any Store

  /// Creates a setup. `data` must be an access to `store`.
  public init(data: any DataAccess, store: any Store) {
    self.data = data
    self.store = store
  }
}
