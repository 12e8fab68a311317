/// What the user works on: posts, projects, focus.
@MainActor
public struct AppWork {
  public let posts: any SocialPostRepository
  /// Says itself how its operations end.
  public let dashboard: any SocialDashboard
  public let projects: any Repository<ProjectItem>
  public let projectSync: any ProjectSync
  public let focus: any FocusTiming

  /// - Parameter announce: shows how an operation of the dashboard has ended.
  init(_ core: AppCore, announce: @escaping @MainActor @Sendable (OperationResult) -> Void) async throws {
    let (platform, parts) = (core.platform, core.parts)
    posts = try await parts.social.openRepository(core.data)
    dashboard = parts.social.makeDashboard(SocialSetup(repository: posts, announce: announce))
    projects = BaseRepository<ProjectItem>(core.data)
    projectSync = try await parts.gitHub.openSync(
      GitHubSetup(data: core.data, transport: platform.network.gitHub, newID: platform.makeID))
    focus = parts.focus.openTimer(
      FocusSetup(
        data: core.data, notifications: platform.notifications, now: platform.now, makeID: platform.makeID))
    core.put(projectSync, for: AppServices.projectSync)
  }
}
