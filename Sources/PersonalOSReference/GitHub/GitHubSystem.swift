import Foundation

/// Sync of the projects that are here with those on GitHub.
public protocol ProjectSync: Sendable {
  /// Merges what is here with the user's repositories: what is only there is added, what is in both places is
  /// merged, what is only here stays as it is. Nothing is ever deleted. Calls that overlap come to the same
  /// as if each had run at the moment when it first asked GitHub.
  /// - Throws: `AppError.network` where a page cannot be fetched; `CancellationError`, also where the caller
  ///   was cancelled while it waited for another sync; what the store throws. Then nothing has changed.
  func syncProjects(username: String) async throws -> SyncResult

  /// The project once it is merged with the repository, or a new one without `local`. Nothing is stored.
  func mergeProject(remote: GitHubRepo, local: ProjectItem?) async throws -> ProjectItem

  /// `merged` with what is only the user's: id, progress, notes and status of `local`.
  func preserveLocalFields(from local: ProjectItem, to merged: ProjectItem) async -> ProjectItem
}

/// What a sync service is opened with.
public struct GitHubSetup: Sendable {
  /// The app's own: of one store there is one data actor.
  public var data: any DataAccess
  public var transport: any GitHubTransport
  /// The id of the next project that is added.
  public var newID: @Sendable () -> UUID

  public init(data: any DataAccess, transport: any GitHubTransport, newID: @escaping @Sendable () -> UUID) {
    self.data = data
    self.transport = transport
    self.newID = newID
  }
}

/// Sync with GitHub, as the properties see it.
public struct GitHubSystem: Sendable {
  /// A service over the projects in the store of `GitHubSetup.data`.
  public var openSync: @Sendable (GitHubSetup) async throws -> any ProjectSync

  public init(openSync: @escaping @Sendable (GitHubSetup) async throws -> any ProjectSync) {
    self.openSync = openSync
  }

  /// The reference.
  public static let reference = GitHubSystem(openSync: { setup in
    GitHubSyncService(data: setup.data, transport: setup.transport, newID: setup.newID)
  })
}
