import Foundation
import StorageContract

/// An attachment as the store keeps it, without the file itself: see ``AttachmentContents``. The thumbnail is encrypted
/// like the file. File name and watermark text are not encrypted.
public struct CardAttachment: Sendable, Equatable {
  /// The attachment's id, whose text is the storage key. The contents have the same one.
  public var id: UUID
  /// The id of the card that the attachment belongs to.
  public var card: UUID
  /// The name that the file was added with, unencrypted.
  public var fileName: String
  /// The MIME type that the file was added with.
  public var mimeType: String
  /// The thumbnail's PNG, encrypted. Nil if the file is not a readable image.
  public var thumbnailData: [UInt8]?
  /// The text that is drawn over the image when it is shared. Nil draws none.
  public var watermarkText: String?
  /// The size of the original file, in bytes.
  public var fileSize: Int64
  /// The date of the wall clock when the file was added. Lists of attachments are in this order.
  public var createdAt: Date

  /// Creates an attachment from its parts. The thumbnail must be encrypted already.
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

  /// The place that the thumbnail is bound to.
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

/// The original file of an attachment, encrypted. It has a record of its own, so lists of attachments do not read it.
public struct AttachmentContents: Sendable, Equatable {
  /// The id of the ``CardAttachment`` that the file belongs to.
  public var id: UUID
  /// The file, encrypted and bound to the attachment's id.
  public var encryptedData: [UInt8]

  /// Creates contents from a file that is encrypted already.
  public init(id: UUID, encryptedData: [UInt8]) {
    self.id = id
    self.encryptedData = encryptedData
  }

  /// The place that the contents are bound to. Contents of another attachment do not decrypt here.
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
