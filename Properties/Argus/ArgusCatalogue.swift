import ArgusReference
import PropertyTesting

/// ARG-01 to ARG-76 and the whole app, in the order of their numbers.
public enum ArgusCatalogue {
  /// Each property once, in the order of the identifiers.
  public static let all: [Property<ArgusSystem>] = groups.flatMap { $0 }.sorted { $0.id < $1.id }

  // One group a line: a sum of all of them takes the compiler seconds.
  private static let groups: [[Property<ArgusSystem>]] = [
    HealthProperties.all,
    TransactionProperties.all,
    ModelProperties.all,
    CacheProperties.all,
    MemoryProperties.all,
    RichTextProperties.all,
    MigrationProperties.all,
    DeletionProperties.all,
    UtilityProperties.all,
    ErrorProperties.all,
    SettingsProperties.all,
    HealthTransitionProperties.all,
    CoordinatorProperties.all,
    RequestStormProperties.all,
    EventProperties.all,
    AppEventProperties.all,
    NetworkProperties.all,
    BackgroundProperties.all,
    AppActivityProperties.all,
    SyncProperties.all,
    StorageModeProperties.all,
    LaunchProperties.all,
    FeedProperties.all,
    BatchProperties.all,
    LayerProperties.all,
    ScreenProperties.all,
    OfflineProperties.all,
    AppProperties.all,
    RequestOrderProperties.all,
    DeviceHistoryProperties.all,
    AutomaticSyncProperties.all,
    DirectoryCloudProperties.all,
    BatchOfTheAppProperties.all,
  ]
}
