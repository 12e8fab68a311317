/// What a replica declares. The laws demand each declared capability, and skip the others.
public struct ReplicaCapabilities: Sendable, Equatable {
  /// What is the unit when two devices change one record apart.
  public enum Merge: String, Sendable, CaseIterable {
    /// Changes of different fields are both kept.
    case byField = "by field"
    /// One device's whole record wins.
    case byRecord = "by record"
  }

  /// What happens when one device deletes a record and another, which does not know of that, changes it.
  public enum DeletePolicy: String, Sendable, CaseIterable {
    /// The record stays deleted.
    case deletesWin = "deletes win"
    /// The record stays.
    case editsWin = "edits win"
    /// Either, but all devices agree.
    case undeclared = "undeclared"
  }

  /// What the replica expects of its server.
  public enum Delivery: String, Sendable, CaseIterable {
    /// Records may come in any order, several times, and older versions after newer ones.
    case anyOrder = "in any order, any number of times"
    /// Each change comes once, in the order of the server.
    case inOrder = "in order, once"
  }

  /// Whether it keeps records.
  public var hasRecords: Bool
  /// The text fields that each record has. Empty: a record is only there or not, as an element of a set is.
  public var fields: [String]
  /// Whether it keeps a list, or a text as a list of characters.
  public var hasList: Bool
  /// The unit of merging.
  public var merge: Merge
  /// What wins when a record is deleted and changed at the same time.
  public var deletes: DeletePolicy
  /// Whether an edit that was made in the knowledge of another replaces it even if the device's clock is wrong.
  public var isCausal: Bool
  /// Whether acknowledged edits outlive the replica: they are there when its place is opened again.
  public var isDurable: Bool
  /// What it expects of its server.
  public var delivery: Delivery
  /// Whether what a record needs on the server stays within limits, however often the record is edited.
  public var isBounded: Bool
  /// Whether fields that an older app does not know survive its edits: see ``ReplicaPlace/isOldApp``.
  public var keepsUnknownFields: Bool
  /// Whether a record that the server refuses does not keep the others from being exchanged.
  public var setsRefusedAside: Bool
  /// Whether the server may forget old deletions. The replica marks the records that are only traces of them, with
  /// ``SyncChange/isTombstone``. If its token is stale, it fetches everything: what it has exchanged and the server lacks was deleted.
  public var expiresTombstones: Bool
  /// The one of ``fields`` whose texts are attachments, which the server keeps apart from their records; nil: there is none. An attachment
  /// that no record needs any more is a tombstone.
  public var attachment: String?
  /// Whether several accounts may use the device in turn: see ``ReplicaPlace/account``.
  public var separatesAccounts: Bool

  /// A declaration. Without arguments: records with the fields `title` and `note`, merged by field, by the order of cause, durable.
  public init(
    hasRecords: Bool = true, fields: [String] = ["title", "note"], hasList: Bool = false, merge: Merge = .byField,
    deletes: DeletePolicy = .undeclared, isCausal: Bool = true, isDurable: Bool = true, delivery: Delivery = .anyOrder,
    isBounded: Bool = true, setsRefusedAside: Bool = true, keepsUnknownFields: Bool = false, expiresTombstones: Bool = false,
    separatesAccounts: Bool = false, attachment: String? = nil
  ) {
    self.hasRecords = hasRecords
    self.fields = fields
    self.hasList = hasList
    self.merge = merge
    self.deletes = deletes
    self.isCausal = isCausal
    self.isDurable = isDurable
    self.delivery = delivery
    self.isBounded = isBounded
    self.setsRefusedAside = setsRefusedAside
    self.keepsUnknownFields = keepsUnknownFields
    self.expiresTombstones = expiresTombstones
    self.separatesAccounts = separatesAccounts
    self.attachment = attachment
  }

  /// The declaration in words: "records (title, note) merged by field, deletes win, causal, durable, …".
  public var summary: String {
    var words: [String] = []
    if hasRecords {
      words.append(fields.isEmpty ? "records without fields" : "records (\(fields.joined(separator: ", "))) merged \(merge.rawValue)")
      if deletes != .undeclared { words.append(deletes.rawValue) }
    }
    if hasList { words.append("a list") }
    if isCausal { words.append("causal") }
    if isDurable { words.append("durable") }
    words.append("delivery \(delivery.rawValue)")
    if isBounded { words.append("bounded") }
    if setsRefusedAside { words.append("sets refused records aside") }
    if keepsUnknownFields { words.append("keeps fields that an older app does not know") }
    if expiresTombstones { words.append("begins anew when deletions have expired") }
    if let attachment { words.append("keeps each \(attachment) as an attachment") }
    if separatesAccounts { words.append("separates accounts") }
    return words.joined(separator: ", ")
  }
}
