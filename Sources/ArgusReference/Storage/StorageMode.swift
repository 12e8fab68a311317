/// Whether the app uses the cloud now (002 Graceful Degradation Pattern). Every write goes to the local store first, in
/// both modes. The mode decides whether it is also sent to the cloud now.
public enum StorageMode: String, Sendable, Equatable, CaseIterable {
  case cloud
  case local
}

/// The health at which the app leaves the cloud. The source allows both readings (A3). The app returns at a healthy
/// cloud.
public enum StorageModePolicy: String, Sendable, Equatable, CaseIterable {
  /// The app leaves when the cloud has failed. So a single failed operation does not change the mode.
  case localWhenFailed
  /// The app leaves as soon as the cloud is degraded.
  case localWhenDegraded

  /// Returns the mode that the app should enter at this health. Without a reason to change it, it is `mode`. Only a
  /// healthy cloud brings the app back from the local mode.
  public func mode(at health: CloudHealth, in mode: StorageMode) -> StorageMode {
    switch (health, self) {
    case (.healthy, _): .cloud
    case (.failed, _), (.degraded, .localWhenDegraded): .local
    case (.unknown, _), (.degraded, .localWhenFailed): mode
    }
  }
}
