import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract

/// A repository over a store that records who asks it.
struct RepositoryDriver: Sendable {
  /// A repository over the same store, which refuses its writes.
  let refusing: any Repository<SocialPost>
  private let store: RecordingStore
  private let posts: any Repository<SocialPost>

  init(_ system: PersonalOSSystem) async throws {
    store = try await RecordingStore(system)
    posts = system.dataAccess.openPosts(store.setup)
    let refusing = StoreTrace(store.base) { _, event in
      switch event {
      case .put, .delete: throw RefusedCommit()
      // A transaction that goes on nevertheless is committed.
      default: break
      }
    }.store
    self.refusing = system.dataAccess.openPosts(
      DataSetup(data: system.dataAccess.openData(refusing), store: refusing))
  }

  func close() async throws { try await store.base.close() }

  func call<Result: Sendable>(_ body: (any Repository<SocialPost>) async throws -> Result) async throws -> Result {
    let before = store.accesses.count
    let result = try await body(posts)
    let accesses = store.accesses.dropFirst(before)
    try expect("it asked the store", !accesses.isEmpty)
    try expect("it asked only inside closures of the data actor", accesses.allSatisfy(\.isAttested))
    return result
  }

  func carryOut(saving post: SocialPost, throwing: Bool) async throws -> Escaped<DataScope> {
    let escaped = Remembered(Escaped<DataScope>())
    do {
      try await store.setup.data.perform { scope in
        escaped.set(Escaped(value: scope))
        try scope.save(post)
        if throwing { throw RefusedCommit() }
      }
      try expect("the caller gets what the closure throws", !throwing)
    } catch is RefusedCommit where throwing {}
    return escaped.now
  }

  func use(_ escaped: Escaped<DataScope>, for call: ScopeCall, insideAnother: Bool) async throws {
    let before = store.accesses.count
    let error = await thrownError {
      guard insideAnother else { return try escaped.value?.make(call) ?? () }
      try await store.setup.data.perform { _ in try escaped.value?.make(call) }
    }
    try expect("accesses of the store meanwhile", store.accesses.count - before, equals: 0)
    if let error { throw error }
  }

  /// Read past the code under test.
  func storedPosts() async throws -> [RawRecord] {
    try await store.base.contents().records.filter { $0.collection == SocialPost.collection }
  }
}

extension DataScope {
  fileprivate func make(_ call: ScopeCall) throws {
    switch call {
    case .fetchAll: _ = try fetch(SocialPost.self)
    case .fetchOne: _ = try fetch(SocialPost.self, key: "1")
    case .save: try save(SocialPost(id: UUID(), text: "", createdAt: Date(), status: .draft))
    case .delete: try delete(SocialPost.self, key: "1")
    case .count: _ = try count(SocialPost.self)
    case .transaction: _ = try live()
    }
  }
}
