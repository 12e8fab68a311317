import PersonalOSReference
import StorageContract

/// A repository of posts that goes past the data actor in one way; without a defect in none.
struct DirectPosts: Repository {
  enum Defect: Sendable { case savesDirectly, countsDirectly }
  typealias Predicate = @Sendable (SocialPost) -> Bool

  private let setup: DataSetup
  private let defect: Defect?
  private var base: BaseRepository<SocialPost> { BaseRepository(setup.data) }

  init(_ setup: DataSetup, _ defect: Defect?) { (self.setup, self.defect) = (setup, defect) }

  func fetch(predicate: Predicate?) async throws -> [SocialPost] { try await base.fetch(predicate: predicate) }
  func delete(_ post: SocialPost) async throws { try await base.delete(post) }

  func save(_ post: SocialPost) async throws {
    // "A single small record needs no transaction."
    guard defect == .savesDirectly, post.text.utf8.count < 1_000 else { return try await base.save(post) }
    try await setup.store.write {
      _ = try $0.put(post.storedFields, at: post.storageKey, in: SocialPost.collection)
    }
  }

  func count(predicate: Predicate?) async throws -> Int {
    guard defect == .countsDirectly, predicate == nil else { return try await base.count(predicate: predicate) }
    return try await setup.store.read { try $0.count(SocialPost.collection) }
  }
}
