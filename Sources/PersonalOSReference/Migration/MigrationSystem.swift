/// How the properties make the migration between layouts of the data, and the sample data.
public struct MigrationSystem: Sendable {
  /// The steps from the first layout to the current one, in order.
  public var steps: [MigrationStep]
  /// Opens a migrator that knows these steps.
  public var openMigrator: @Sendable (MigrationSetup, _ steps: [MigrationStep]) async throws -> any Migrator
  /// Opens the service that writes sample data.
  public var openSeeding: @Sendable (SeedSetup) async throws -> any Seeding

  /// The components of the reference core.
  public static let reference = MigrationSystem(
    steps: MigrationStep.all, openMigrator: { MigrationCoordinator($0, steps: $1) },
    openSeeding: { SeedService($0) })
}
