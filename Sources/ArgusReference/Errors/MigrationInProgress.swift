/// The error of an action that the app refuses while articles are migrated. The action does not wait for the migration.
public struct MigrationInProgress: Error, Sendable, Equatable {
  /// Creates the error.
  public init() {}
}
