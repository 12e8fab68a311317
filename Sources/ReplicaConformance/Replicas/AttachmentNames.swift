import ReplicaContract

/// Which attachment a record needs: that of its life, as it was written then. Later ones replace earlier ones.
struct AttachmentKey: Sendable, Comparable, LosslessStringConvertible {
  let life: Int
  /// Nil: the record is deleted, and needs none of this life.
  let stamp: ClockStamp?

  init(life: Int, stamp: ClockStamp?) { (self.life, self.stamp) = (life, stamp) }

  init?(_ description: String) {
    let parts = description.split(separator: ".").map(String.init)
    guard let life = parts.first.flatMap({ Int($0) }) else { return nil }
    guard parts.count == 4 else {
      self.init(life: life, stamp: nil)
      return
    }
    guard let time = Int64(parts[1]), let count = Int(parts[2]) else { return nil }
    self.init(life: life, stamp: ClockStamp(time: time, count: count, device: parts[3]))
  }

  var description: String { "\(life)" + (stamp.map { ".\($0.time).\($0.count).\($0.device)" } ?? "") }

  static func < (left: Self, right: Self) -> Bool {
    if left.life != right.life { return left.life < right.life }
    guard let first = left.stamp, let second = right.stamp else { return left.stamp != nil && right.stamp == nil }
    return first < second
  }
}

/// How attachments are named, and how records are taken apart and put together.
struct AttachmentNames: Sendable {
  let field: String

  func name(_ record: String, _ key: AttachmentKey) -> String { "+\(record)/\(key)" }

  /// Nil: it is no attachment.
  func parts(of name: String) -> (record: String, key: AttachmentKey)? {
    guard name.hasPrefix("+"), let slash = name.lastIndex(of: "/"), let key = AttachmentKey(String(name[name.index(after: slash)...])) else {
      return nil
    }
    return (String(name[name.index(after: name.startIndex)..<slash]), key)
  }

  /// What a record needs, and its content if the record has it.
  func need(of body: String) -> (key: AttachmentKey, content: String?)? {
    guard let record = FieldRecord(body) else { return nil }
    guard !record.isDeleted, let value = record.fields[field] else { return (AttachmentKey(life: record.life, stamp: nil), nil) }
    return (AttachmentKey(life: record.life, stamp: value.stamp), value.value)
  }

  /// The change without the attachment.
  func alone(_ change: SyncChange) -> SyncChange {
    var change = change
    guard var record = FieldRecord(change.body) else { return change }
    record.fields[field]?.value = ""
    change.body = record.body
    return change
  }

  /// A record of the server with its attachment; nil: it is not there.
  func whole(_ body: String, of name: String, _ attachments: [String: String]) -> String? {
    guard var record = FieldRecord(body), let need = need(of: body) else { return nil }
    if record.isDeleted { return body }
    guard let content = attachments[self.name(name, need.key)] else { return nil }
    record.fields[field]?.value = content
    return record.body
  }
}

extension ReplicaFormat {
  /// Records with a title and an attachment, merged by field. A deleted record has no attachment.
  static var attachments: ReplicaFormat {
    @Sendable func cleared(_ record: FieldRecord) -> FieldRecord {
      var record = record
      if record.isDeleted { record.fields["photo"]?.value = "" }
      return record
    }
    var rules = FieldRules()
    let standard = rules
    rules.delete = { standard.delete($0, $1).map { cleared($0) } }
    rules.merge = { cleared(standard.merge($0, $1)) }
    var format = fields(["title", "photo"], rules)
    format.capabilities.attachment = "photo"
    format.capabilities.keepsUnknownFields = false
    format.capabilities.separatesAccounts = false
    // Each replaced attachment leaves a tombstone, until those expire.
    format.capabilities.isBounded = false
    return format
  }
}
