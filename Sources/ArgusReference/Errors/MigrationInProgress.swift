/// What the user does is refused while articles are migrated; it does not wait.
public struct MigrationInProgress: Error, Sendable, Equatable {
  public init() {}
}
