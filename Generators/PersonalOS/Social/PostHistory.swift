import Foundation
import PersonalOSReference
import PropertyTesting

/// What a user does with posts, one operation after the other.
public struct PostHistory: Sendable {
  /// One operation, and what interferes with it.
  public struct Step: Sendable {
    /// The operation that the user asks for.
    public let operation: PostOperation
    /// How the operation fails. If nil, it succeeds.
    public let failure: PostFailure?
    /// A post that another part of the app saves successfully while the repository works on the operation. No other
    /// step concerns this post.
    public let meanwhile: SocialPost?
  }

  /// The posts in the store before the first step. The dashboard has loaded them.
  public let stored: [SocialPost]
  /// The operations in order, one to eight.
  public let steps: [Step]
}

/// An operation of the dashboard.
public enum PostOperation: Sendable {
  /// Saves the post in place of the stored one with its id, if any.
  case save(SocialPost)
  /// Deletes the post with this number. There may be none.
  case delete(number: Int)
  case load
}

/// Why an operation fails.
public enum PostFailure: Sendable, Equatable {
  /// The repository throws an `AppError`.
  case app(AppError)
  /// The repository throws a network error that nobody has wrapped.
  case network(NetworkError)
  /// The repository throws a database error that nobody has wrapped.
  case database(DatabaseError)
  /// The repository throws an error of a lower layer that the app does not know.
  case foreign
  /// The store refuses the write. The repository itself has no failure.
  case storeRefuses
}

extension Generator where Value == PostFailure {
  /// Every kind of error that a repository may throw, and refusals of the store.
  public static var postFailure: Generator {
    let network = Generator<NetworkError>.frequency(
      (4, .element(of: [.noConnection, .timeout, .rateLimited, .invalidResponse])),
      (2, Generator<Int>.int(in: 400...599).map { .serverError($0) }))
    let database = Generator<DatabaseError>.element(of: [
      .corruptedData, .constraintViolation, .concurrencyConflict, .migrationFailed("at step 3"),
    ])
    let security = Generator<AppError>.element(of: [
      .security(.encryptionFailed), .security(.keychainAccessDenied), .validation(.invalidDate),
    ])
    return .frequency(
      (3, .constant(.storeRefuses)), (2, network.map { .network($0) }), (2, database.map { .database($0) }),
      (1, .constant(.foreign)), (1, network.map { .app(.network($0, retryable: true)) }),
      (1, security.map { .app($0) }))
  }
}

extension Generator where Value == PostHistory {
  /// Saves of new posts and of edits, sometimes twice in a row; deletions of posts that exist and of posts that do not;
  /// and loads. Some operations fail.
  /// - Parameters:
  ///   - deletes: whether most operations are deletions.
  ///   - failures: how many of ten operations fail.
  public static func postHistory(deletes: Bool = false, failures: Int = 4) -> Generator {
    let save = Generator<PostOperation>.oneOf(
      // A new post, or an edit of a stored one.
      Generator<SocialPost>.socialPost(numbers: 0...7).map { .save($0) },
      Generator<SocialPost>.socialPost(numbers: 0...3).map { .save($0) })
    let delete = Generator<PostOperation>.oneOf(
      Generator<Int>.int(in: 0...3).map { .delete(number: $0) },
      Generator<Int>.int(in: 0...7).map { .delete(number: $0) })
    let operation = Generator<PostOperation>.frequency(
      (4, save), (deletes ? 3 : 2, delete), (1, .constant(.load)))
    let failure = Generator<PostFailure?>.frequency(
      (10 - failures, .constant(nil)), (failures, Generator<PostFailure>.postFailure.map { $0 }))
    let other = Generator<SocialPost>.socialPost(number: .constant(0))
    return Generator { source in
      let stored = try source(
        .frequency(
          (1, .socialPosts(numbers: 0...5, count: 0...6)), (3, .socialPosts(numbers: 0...4, count: 4...10))))
      var steps: [PostHistory.Step] = []
      for number in 0..<(try source(.int(in: 1...8))) {
        // Now and then the same operation twice in a row.
        var next = try source(operation)
        let repeats = try source(.int(in: 0...2)) == 2
        if repeats, let last = steps.last?.operation { next = last }
        if deletes, case .save(let post)? = steps.last?.operation, try source(.int(in: 0...4)) > 0 {
          // Deletes the post of the save before, whether or not that save succeeded.
          next = .delete(number: Int(post.id.uuid.15))
        }
        var meanwhile: SocialPost?
        if try source(.int(in: 0...2)) == 2 {
          meanwhile = try source(other)
          meanwhile?.id = .post(20 + number)
        }
        steps.append(
          PostHistory.Step(operation: next, failure: try source(failure), meanwhile: meanwhile))
      }
      return PostHistory(stored: stored, steps: steps)
    }
  }
}
