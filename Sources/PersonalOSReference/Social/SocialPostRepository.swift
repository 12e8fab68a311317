import Foundation

/// Stores the posts of the dashboard.
public protocol SocialPostRepository: Sendable {
  /// Inserts or replaces the post.
  func save(_ post: SocialPost) async throws

  /// Deletes the post.
  /// - Throws: ``SocialPostError/notFound`` if the post does not exist.
  func delete(_ post: SocialPost) async throws

  /// Every post, in no particular order.
  func fetchAll() async throws -> [SocialPost]
}

/// Why an operation on a stored post failed.
public enum SocialPostError: Error, Sendable, Equatable {
  /// No post has this id.
  case notFound
}

extension SocialPostError: AppErrorProtocol {
  public var userMessage: String { "It is no longer there." }
  public var debugDescription: String { "notFound" }
  public var canRetry: Bool { false }
  public var severity: ErrorSeverity { .warning }
}

/// The posts in the app's store.
public struct StoredSocialPosts: SocialPostRepository {
  private let data: any DataAccess

  /// Creates a repository over the app's data. It reads nothing yet.
  public init(data: any DataAccess) {
    self.data = data
  }

  public func save(_ post: SocialPost) async throws {
    try await data.perform { try $0.save(post) }
  }

  public func delete(_ post: SocialPost) async throws {
    try await data.perform { scope in
      guard try scope.delete(SocialPost.self, key: post.storageKey) else { throw SocialPostError.notFound }
    }
  }

  public func fetchAll() async throws -> [SocialPost] {
    try await data.perform { try $0.fetch(SocialPost.self) }
  }
}
