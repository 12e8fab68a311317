/// The user's work: posts, projects and focus sessions.
@MainActor
public struct AppWork {
  /// The social posts in the store. The container gives out the same.
  public let posts: any SocialPostRepository
  /// The social dashboard. It announces the results of its operations itself.
  public let dashboard: any SocialDashboard
  /// The projects in the store.
  public let projects: any Repository<ProjectItem>
  /// Syncs the projects with GitHub. The container gives out the same service.
  public let projectSync: any ProjectSync
  /// The focus timer. The launch restores its session.
  public let focus: any FocusTiming

  /// Opens the posts and the sync, and makes the dashboard and the timer.
  /// - Parameter announce: Shows the result of an operation of the dashboard.
  init(
    _ core: AppCore, _ servers: AppServers, announce: @escaping @MainActor @Sendable (OperationResult) -> Void
  ) async throws {
    let (platform, parts) = (core.platform, core.parts)
    posts = try await parts.social.openRepository(core.data)
    dashboard = parts.social.makeDashboard(SocialSetup(repository: posts, announce: announce))
    projects = BaseRepository<ProjectItem>(core.data)
    projectSync = try await parts.gitHub.openSync(
      GitHubSetup(data: core.data, transport: servers, newID: platform.makeID))
    focus = parts.focus.openTimer(
      FocusSetup(
        data: core.data, notifications: platform.notifications, now: platform.now, makeID: platform.makeID))
    core.put(servers, for: AppServices.Parts.gitHub)
    core.put(posts, for: AppServices.posts)
    core.put(projectSync, for: AppServices.projectSync)
  }
}
