import PlatformStandIns

/// How each part of the app is made. ``ArgusApp`` makes all of them here, so that replacing one replaces it for the whole
/// app: an adopter's own, or one with a fault.
public struct ArgusParts: Sendable {
  // Health.
  public var makeHealthMachine: @Sendable () -> any HealthStateMachine = { HealthMachine() }
  public var makeHealthMonitor: @Sendable (HealthSetup) -> any CloudHealthMonitoring = { CloudKitHealthMonitor($0) }
  /// The mode that a health demands, from the mode that the app is in.
  public var decideStorage: @Sendable (StorageModePolicy, CloudHealth, StorageMode) -> StorageMode = {
    $0.mode(at: $1, in: $2)
  }

  // Coordinator.
  public var makeRequestQueue: @Sendable () -> any RequestQueueing = { RequestQueue() }
  public var makeCoordinator: @Sendable (CoordinatorSetup) -> any CloudRequestCoordinating = {
    CloudKitRequestCoordinator($0)
  }

  public static let reference = ArgusParts()
}
