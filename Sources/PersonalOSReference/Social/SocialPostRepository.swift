import Foundation

/// Where the dashboard's posts are kept.
public protocol SocialPostRepository: Sendable {
  /// Inserts or replaces the post.
  func save(_ post: SocialPost) async throws

  /// - Throws: ``SocialPostError/notFound`` where the post is not there.
  func delete(_ post: SocialPost) async throws

  /// Every post, in no order.
  func fetchAll() async throws -> [SocialPost]
}

public enum SocialPostError: Error, Sendable, Equatable {
  /// Nothing is kept under the post's id.
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
