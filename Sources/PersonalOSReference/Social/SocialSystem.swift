/// The social dashboard, as its view sees it.
///
/// Operations may overlap. Operations on the same post run in the order of the calls.
@MainActor
public protocol SocialDashboard: AnyObject, Sendable {
  /// The posts, newest first; posts of the same time are in the order of ids.
  var posts: [SocialPost] { get }
  /// The posts that are still to be saved, oldest first, and at most one for each id.
  var drafts: [SocialPost] { get }
  /// Whether an operation is under way.
  var isLoading: Bool { get }
  /// Why the last operation to end failed; nil if it succeeded.
  var error: AppError? { get }
  /// The outcome of the last operation to end; nil before the first.
  var lastOperation: OperationResult? { get }

  /// Stores the post and shows it.
  /// - Throws: the error that ``error`` then holds, or `CancellationError`. The list then stays as it was, and the
  ///   post is among the drafts.
  func savePost(_ post: SocialPost) async throws

  /// Deletes the post permanently.
  /// - Throws: the error that ``error`` then holds, also if the post does not exist, or `CancellationError`. The list
  ///   then stays as it was.
  func deletePost(_ post: SocialPost) async throws

  /// Shows the stored posts.
  /// - Throws: the error that ``error`` then holds, or `CancellationError`. The list then stays as it was.
  func loadPosts() async throws
}

/// The parts of a dashboard.
public struct SocialSetup: Sendable {
  /// Stores the posts.
  public var repository: any SocialPostRepository
  /// Shows a confirmation or a failure on the screen. The dashboard calls it once for each operation that ends.
  public var announce: @MainActor @Sendable (OperationResult) -> Void

  /// Creates a setup from its parts.
  public init(
    repository: any SocialPostRepository, announce: @escaping @MainActor @Sendable (OperationResult) -> Void
  ) {
    self.repository = repository
    self.announce = announce
  }
}

/// The social dashboard that the properties test, with a closure to make each part.
public struct SocialSystem: Sendable {
  /// Opens the posts in the app's data.
  public var openRepository: @Sendable (any DataAccess) async throws -> any SocialPostRepository
  /// Makes a dashboard that shows no posts yet.
  public var makeDashboard: @MainActor @Sendable (SocialSetup) -> any SocialDashboard

  /// Creates a system from its closures.
  public init(
    openRepository: @escaping @Sendable (any DataAccess) async throws -> any SocialPostRepository,
    makeDashboard: @escaping @MainActor @Sendable (SocialSetup) -> any SocialDashboard
  ) {
    self.openRepository = openRepository
    self.makeDashboard = makeDashboard
  }

  /// The reference implementation.
  public static let reference = SocialSystem(
    openRepository: { StoredSocialPosts(data: $0) },
    makeDashboard: { SocialDashboardViewModel(repository: $0.repository, announce: $0.announce) })
}
