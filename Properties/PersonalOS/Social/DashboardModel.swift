import Foundation
import PersonalOSGenerators
import PersonalOSReference
import StorageContract

/// The dashboard as the requirement wants it: the oracle of POS-47 to POS-50, written apart from the
/// reference.
struct DashboardModel {
  /// What is stored, by key.
  private(set) var stored: [String: SocialPost] = [:]
  private(set) var drafts: [SocialPost] = []

  /// What the user sees of the posts: newest first.
  var list: [SocialPost] {
    var list: [SocialPost] = []
    for post in stored.values {
      let place = list.firstIndex { other in
        post.createdAt > other.createdAt
          || post.createdAt == other.createdAt && post.storageKey < other.storageKey
      }
      list.insert(post, at: place ?? list.count)
    }
    return list
  }

  func has(_ id: UUID) -> Bool { stored[id.uuidString] != nil }

  mutating func hold(_ posts: [SocialPost]) {
    for post in posts { stored[post.storageKey] = post }
  }

  mutating func save(_ post: SocialPost, succeeds: Bool) {
    if succeeds {
      stored[post.storageKey] = post
      drafts.removeAll { $0.id == post.id }
    } else if let index = drafts.firstIndex(where: { $0.id == post.id }) {
      drafts[index] = post
    } else {
      drafts.append(post)
    }
  }

  mutating func delete(_ id: UUID) {
    stored[id.uuidString] = nil
    drafts.removeAll { $0.id == id }
  }
}

/// A post as it must be found again: by its bytes.
struct PostBytes: Equatable {
  let key: String
  let fields: [String: FieldValue]

  init(_ post: SocialPost) {
    key = post.storageKey
    fields = post.storedFields
  }

  init(_ record: Record) {
    key = record.key
    fields = record.fields
  }
}

extension [SocialPost] {
  var bytes: [PostBytes] { map { PostBytes($0) } }
}
