/// Migration between layouts of the data, and sample data, as the properties see it.
public struct MigrationSystem: Sendable {
  /// From the first layout to the current one, one after the other.
  public var steps: [MigrationStep]
  public var openMigrator: @Sendable (MigrationSetup, _ steps: [MigrationStep]) async throws -> any Migrator
  public var openSeeding: @Sendable (SeedSetup) async throws -> any Seeding

  /// The reference.
  public static let reference = MigrationSystem(
    steps: MigrationStep.all, openMigrator: { MigrationCoordinator($0, steps: $1) },
    openSeeding: { SeedService($0) })
}
