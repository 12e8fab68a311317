/// Migration between layouts of the data, and sample data, as the properties see it: one closure per thing it does.
public struct MigrationSystem: Sendable {
  /// The reference.
  public static let reference = MigrationSystem()
}
