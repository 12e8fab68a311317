import PersonalOSReference
import StorageContract

/// A repository of posts that goes past the data actor in one way: what POS-10 and POS-12 must catch.
/// Without a defect it holds both.
struct DirectPosts: Repository {
  enum Defect: Sendable {
    case savesOnTheMainActor, takesAFastPath, savesBesideTheActor
    case keepsTheStore, countsOutside
  }

  let setup: DataSetup
  let defect: Defect?
  private let good: BaseRepository<SocialPost>
  private let shortcut = Shortcut()

  init(_ setup: DataSetup, _ defect: Defect?) {
    self.setup = setup
    self.defect = defect
    good = BaseRepository(setup.data)
  }

  func fetch(predicate: (@Sendable (SocialPost) -> Bool)?) async throws -> [SocialPost] {
    guard defect == .keepsTheStore else { return try await good.fetch(predicate: predicate) }
    return try await setup.store.read { transaction in
      try transaction.scan(SocialPost.collection).map {
        try SocialPost(
          stored: StoredRecord(collection: SocialPost.collection, key: $0.key, fields: $0.fields))
      }.filter { predicate?($0) ?? true }
    }
  }

  func save(_ post: SocialPost) async throws {
    switch defect {
    case .savesOnTheMainActor: try await saveOnMainActor(post)
    // "A single small record needs no transaction."
    case .takesAFastPath where post.text.utf8.count < 1_000: try await write(post)
    case .savesBesideTheActor: try await shortcut.save(post, in: setup.store)
    case .keepsTheStore: try await write(post)
    default: try await good.save(post)
    }
  }

  func delete(_ post: SocialPost) async throws {
    guard defect == .keepsTheStore else { return try await good.delete(post) }
    try await setup.store.write { _ = try $0.delete(post.storageKey, in: SocialPost.collection) }
  }

  func count(predicate: (@Sendable (SocialPost) -> Bool)?) async throws -> Int {
    switch defect {
    case .countsOutside, .keepsTheStore:
      guard let predicate else { return try await setup.store.read { try $0.count(SocialPost.collection) } }
      return try await fetch(predicate: predicate).count
    default: return try await good.count(predicate: predicate)
    }
  }

  @MainActor
  private func saveOnMainActor(_ post: SocialPost) async throws {
    let fields = post.storedFields
    _ = try await setup.store.write { try $0.put(fields, at: post.storageKey, in: SocialPost.collection) }
  }

  private func write(_ post: SocialPost) async throws {
    _ = try await setup.store.write {
      try $0.put(post.storedFields, at: post.storageKey, in: SocialPost.collection)
    }
  }

  /// An actor for the sake of the word, with a method that is not on it.
  private actor Shortcut {
    nonisolated func save(_ post: SocialPost, in store: any Store) async throws {
      _ = try await store.write {
        try $0.put(post.storedFields, at: post.storageKey, in: SocialPost.collection)
      }
    }
  }
}
