import StorageContract

/// The data actor, repositories and dependencies, as the properties see it: a factory for each
/// component.
public struct DataAccessSystem: Sendable {
  public var openData: @Sendable (any Store) -> any DataAccess
  public var openPosts: @Sendable (DataSetup) -> any Repository<SocialPost>
  public var makeContainer: @Sendable () -> any DependencyRegistry

  /// The reference.
  public static let reference = DataAccessSystem(
    openData: { DataActor(store: $0) }, openPosts: { BaseRepository($0.data) }, makeContainer: { DependencyContainer() })
}

/// What repositories are made of. They need no more than the data actor; the store beneath it is here for
/// those that do it otherwise.
public struct DataSetup: Sendable {
  public var data: any DataAccess
  public var store: any Store

  public init(data: any DataAccess, store: any Store) {
    self.data = data
    self.store = store
  }
}
