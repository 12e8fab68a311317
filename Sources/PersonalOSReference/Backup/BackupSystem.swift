/// Export, import and deletion of everything, as the properties see it: one closure per thing it does.
public struct BackupSystem: Sendable {
  /// The reference.
  public static let reference = BackupSystem()
}
