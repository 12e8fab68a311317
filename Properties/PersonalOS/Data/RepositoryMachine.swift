import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract

/// The posts of a repository, and the scopes that outlived their closures.
struct PostsModel: Sendable {
  var posts: [String: SocialPost] = [:]
  /// Whether the closure of each scope threw.
  var scopes: [Reference<Escaped<DataScope>>: Bool] = [:]

  /// As they are stored, so that they are compared byte by byte.
  func records(_ filter: PostFilter? = nil) -> [RawRecord] {
    posts.values.filter { filter?.takes($0) ?? true }.map { RawRecord($0) }.sorted(by: RawRecord.precedes)
  }
}

enum RepositoryMachine {
  typealias PostsCommand = Command<PostsModel, RepositoryDriver>

  struct ScopeUse: Sendable {
    let scope: Reference<Escaped<DataScope>>
    let call: ScopeCall
    let isInsideAnother: Bool
  }

  static let save = PostsCommand("save", weight: 6, with: .keptPost) { model, post in
    model.posts[post.storageKey] = post
  } system: { driver, post in
    try await driver.call { try await $0.save(post) }
  }

  static let delete = PostsCommand("delete", weight: 3, with: .keptPost) { model, post in
    model.posts[post.storageKey] = nil
  } system: { driver, post in
    try await driver.call { try await $0.delete(post) }
  }
  .labelled("a post is deleted that is there") { $0.after.posts.count < $0.before.posts.count }

  static let fetch = PostsCommand("fetch", weight: 2, with: .optional(.postFilter)) { model, filter in
    model.records(filter)
  } system: { driver, filter in
    try await driver.call { try await $0.fetch(predicate: filter?.takes) }.map { RawRecord($0) }
  }

  static let count = PostsCommand("count", weight: 4, with: .optional(.postFilter)) { model, filter in
    model.records(filter).count
  } system: { driver, filter in
    try await driver.call { try await $0.count(predicate: filter?.takes) }
  }
  .labelled("some are counted, and some not") { step in
    step.result(Int.self).map { $0 > 0 && $0 < step.before.posts.count } == true
  }

  static let saveInVain = PostsCommand("saveInVain", with: .keptPost) { _, _ in
    throw RefusedCommit()
  } system: { driver, post in
    try await driver.refusing.save(post)
  }

  static let deleteInVain = PostsCommand("deleteInVain", with: .keptPost) { _, _ in
    throw RefusedCommit()
  } system: { driver, post in
    try await driver.refusing.delete(post)
  }

  /// A closure saves a post, and somebody carries its scope out.
  static let carryOut = PostsCommand(
    "carryOut", weight: 4, with: .zip(.keptPost, .bool), yielding: Escaped<DataScope>.self
  ) { model, closure, scope in
    let (post, throwsAfterwards) = closure
    if !throwsAfterwards { model.posts[post.storageKey] = post }
    model.scopes[scope] = throwsAfterwards
  } system: { driver, closure in
    try await driver.carryOut(saving: closure.0, throwing: closure.1)
  }

  static let useLater = PostsCommand(
    "useLater", weight: 6,
    with: { .build(ScopeUse.init, from: .reference(to: $0.scopes.keys), .anyCase(), .bool) }
  ) { (_: inout PostsModel, _: ScopeUse) in
    throw DatabaseError.concurrencyConflict
  } system: { driver, use, results in
    try await driver.use(results[use.scope], for: use.call, insideAnother: use.isInsideAnother)
  }
  .labelled("a scope of a closure that threw") { step in
    step.argument(ScopeUse.self).flatMap { step.before.scopes[$0.scope] } == true
  }
  .labelled("a scope used inside another closure") { $0.argument(ScopeUse.self)?.isInsideAnother == true }

  static let machine = StateMachine(
    initially: PostsModel(),
    commands: [save, delete, fetch, count, saveInVain, deleteInVain, carryOut, useLater],
    invariants: [
      Invariant("posts in the store", model: { $0.records() }, system: { try await $0.storedPosts() })
    ]
  )
  .withoutSwarm
}
