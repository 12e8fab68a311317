import StorageContract

/// The data actor, repositories, dependencies and shared state, as the properties see it: a factory for each
/// component.
public struct DataAccessSystem: Sendable {
  public var openData: @Sendable (any Store) -> any DataAccess
  /// Whether the caller runs inside a closure of this data actor.
  public var isPerforming: @Sendable (DataActor) -> Bool
  public var openPosts: @Sendable (DataSetup) -> any Repository<SocialPost>
  public var openAmounts: @Sendable (DataSetup) -> any SharedAmounts
  public var makeContainer: @Sendable () -> any DependencyRegistry
  public var makeMetrics: @Sendable () -> any MetricsRecording
  public var makeCache: @Sendable () -> any ValueCaching
  public var makeConfiguration: @Sendable () -> any ConfigurationSharing

  /// The reference.
  public static let reference = DataAccessSystem(
    openData: { DataActor(store: $0) }, isPerforming: { $0.isPerforming }, openPosts: { BaseRepository($0.data) },
    openAmounts: { AmountBook($0.data) }, makeContainer: { DependencyContainer() },
    makeMetrics: { SharedMetrics() }, makeCache: { SharedCache() },
    makeConfiguration: { SharedConfiguration() })
}

/// What repositories are made of. They need no more than the data actor; the store beneath it is here for
/// those that do it otherwise.
public struct DataSetup: Sendable {
  public var data: DataActor
  public var store: any Store

  public init(data: DataActor, store: any Store) {
    self.data = data
    self.store = store
  }
}
