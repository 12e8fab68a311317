/// The social dashboard, as its view sees it.
///
/// Operations may overlap; those on one post are carried out in the order in which they were asked for.
@MainActor
public protocol SocialDashboard: AnyObject, Sendable {
  /// Newest first; of one time, in the order of ids.
  var posts: [SocialPost] { get }
  /// What was to be saved and is not yet, oldest first; at most one for each id.
  var drafts: [SocialPost] { get }
  /// Whether an operation is under way.
  var isLoading: Bool { get }
  /// Why the operation that ended last failed; nil where it succeeded.
  var error: AppError? { get }
  /// How the operation that ended last did.
  var lastOperation: OperationResult? { get }

  /// Stores the post and shows it.
  /// - Throws: the error that ``error`` is then too; `CancellationError`. Then the list is as it was, and the
  ///   post is among the drafts.
  func savePost(_ post: SocialPost) async throws

  /// Deletes the post for good.
  /// - Throws: the error that ``error`` is then too, also where the post is not there; `CancellationError`.
  ///   Then the list is as it was.
  func deletePost(_ post: SocialPost) async throws

  /// Shows what is stored.
  func loadPosts() async throws
}

/// What a dashboard is made with.
public struct SocialSetup: Sendable {
  public var repository: any SocialPostRepository
  /// Shows a confirmation or a failure on the screen: once for each operation that ends.
  public var announce: @MainActor @Sendable (OperationResult) -> Void

  public init(
    repository: any SocialPostRepository, announce: @escaping @MainActor @Sendable (OperationResult) -> Void
  ) {
    self.repository = repository
    self.announce = announce
  }
}

/// The social dashboard, as the properties see it.
public struct SocialSystem: Sendable {
  /// The posts in the app's data.
  public var openRepository: @Sendable (any DataAccess) async throws -> any SocialPostRepository
  public var makeDashboard: @MainActor @Sendable (SocialSetup) -> any SocialDashboard

  public init(
    openRepository: @escaping @Sendable (any DataAccess) async throws -> any SocialPostRepository,
    makeDashboard: @escaping @MainActor @Sendable (SocialSetup) -> any SocialDashboard
  ) {
    self.openRepository = openRepository
    self.makeDashboard = makeDashboard
  }

  /// The reference.
  public static let reference = SocialSystem(
    openRepository: { StoredSocialPosts(data: $0) },
    makeDashboard: { SocialDashboardViewModel(repository: $0.repository, announce: $0.announce) })
}
