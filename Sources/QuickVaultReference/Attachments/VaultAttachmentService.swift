import Foundation
import PlatformStandIns
import StorageContract

/// Keeps attachments in the store, with originals and thumbnails encrypted and bound to their ids.
public struct VaultAttachmentService: AttachmentService {
  private let setup: AttachmentSetup

  /// Creates a service, which uses the store only when it is called.
  public init(_ setup: AttachmentSetup) {
    self.setup = setup
  }

  public func addAttachment(
    to cardId: UUID, fileData: [UInt8], fileName: String, mimeType: String
  ) async throws -> AttachmentDTO {
    try await AppError.wrapping {
      let session = try await setup.access.begin()
      let size = Int64(fileData.count)
      guard size <= setup.policy.maximumFileSize else {
        throw AttachmentError.fileTooLarge(size: size, max: setup.policy.maximumFileSize)
      }
      let id = setup.makeID()
      let thumbnail = setup.images.thumbnail(of: fileData)
      let attachment = CardAttachment(
        id: id, card: cardId, fileName: fileName, mimeType: mimeType,
        thumbnailData: try thumbnail.map { try setup.crypto.encryptFile($0, for: CardAttachment.thumbnailPlace(id)) },
        watermarkText: nil, fileSize: size, createdAt: setup.time.date())
      let contents = AttachmentContents(
        id: id, encryptedData: try setup.crypto.encryptFile(fileData, for: AttachmentContents.place(id)))
      try await setup.store.write { transaction in
        guard try transaction.get(cardId.uuidString, in: Card.collection) != nil else {
          throw AttachmentError.cardNotFound
        }
        try transaction.save(attachment)
        try transaction.save(contents)
        try session.demandCurrent()
      }
      return dto(attachment, thumbnail: thumbnail)
    }
  }

  public func deleteAttachment(id: UUID) async throws {
    try await AppError.wrapping {
      let session = try await setup.access.begin()
      try await setup.store.write { transaction in
        guard try transaction.delete(id.uuidString, in: CardAttachment.collection) else {
          throw AttachmentError.notFound
        }
        try transaction.delete(id.uuidString, in: AttachmentContents.collection)
        try session.demandCurrent()
      }
      setup.sharedFiles.remove(of: id)
    }
  }

  public func fetchAttachments(for cardId: UUID) async throws -> [AttachmentDTO] {
    try await AppError.wrapping {
      let session = try await setup.access.begin()
      let attachments = try await setup.store.read { transaction in
        guard try transaction.get(cardId.uuidString, in: Card.collection) != nil else {
          throw AttachmentError.cardNotFound
        }
        return try transaction.fetch(CardAttachment.self).filter { $0.card == cardId }
      }
      let dtos = try attachments.sorted { left, right in
        (left.createdAt, left.id.uuidString) < (right.createdAt, right.id.uuidString)
      }.map { attachment in
        dto(
          attachment,
          thumbnail: try attachment.thumbnailData.map {
            try setup.opened($0, for: CardAttachment.thumbnailPlace(attachment.id))
          })
      }
      try session.demandCurrent()
      return dtos
    }
  }

  public func attachmentData(id: UUID) async throws -> [UInt8] {
    try await AppError.wrapping {
      let session = try await setup.access.begin()
      let original = try await setup.original(of: id)
      try session.demandCurrent()
      return original.data
    }
  }

  public func shareAttachment(id: UUID) async throws -> URL {
    try await AppError.wrapping {
      let session = try await setup.access.begin()
      while true {
        let withdrawals = setup.sharedFiles.withdrawals
        let (attachment, data) = try await setup.original(of: id)
        let shared = try attachment.watermarkText.map { try setup.images.watermarked(data, text: $0) } ?? data
        let url = try setup.sharedFiles.write(
          shared, named: attachment.fileName, of: id, since: withdrawals, in: session)
        if let url { return url }
      }
    }
  }

  private func dto(_ attachment: CardAttachment, thumbnail: [UInt8]?) -> AttachmentDTO {
    AttachmentDTO(
      id: attachment.id, fileName: attachment.fileName, mimeType: attachment.mimeType, fileSize: attachment.fileSize,
      watermarkText: attachment.watermarkText, thumbnailImage: thumbnail.flatMap { setup.images.bitmap(of: $0) })
  }
}
