import PersonalOSGenerators
import PersonalOSReference
import Synchronization

/// A repository that fails when it is told to, and lets others act while it is at it.
final class ScriptedPosts: SocialPostRepository {
  /// Of one call: before it has acted, and after.
  enum Moment: Sendable { case called, acted }

  struct Script: Sendable {
    var failure: PostFailure?
    var isAt: @Sendable (Moment) async throws -> Void = { _ in }
  }

  private let base: any SocialPostRepository
  /// For the next call; those after it have none.
  private let next = Mutex<Script?>(nil)
  private let scriptOfCaller: @Sendable () -> Script?

  /// - Parameter scriptOfCaller: the script of whoever calls, where there are several; nil: the next one.
  init(
    _ base: any SocialPostRepository, scriptOfCaller: @escaping @Sendable () -> Script? = { nil }
  ) {
    self.base = base
    self.scriptOfCaller = scriptOfCaller
  }

  func setNext(_ script: Script?) { next.withLock { $0 = script } }

  func save(_ post: SocialPost) async throws { try await act { try await base.save(post) } }
  func delete(_ post: SocialPost) async throws { try await act { try await base.delete(post) } }
  func fetchAll() async throws -> [SocialPost] { try await act { try await base.fetchAll() } }

  private func act<Result>(_ body: () async throws -> Result) async throws -> Result {
    let script = scriptOfCaller() ?? next.withLock { next in
      defer { next = nil }
      return next
    }
    guard let script else { return try await body() }
    try await script.isAt(.called)
    switch script.failure {
    case .app(let error): throw error
    case .network(let error): throw error
    case .database(let error): throw error
    case .foreign: throw UnforeseenPostFailure()
    case .storeRefuses, nil: break
    }
    let result = try await body()
    try await script.isAt(.acted)
    return result
  }
}

/// An error that no user interface knows.
struct UnforeseenPostFailure: Error, Equatable {}
