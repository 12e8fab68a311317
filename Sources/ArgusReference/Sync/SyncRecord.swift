import Foundation
import StorageContract

/// Orders the values that devices write: of two values, every device keeps the one with the later stamp.
public struct SyncStamp: Sendable, Hashable, Comparable {
  /// The number of writes up to this one. The higher version is later.
  public var version: Int64
  /// The device that wrote the value. Of equal versions, the device whose name has the higher bytes is later.
  public var device: String

  /// Creates a stamp from its parts.
  public init(version: Int64, device: String) {
    self.version = version
    self.device = device
  }

  public static func < (left: SyncStamp, right: SyncStamp) -> Bool {
    left.version == right.version
      ? left.device.utf8.lexicographicallyPrecedes(right.device.utf8) : left.version < right.version
  }
}

/// Fields that are written together, and their stamp.
public struct StampedFields: Sendable, Equatable {
  /// The stamp of the last write that changed a field.
  public var stamp: SyncStamp
  /// The fields by name.
  public var fields: [String: FieldValue]

  /// Creates stamped fields from their parts.
  public init(stamp: SyncStamp, fields: [String: FieldValue]) {
    self.stamp = stamp
    self.fields = fields
  }
}

/// The record of an article that devices exchange (002 Architecture Overview: cross-device syncing).
///
/// The content and the user's marks have a stamp each, so an edit on one device and a mark on another are both kept.
/// Within a generation a deletion wins over every edit. A device that creates a deleted article again begins the next
/// generation.
public struct SyncRecord: Sendable, Equatable {
  /// The id of the article.
  public var articleID: String
  /// The number of times that the article was created, or 0 if nobody has written it.
  public var generation: Int64
  /// Whether the article is deleted. Also true in generation 0.
  public var isDeleted: Bool
  /// All fields of the article except for its id, its version and the marks.
  public var content: StampedFields
  /// The user's marks: `isRead`, `isBookmarked` and `isArchived`.
  public var flags: StampedFields
  /// The date at which the user saw the article first, on any device. Nil if they have not.
  public var seenAt: Date?

  /// Creates a record from its parts.
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

  /// Returns the record that joins both. The operation is commutative, associative and idempotent, so the order and the
  /// number of deliveries do not matter.
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

  /// The article. Nil if it is deleted or nobody has written it, or if its fields cannot be read.
  public var article: ArticleModel? {
    guard !isDeleted, generation > 0 else { return nil }
    var fields = content.fields.merging(flags.fields) { $1 }
    fields["id"] = .text(articleID)
    return try? ArticleModel(stored: Record(key: articleID, version: 1, fields: fields))
  }
}

extension SyncRecord {
  private static let flagNames: Set<String> = ["isRead", "isBookmarked", "isArchived"]

  /// Returns the record of an article that nobody has written or seen yet.
  public static func unknown(_ articleID: String) -> SyncRecord {
    let none = StampedFields(stamp: SyncStamp(version: 0, device: ""), fields: [:])
    return SyncRecord(articleID: articleID, generation: 0, isDeleted: true, content: none, flags: none, seenAt: nil)
  }

  /// Returns the record after this device wrote the article. Content or marks that differ get a new stamp.
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

  /// The record as fields of a store's record. Content and marks have the prefixes `c_` and `f_`.
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

  /// Reads a record. Nil if a field is missing or has another type.
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
