import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract

extension OverlapDriver {
  var announced: [String] {
    announcements.all.dropFirst(announcedBefore).map { "\($0.type) \($0.success)" }
  }

  var announcedLast: OperationResult? { announcements.all.last }

  /// Posts that are not stored as the operation on them wants it that was asked for last, if it succeeded.
  func overtaken() async throws -> [String] {
    let stored = try await stored()
    return asked.indices.compactMap { place in
      let part = asked[place]
      guard succeeded.contains(part), !isSuperseded(place) else { return nil }
      switch overlap.parts[part].operation {
      case .save(let post):
        return stored.contains(PostBytes(post)) ? nil : "operation \(part) saved another text"
      case .delete(let number):
        let isGone = !stored.contains { $0.key == UUID.post(number).uuidString }
        return isGone ? nil : "operation \(part) deleted what is there"
      case .load: return nil
      }
    }
  }

  /// Whether anything was asked about the same post later.
  private func isSuperseded(_ place: Int) -> Bool {
    let id = overlap.parts[asked[place]].operation.postID
    return asked[(place + 1)...].contains { overlap.parts[$0].operation.postID == id }
  }

  /// Posts that could not be saved, about which nothing was asked since, and that are no drafts.
  var lostDrafts: [PostBytes] {
    asked.indices.compactMap { place in
      guard unsaved.contains(asked[place]), case .save(let post) = overlap.parts[asked[place]].operation
      else { return nil }
      return isSuperseded(place) || dashboard.drafts.bytes.contains(PostBytes(post)) ? nil : PostBytes(post)
    }
  }

  var listed: [PostBytes] { dashboard.posts.bytes.sorted { $0.key < $1.key } }

  func stored() async throws -> [PostBytes] {
    try await store.read { try $0.scan(SocialPost.collection) }.map { PostBytes($0) }
  }

  /// Whoever is gone before the list is there gets none, and is told of nothing.
  func expectNoListForWhoeverIsGone() async throws {
    let (before, told) = (listed, announcements.all.count)
    let other = SocialPost(
      id: .post(254), text: "stored meanwhile", createdAt: Date(timeIntervalSinceReferenceDate: 0), status: .published)
    try await store.write { _ = try $0.put(other.storedFields, at: other.storageKey, in: SocialPost.collection) }
    let load = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await dashboard.loadPosts()
    }
    var isCancelled = false
    do { try await load.value } catch is CancellationError { isCancelled = true }
    try expect("that a load is cancelled with its task", isCancelled)
    try expect("the list after a load that was cancelled", listed, equals: before)
    try expect("announcements of a load that was cancelled", announcements.all.count, equals: told)
  }
}
