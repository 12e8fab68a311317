import Foundation
import Observation

/// The social dashboard. It shows the posts, newest first, and reports the outcome of each operation.
///
/// Operations may overlap. Operations on the same post run one after the other, in the order of the calls. If another
/// operation writes while the list is being read, the dashboard reads the list again, so that the list matches the
/// store.
///
/// An operation that is cancelled before it has written throws `CancellationError` and reports nothing, because whoever
/// cancelled it knows.
@MainActor
@Observable
public final class SocialDashboardViewModel: SocialDashboard {
  public private(set) var posts: [SocialPost] = []
  public var drafts: [SocialPost] { unsaved.map(\.post) }
  public private(set) var error: AppError?
  public private(set) var lastOperation: OperationResult?
  public var isLoading: Bool { operationsInFlight > 0 }

  private var operationsInFlight = 0
  /// Each draft, with the number of the last call that saved it. When an older operation ends, it does not remove what
  /// the user has written since, even if the text is the same.
  private var unsaved: [(save: Int, post: SocialPost)] = []
  @ObservationIgnored private var requestedSaves = 0
  @ObservationIgnored private var completedWrites = 0
  /// The callers that wait for the operation on a post to end. A post without an entry has no operation under way.
  @ObservationIgnored private var turns: [UUID: [CheckedContinuation<Void, Never>]] = [:]
  @ObservationIgnored private let repository: any SocialPostRepository
  @ObservationIgnored private let announce: @MainActor @Sendable (OperationResult) -> Void

  /// Creates a dashboard without posts. ``loadPosts()`` fetches them.
  /// - Parameter announce: called once for each operation that ends, to show the confirmation on the screen.
  ///   (Observation does not notice if a second result equals the first.)
  public init(
    repository: any SocialPostRepository,
    announce: @escaping @MainActor @Sendable (OperationResult) -> Void = { _ in }
  ) {
    self.repository = repository
    self.announce = announce
  }

  public func savePost(_ post: SocialPost) async throws {
    let save = keepDraft(post)
    try await run(.save, done: "Post saved.", failed: "Could not save the post") {
      try await inTurn(post.id) {
        try await repository.save(post)
        completedWrites += 1
        posts = (posts.filter { $0.id != post.id } + [post]).newestFirst
        unsaved.removeAll { $0.save == save }
      }
    }
  }

  public func deletePost(_ post: SocialPost) async throws {
    let latestSave = requestedSaves
    try await run(.delete, done: "Post deleted.", failed: "Could not delete the post") {
      try await inTurn(post.id) {
        try await repository.delete(post)
        completedWrites += 1
        posts.removeAll { $0.id == post.id }
        unsaved.removeAll { $0.post.id == post.id && $0.save <= latestSave }
      }
    }
  }

  public func loadPosts() async throws {
    try await run(.load, done: "Posts loaded.", failed: "Could not load the posts") {
      var fetched: [SocialPost]
      var writesBefore: Int
      repeat {
        try Task.checkCancellation()
        writesBefore = completedWrites
        fetched = try await repository.fetchAll()
      } while writesBefore != completedWrites
      posts = fetched.newestFirst
    }
  }

  /// Runs an operation and reports its outcome.
  private func run(
    _ type: OperationType, done: String, failed: String, _ operation: () async throws -> Void
  ) async throws {
    operationsInFlight += 1
    defer { operationsInFlight -= 1 }
    do {
      try await operation()
      error = nil
      report(OperationResult(type: type, success: true, message: done))
    } catch let cancellation as CancellationError {
      throw cancellation
    } catch let cause {
      let failure = AppError(cause)
      error = failure
      report(
        OperationResult(type: type, success: false, message: "\(failed): \(userMessage(of: cause))"))
      throw failure
    }
  }

  /// Keeps the post as a draft until it is saved.
  /// - Returns: the number of the save.
  private func keepDraft(_ post: SocialPost) -> Int {
    requestedSaves += 1
    if let index = unsaved.firstIndex(where: { $0.post.id == post.id }) {
      unsaved[index] = (requestedSaves, post)
    } else {
      unsaved.append((requestedSaves, post))
    }
    return requestedSaves
  }

  private func report(_ result: OperationResult) {
    lastOperation = result
    announce(result)
  }

  private func inTurn(_ id: UUID, _ operation: () async throws -> Void) async throws {
    if turns[id] == nil {
      turns[id] = []
    } else {
      await withCheckedContinuation { turns[id]?.append($0) }
    }
    defer {
      // The turn goes directly to the next caller in line, so that no other caller gets in between.
      if turns[id]?.isEmpty == false { turns[id]?.removeFirst().resume() } else { turns[id] = nil }
    }
    try Task.checkCancellation()
    try await operation()
  }
}

extension [SocialPost] {
  /// Posts of the same time are in the order of ids.
  fileprivate var newestFirst: [SocialPost] {
    sorted {
      $0.createdAt != $1.createdAt ? $0.createdAt > $1.createdAt : $0.id.uuidString < $1.id.uuidString
    }
  }
}
