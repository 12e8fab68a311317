import Foundation
import StorageContract

/// An attachment as it is stored, without its contents: see ``AttachmentContents``. The thumbnail is encrypted as the
/// contents are; file name and watermark text stay readable.
public struct CardAttachment: Sendable, Equatable {
  public var id: UUID
  /// The card's.
  public var card: UUID
  public var fileName: String
  public var mimeType: String
  /// Encrypted; nil for what is no image.
  public var thumbnailData: [UInt8]?
  /// Nil: none is drawn.
  public var watermarkText: String?
  /// Of the file as it was given, in bytes.
  public var fileSize: Int64
  public var createdAt: Date

  public init(
    id: UUID, card: UUID, fileName: String, mimeType: String, thumbnailData: [UInt8]?, watermarkText: String?,
    fileSize: Int64, createdAt: Date
  ) {
    self.id = id
    self.card = card
    self.fileName = fileName
    self.mimeType = mimeType
    self.thumbnailData = thumbnailData
    self.watermarkText = watermarkText
    self.fileSize = fileSize
    self.createdAt = createdAt
  }

  /// What the thumbnail is bound to.
  static func thumbnailPlace(_ id: UUID) -> String { "thumbnail/\(id.uuidString)" }
}

extension CardAttachment: StoredModel {
  public static let collection = "card_attachments"
  public var storageKey: String { id.uuidString }

  public var storedFields: [String: FieldValue] {
    [
      "card": .uuid(card), "fileName": .text(fileName), "mimeType": .text(mimeType),
      "thumbnailData": thumbnailData.map { .bytes($0) } ?? .null,
      "watermarkText": watermarkText.map { .text($0) } ?? .null, "fileSize": .int64(fileSize),
      "createdAt": .date(createdAt),
    ]
  }

  public init(stored record: Record) throws(UnreadableRecord) {
    id = try record.uuidKey()
    card = try record.uuid("card")
    fileName = try record.text("fileName")
    mimeType = try record.text("mimeType")
    thumbnailData = try record.optionalBytes("thumbnailData")
    watermarkText = try record.optionalText("watermarkText")
    fileSize = try record.int64("fileSize")
    createdAt = try record.date("createdAt")
  }
}

/// The original of an attachment, encrypted, in a record of its own: a list of attachments reads none of it.
public struct AttachmentContents: Sendable, Equatable {
  /// The attachment's.
  public var id: UUID
  public var encryptedData: [UInt8]

  public init(id: UUID, encryptedData: [UInt8]) {
    self.id = id
    self.encryptedData = encryptedData
  }

  /// What the contents are bound to: those of another attachment do not decrypt here.
  static func place(_ id: UUID) -> String { "attachment/\(id.uuidString)" }
}

extension AttachmentContents: StoredModel {
  public static let collection = "attachment_contents"
  public var storageKey: String { id.uuidString }
  public var storedFields: [String: FieldValue] { ["encryptedData": .bytes(encryptedData)] }

  public init(stored record: Record) throws(UnreadableRecord) {
    id = try record.uuidKey()
    encryptedData = try record.bytes("encryptedData")
  }
}
