import Foundation

/// Syncs the stored projects with the user's repositories on GitHub.
public protocol ProjectSync: Sendable {
  /// Merges the user's repositories into the stored projects. A repository that is only on GitHub is added, and one that
  /// matches a project is merged. A project that is only here stays as it is. Nothing is ever deleted. Overlapping calls
  /// have the same result as if each ran at the moment of its first request to GitHub.
  /// - Throws: `AppError.network` if a page cannot be fetched; `CancellationError`, also if the caller is cancelled while
  ///   it waits for another sync; what the store throws. Then nothing has changed.
  func syncProjects(username: String) async throws -> SyncResult

  /// Merges the repository into `local`, or into a new project if that is nil. It stores nothing.
  func mergeProject(remote: GitHubRepo, local: ProjectItem?) async throws -> ProjectItem

  /// Returns `merged` with the fields that only the user sets: the id, progress, notes and status of `local`.
  func preserveLocalFields(from local: ProjectItem, to merged: ProjectItem) async -> ProjectItem
}

/// The parts that a sync service works with.
public struct GitHubSetup: Sendable {
  /// The app's access to its store. A store has only one data actor.
  public var data: any DataAccess
  /// Lists the repositories on GitHub.
  public var transport: any GitHubTransport
  /// Makes the id of a project that the sync adds.
  public var newID: @Sendable () -> UUID

  /// Creates a setup from its parts.
  public init(data: any DataAccess, transport: any GitHubTransport, newID: @escaping @Sendable () -> UUID) {
    self.data = data
    self.transport = transport
    self.newID = newID
  }
}

/// How the properties make the sync with GitHub.
public struct GitHubSystem: Sendable {
  /// Opens a service over the projects in the store of `GitHubSetup.data`.
  public var openSync: @Sendable (GitHubSetup) async throws -> any ProjectSync

  /// Creates a system whose sync service comes from `openSync`.
  public init(openSync: @escaping @Sendable (GitHubSetup) async throws -> any ProjectSync) {
    self.openSync = openSync
  }

  /// The components of the reference core.
  public static let reference = GitHubSystem(openSync: { setup in
    GitHubSyncService(data: setup.data, transport: setup.transport, newID: setup.newID)
  })
}
