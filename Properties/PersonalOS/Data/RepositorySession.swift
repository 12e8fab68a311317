import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract
import Synchronization

/// A repository of posts and a dictionary that does the same, and scopes that are used after their end.
final class RepositorySession: Sendable {
  let witness: AccessWitness
  private let data: any DataAccess
  private let posts: any Repository<SocialPost>
  private let classes_ = Mutex<Set<String>>([])

  init(_ system: PersonalOSSystem) async throws {
    witness = AccessWitness(try await system.openStore())
    let owner = system.dataAccess.openData(witness.store)
    witness.belongs(to: owner)
    posts = system.dataAccess.openPosts(DataSetup(data: owner, store: witness.storeOfOthers))
    data = system.dataAccess.openData(witness.store)
  }

  var classes: Set<String> { classes_.withLock { $0 } }

  func run(_ script: RepositoryScript) async throws {
    let working = Task { try await AccessWitness.$operation.withValue(0) { try await self.work(script) } }
    let smuggling = script.smugglings.enumerated().map { number, smuggling in
      Task { try await self.smuggle(smuggling, number) }
    }
    try await working.value
    for task in smuggling { try await task.value }
    let kept = script.smugglings.indices.filter { !script.smugglings[$0].throwsAfterwards }
    try expect(
      "what the closures wrote that have not thrown",
      try await witness.store.read { try $0.scan(Self.escaped).map(\.key) }, equals: kept.map { "\($0)" })
  }

  private static let escaped = "Smuggled"

  /// What the store refuses, the repository refuses, and nothing has changed.
  static func expectRefusalsPassedOn(_ system: PersonalOSSystem) async throws {
    let id = UUID(uuid: (9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9))
    let post = SocialPost(id: id, text: "first", createdAt: Date(timeIntervalSinceReferenceDate: 0), status: .draft)
    var changed = post
    changed.text = "second"
    let store = try await system.openStore()
    let refusing = StoreTrace(store) { _, event in
      switch event {
      case .put, .delete: throw RefusedCommit()
      default: break
      }
    }.store
    let posts = system.dataAccess.openPosts(DataSetup(data: system.dataAccess.openData(store), store: store))
    let refused = system.dataAccess.openPosts(DataSetup(data: system.dataAccess.openData(refusing), store: refusing))
    try await posts.save(post)
    let saving = await thrownError { try await refused.save(changed) }
    try expect("why a save is refused", saving as? RefusedCommit, equals: RefusedCommit())
    let deleting = await thrownError { try await refused.delete(post) }
    try expect("why a deletion is refused", deleting as? RefusedCommit, equals: RefusedCommit())
    try expect("posts after refusals", try await posts.fetch(predicate: { $0.id == post.id }), equals: [post])
    try await posts.delete(post)
    try await store.close()
  }

  /// Every access of the repository was made with a live token.
  func expectAttested() throws {
    for access in ownAccesses {
      try expect("the repository asks the store inside a closure of the data actor", access.isAttested)
    }
  }

  private var ownAccesses: [AccessWitness.Access] { witness.accesses.filter { $0.operation == 0 } }

  // The repository and its model.

  private func work(_ script: RepositoryScript) async throws {
    var model: [String: SocialPost] = [:]
    for operation in script.operations {
      let before = ownAccesses.count
      switch operation {
      case .save(let post):
        model[post.storageKey] = post
        try await posts.save(post)
      case .delete(let post):
        label("a post is deleted that is there", if: model[post.storageKey] != nil)
        model[post.storageKey] = nil
        try await posts.delete(post)
      case .fetch(let filter):
        let expected = model.filtered(by: filter)
        let fetched = try await posts.fetch(predicate: filter?.predicate)
        try expect("fetched posts", Kept(fetched), equals: Kept(expected))
      case .count(let filter):
        let expected = model.filtered(by: filter).count
        label("some are counted, and some not", if: expected > 0 && expected < model.count)
        try expect("counted posts", try await posts.count(predicate: filter?.predicate), equals: expected)
      }
      try expect("it asked the store", ownAccesses.count > before)
    }
    let rest = try await posts.fetch(predicate: nil)
    try expect("posts in the end", Kept(rest), equals: Kept(model.filtered(by: nil)))
  }

  // Scopes.

  private struct Intended: Error, Equatable {
    let number: Int
  }

  /// - Parameter number: no two have the same.
  private func smuggle(_ smuggling: RepositoryScript.Smuggling, _ number: Int) async throws {
    let pocket = Mutex<EscapedScope?>(nil)
    let thrown = await thrownError {
      try await self.data.perform { scope in
        pocket.withLock { $0 = EscapedScope(scope) }
        try scope.live().put([:], at: "\(number)", in: Self.escaped)
        if smuggling.throwsAfterwards { throw Intended(number: number) }
      }
    }
    try expect(
      "what a closure has thrown", thrown.map { $0 as? Intended },
      equals: smuggling.throwsAfterwards ? .some(Intended(number: number)) : nil)
    for _ in 0..<smuggling.waits { await Task.yield() }
    guard let escaped = pocket.withLock({ $0 }) else { return }
    label("a scope of a closure that threw", if: smuggling.throwsAfterwards)
    label("a scope used inside another closure", if: smuggling.isUsedInsideAnother)
    if smuggling.isUsedInsideAnother {
      try await data.perform { _ in try self.expectRefused(smuggling.use, of: escaped) }
    } else {
      try expectRefused(smuggling.use, of: escaped)
    }
  }

  private func expectRefused(_ use: RepositoryScript.Use, of escaped: EscapedScope) throws {
    guard let scope = escaped.scope else { return }
    let before = witness.accesses.count
    let error = try expectThrows("a scope after its closure has ended, used to \(use)", DatabaseError.self) {
      try scope.use(use)
    }
    try expect("why it is refused", error, equals: .concurrencyConflict)
    try expect("accesses of the store meanwhile", witness.accesses.count - before, equals: 0)
  }

  private func label(_ name: String, if condition: Bool) {
    if condition { classes_.withLock { _ = $0.insert(name) } }
  }
}

/// Posts as they are stored: compared byte by byte.
private struct Kept: Equatable {
  let keys: [String]
  let fields: [[String: FieldValue]]

  init(_ posts: [SocialPost]) {
    keys = posts.map(\.storageKey)
    fields = posts.map(\.storedFields)
  }
}

extension Dictionary where Key == String, Value == SocialPost {
  fileprivate func filtered(by filter: RepositoryScript.Filter?) -> [SocialPost] {
    sorted { $0.key < $1.key }.map(\.value).filter { filter?.predicate($0) ?? true }
  }
}

extension RepositoryScript.Filter {
  fileprivate var predicate: @Sendable (SocialPost) -> Bool {
    switch self {
    case .drafts: { $0.status == .draft }
    case .longerThan(let count): { $0.text.unicodeScalars.count > count }
    case .nothing: { _ in false }
    }
  }
}

extension DataScope {
  fileprivate func use(_ use: RepositoryScript.Use) throws {
    switch use {
    case .fetchAll: _ = try fetch(SocialPost.self)
    case .fetchOne: _ = try fetch(SocialPost.self, key: "1")
    case .save: try save(SocialPost(id: UUID(), text: "", createdAt: Date(), status: .draft))
    case .delete: try delete(SocialPost.self, key: "1")
    case .count: _ = try count(SocialPost.self)
    case .transaction: _ = try live()
    }
  }
}
