import Foundation
import StorageContract

/// Who wrote a value, and after how many others: of two values the later one counts, the same on every device.
public struct SyncStamp: Sendable, Hashable, Comparable {
  public var version: Int64
  public var device: String

  public init(version: Int64, device: String) {
    self.version = version
    self.device = device
  }

  public static func < (left: SyncStamp, right: SyncStamp) -> Bool {
    left.version == right.version
      ? left.device.utf8.lexicographicallyPrecedes(right.device.utf8) : left.version < right.version
  }
}

/// Values that are written together, and their stamp.
public struct StampedFields: Sendable, Equatable {
  public var stamp: SyncStamp
  public var fields: [String: FieldValue]

  public init(stamp: SyncStamp, fields: [String: FieldValue]) {
    self.stamp = stamp
    self.fields = fields
  }
}

/// What devices exchange of an article (002 Architecture Overview: cross-device syncing).
///
/// What the article says and what the user did with it are two sets of values, each with a stamp: an edit here and a mark there
/// are both kept. Within a generation a deletion wins over every edit; who makes a deleted article anew begins the next one.
public struct SyncRecord: Sendable, Equatable {
  public var articleID: String
  public var generation: Int64
  public var isDeleted: Bool
  public var content: StampedFields
  public var flags: StampedFields
  /// When it was seen first, on whichever device.
  public var seenAt: Date?

  public init(
    articleID: String, generation: Int64, isDeleted: Bool, content: StampedFields, flags: StampedFields, seenAt: Date?
  ) {
    self.articleID = articleID
    self.generation = generation
    self.isDeleted = isDeleted
    self.content = content
    self.flags = flags
    self.seenAt = seenAt
  }

  /// What both know. Laws: commutative, associative, idempotent; so the order and number of deliveries do not matter.
  public func merged(with other: SyncRecord) -> SyncRecord {
    var result = generation >= other.generation ? self : other
    if generation == other.generation {
      result.isDeleted = isDeleted || other.isDeleted
      result.content = content.stamp < other.content.stamp ? other.content : content
      result.flags = flags.stamp < other.flags.stamp ? other.flags : flags
    }
    result.seenAt = [seenAt, other.seenAt].compactMap { $0 }.min()
    return result
  }

  /// Nil of an article that was deleted, or only seen.
  public var article: ArticleModel? {
    guard !isDeleted, generation > 0 else { return nil }
    var fields = content.fields.merging(flags.fields) { $1 }
    fields["id"] = .text(articleID)
    return try? ArticleModel(stored: Record(key: articleID, version: 1, fields: fields))
  }
}

extension SyncRecord {
  private static let flagNames: Set<String> = ["isRead", "isBookmarked", "isArchived"]

  /// Of an article that nobody wrote yet.
  public static func unknown(_ articleID: String) -> SyncRecord {
    let none = StampedFields(stamp: SyncStamp(version: 0, device: ""), fields: [:])
    return SyncRecord(articleID: articleID, generation: 0, isDeleted: true, content: none, flags: none, seenAt: nil)
  }

  /// The article was written on this device: the sets that differ are stamped anew.
  public func writing(_ article: ArticleModel, on device: String) -> SyncRecord {
    var result = self
    if isDeleted {
      result = .unknown(articleID)
      result.generation = generation + 1
      result.isDeleted = false
      result.seenAt = seenAt
    }
    var fields = article.storedFields
    fields["id"] = nil
    fields["version"] = nil
    let flags = fields.filter { Self.flagNames.contains($0.key) }
    let content = fields.filter { !Self.flagNames.contains($0.key) }
    result.content.write(content, on: device)
    result.flags.write(flags, on: device)
    return result
  }
}

extension StampedFields {
  fileprivate mutating func write(_ new: [String: FieldValue], on device: String) {
    if new == fields { return }
    self = StampedFields(stamp: SyncStamp(version: stamp.version + 1, device: device), fields: new)
  }
}

extension SyncRecord {
  static let prefixes = (content: "c_", flags: "f_")

  /// As one record of a store.
  public var storedFields: [String: FieldValue] {
    var stored: [String: FieldValue] = [
      "generation": .int64(generation), "isDeleted": .bool(isDeleted), "contentVersion": .int64(content.stamp.version),
      "contentDevice": .text(content.stamp.device), "flagsVersion": .int64(flags.stamp.version),
      "flagsDevice": .text(flags.stamp.device), "seenAt": seenAt.map { .date($0) } ?? .null,
    ]
    for (name, value) in content.fields { stored[Self.prefixes.content + name] = value }
    for (name, value) in flags.fields { stored[Self.prefixes.flags + name] = value }
    return stored
  }

  /// Nil if the record is none.
  public init?(articleID: String, stored: [String: FieldValue]) {
    guard case .int64(let generation) = stored["generation"], case .bool(let isDeleted) = stored["isDeleted"],
      case .int64(let contentVersion) = stored["contentVersion"], case .text(let contentDevice) = stored["contentDevice"],
      case .int64(let flagsVersion) = stored["flagsVersion"], case .text(let flagsDevice) = stored["flagsDevice"]
    else { return nil }
    func fields(_ prefix: String) -> [String: FieldValue] {
      stored.reduce(into: [:]) { fields, entry in
        if entry.key.hasPrefix(prefix) { fields[String(entry.key.dropFirst(prefix.count))] = entry.value }
      }
    }
    var seenAt: Date?
    if case .date(let date) = stored["seenAt"] { seenAt = date }
    self.init(
      articleID: articleID, generation: generation, isDeleted: isDeleted,
      content: StampedFields(
        stamp: SyncStamp(version: contentVersion, device: contentDevice), fields: fields(Self.prefixes.content)),
      flags: StampedFields(stamp: SyncStamp(version: flagsVersion, device: flagsDevice), fields: fields(Self.prefixes.flags)),
      seenAt: seenAt)
  }
}
