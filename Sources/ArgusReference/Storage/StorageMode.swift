/// Where the app keeps what the user does (002 Graceful Degradation Pattern). Every write goes to the local store first, in
/// both modes: a mode says whether it is also sent to the cloud now.
public enum StorageMode: String, Sendable, Equatable, CaseIterable {
  case cloud
  case local
}

/// At which health the app leaves the cloud, and when it returns. The source can be read both ways (A3).
public enum StorageModePolicy: String, Sendable, Equatable, CaseIterable {
  /// Leaves when the cloud has failed: a single failed operation does not make the app flap.
  case localWhenFailed
  /// Leaves as soon as the cloud is degraded.
  case localWhenDegraded

  /// The mode that the app should be in, once the cloud's health is `health`. Unless the health demands another, it stays in
  /// `mode`; only a healthy cloud brings it back.
  public func mode(at health: CloudHealth, in mode: StorageMode) -> StorageMode {
    switch (health, self) {
    case (.healthy, _): .cloud
    case (.failed, _), (.degraded, .localWhenDegraded): .local
    case (.unknown, _), (.degraded, .localWhenFailed): mode
    }
  }
}
