import Foundation
import PersonalOSReference
import PropertyTesting

/// What a user does with posts, one thing after the other.
public struct PostHistory: Sendable {
  public struct Step: Sendable {
    public let operation: PostOperation
    /// Nil: nothing stands in the way.
    public let failure: PostFailure?
    /// Saved, and with success, while the repository is at the operation; never a post of another step.
    public let meanwhile: SocialPost?
  }

  /// In the store at the start, and loaded.
  public let stored: [SocialPost]
  public let steps: [Step]
}

public enum PostOperation: Sendable {
  case save(SocialPost)
  /// By the post's number, which may be that of none.
  case delete(number: Int)
  case load
}

/// Why a repository fails.
public enum PostFailure: Sendable, Equatable {
  case app(AppError)
  case network(NetworkError)
  case database(DatabaseError)
  /// Something went wrong below that tells no more.
  case foreign
  /// Not the repository: the store that it writes to.
  case storeRefuses
}

extension Generator where Value == PostFailure {
  /// Every kind of error that a repository may throw.
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
  /// Saves of new posts and of edits, the same one again, deletions of what is there and of what is not, and
  /// loads; some fail.
  /// - Parameters:
  ///   - deletes: whether most operations are deletions.
  ///   - failures: how many of ten operations fail.
  public static func postHistory(deletes: Bool = false, failures: Int = 4) -> Generator {
    let save = Generator<PostOperation>.oneOf(
      // New, or an edit of what is there.
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
        // The same thing twice in a row, now and then.
        var next = try source(operation)
        let repeats = try source(.int(in: 0...2)) == 2
        if repeats, let last = steps.last?.operation { next = last }
        if deletes, case .save(let post)? = steps.last?.operation, try source(.int(in: 0...4)) > 0 {
          // What has just been saved, or could not be.
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
