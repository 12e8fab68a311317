import Foundation
import PersonalOSReference
import StorageContract
import Synchronization
import Testing

/// Decisions about the dashboard that no property says.
@Suite("Social dashboard")
@MainActor
struct SocialDashboardTests {
  private func post(_ id: String, at seconds: Double, _ text: String = "Hello") throws -> SocialPost {
    SocialPost(
      id: try #require(UUID(uuidString: "\(id)0000000-0000-4000-8000-000000000000")), text: text,
      createdAt: Date(timeIntervalSinceReferenceDate: seconds), status: .draft)
  }

  /// Calls of `save` and `delete` wait until they are let go.
  private actor SlowPosts: SocialPostRepository {
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private(set) var saved: [String] = []
    var isCalled: Bool { !waiting.isEmpty }

    func save(_ post: SocialPost) async throws {
      await withCheckedContinuation { waiting.append($0) }
      try Task.checkCancellation()
      saved.append(post.text)
    }

    func delete(_ post: SocialPost) async throws {
      await withCheckedContinuation { waiting.append($0) }
    }

    func fetchAll() -> [SocialPost] { [] }

    /// Lets the next one go, once there is one.
    func letGo() async {
      while waiting.isEmpty { await Task.yield() }
      waiting.removeFirst().resume()
    }
  }

  private func makeDashboard(_ posts: any SocialPostRepository) -> SocialDashboardViewModel {
    SocialDashboardViewModel(repository: posts)
  }

  @Test("Posts are shown newest first, and those of one time by their id")
  func order() async throws {
    let data = DataActor(store: try await MemoryLocation().open())
    let dashboard = makeDashboard(StoredSocialPosts(data: data))
    for new in [try post("B", at: 1), try post("C", at: 2), try post("A", at: 1)] {
      try await dashboard.savePost(new)
    }
    let expected = [try post("C", at: 2), try post("A", at: 1), try post("B", at: 1)]
    #expect(dashboard.posts == expected)
    let other = makeDashboard(StoredSocialPosts(data: data))
    try await other.loadPosts()
    #expect(other.posts == expected)
  }

  @Test("A post that is deleted a second time is no longer there")
  func deletedTwice() async throws {
    let data = DataActor(store: try await MemoryLocation().open())
    let dashboard = makeDashboard(StoredSocialPosts(data: data))
    let post = try post("A", at: 0)
    try await dashboard.savePost(post)
    try await dashboard.deletePost(post)
    let error = AppError.database(.constraintViolation, recoverable: false)
    await #expect(throws: error) { try await dashboard.deletePost(post) }
    #expect(dashboard.error == error)
    #expect(dashboard.lastOperation?.message == "Could not delete the post: It is no longer there.")
  }

  @Test("A save that is cancelled says nothing and keeps the draft")
  func cancellation() async throws {
    let posts = SlowPosts()
    let dashboard = makeDashboard(posts)
    let post = try post("A", at: 0)
    let save = Task { try await dashboard.savePost(post) }
    while !dashboard.isLoading { await Task.yield() }
    save.cancel()
    await posts.letGo()
    await #expect(throws: CancellationError.self) { try await save.value }
    #expect(dashboard.lastOperation == nil && dashboard.error == nil && !dashboard.isLoading)
    #expect(dashboard.drafts == [post] && dashboard.posts.isEmpty)
  }

  @Test("What the user goes on writing stays a draft, and two saves of a post are in order")
  func newerDraft() async throws {
    let posts = SlowPosts()
    let dashboard = makeDashboard(posts)
    let (old, new) = (try post("A", at: 0, "old"), try post("A", at: 0, "new"))
    let first = Task { try await dashboard.savePost(old) }
    while !dashboard.isLoading { await Task.yield() }
    let second = Task { try await dashboard.savePost(new) }
    while dashboard.drafts != [new] { await Task.yield() }
    await posts.letGo()
    try await first.value
    #expect(dashboard.posts == [old] && dashboard.drafts == [new] && dashboard.isLoading)
    await posts.letGo()
    try await second.value
    #expect(dashboard.posts == [new] && dashboard.drafts.isEmpty && !dashboard.isLoading)
    #expect(await posts.saved == ["old", "new"])
  }

  @Test("What is written while the post is being deleted stays a draft where it cannot be saved")
  func draftDuringDeletion() async throws {
    let posts = SlowPosts()
    let dashboard = makeDashboard(posts)
    let (old, new) = (try post("A", at: 0, "old"), try post("A", at: 0, "new"))
    let deletion = Task { try await dashboard.deletePost(old) }
    while !dashboard.isLoading { await Task.yield() }
    let save = Task { try await dashboard.savePost(new) }
    while dashboard.drafts != [new] { await Task.yield() }
    await posts.letGo()
    try await deletion.value
    #expect(dashboard.drafts == [new])
    while await !posts.isCalled { await Task.yield() }
    save.cancel()
    await posts.letGo()
    await #expect(throws: CancellationError.self) { try await save.value }
    #expect(dashboard.drafts == [new] && dashboard.posts.isEmpty)
  }

  @Test("A repository's error is shown as what it is, and an unforeseen one as one that may pass")
  func errors() async throws {
    struct FailingPosts: SocialPostRepository {
      let error: any Error
      func save(_ post: SocialPost) async throws { throw error }
      func delete(_ post: SocialPost) async throws { throw error }
      func fetchAll() async throws -> [SocialPost] { throw error }
    }
    struct Foreign: Error {}
    let unreadable = UnreadableRecord(
      collection: "posts", key: "7", field: "key", requirement: "a UUID", found: "7")
    let cases: [(any Error, AppError)] = [
      (AppError.security(.encryptionFailed), .security(.encryptionFailed)),
      (NetworkError.timeout, .network(.timeout, retryable: true)),
      (DatabaseError.corruptedData, .database(.corruptedData, recoverable: false)),
      (DatabaseError.concurrencyConflict, .database(.concurrencyConflict, recoverable: true)),
      (unreadable, .database(.corruptedData, recoverable: false)),
      (StoreError.damaged(path: "p", offset: 1, reason: "r"), .database(.corruptedData, recoverable: false)),
      (StoreError.invalidKey(reason: "r"), .database(.constraintViolation, recoverable: false)),
      (
        StoreError.io(operation: "o", path: "p", reason: "r"),
        .database(.concurrencyConflict, recoverable: true)
      ),
      (Foreign(), .network(.invalidResponse, retryable: true)),
    ]
    for (cause, expected) in cases {
      let dashboard = makeDashboard(FailingPosts(error: cause))
      await #expect(throws: expected) { try await dashboard.loadPosts() }
      #expect(dashboard.error == expected)
      #expect(dashboard.lastOperation?.message == "Could not load the posts: \(expected.userMessage)")
    }
  }
}
