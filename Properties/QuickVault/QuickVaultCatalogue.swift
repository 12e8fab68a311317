import PropertyTesting
import QuickVaultReference

/// QV-01 to QV-39 in the order of their numbers, then what the source does not number: QV-APP, QV-F1 to
/// QV-F3, QV-M1, QV-M2, QV-P1 and QV-P2.
public enum QuickVaultCatalogue {
  /// Each property once, in the order of the identifiers.
  public static let all: [Property<QuickVaultSystem>] = groups.flatMap { $0 }.sorted { $0.id < $1.id }

  // One group a line: a sum of all of them takes the compiler seconds.
  private static let groups: [[Property<QuickVaultSystem>]] = [
    CardProperties.all,
    TemplateProperties.all,
    AttachmentProperties.all,
    WatermarkProperties.all,
    SharingProperties.all,
    SearchProperties.all,
    AuthenticationProperties.all,
    EncryptionProperties.all,
    PasswordProperties.all,
    AutoLockProperties.all,
    SortingProperties.all,
    CopyProperties.all,
    LockedCopyProperties.all,
    ValidationProperties.all,
    MessageProperties.all,
    FailureProperties.all,
    RecordProperties.all,
    DeviceProperties.all,
    AppProperties.all,
  ]
}
