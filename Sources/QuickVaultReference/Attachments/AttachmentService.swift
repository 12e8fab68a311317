import Foundation
import PlatformStandIns
import StorageContract

/// Files that belong to cards, encrypted (Req 5). Each call is one transaction; one that throws has changed nothing.
public protocol AttachmentService: Sendable {
  /// - Throws: ``AppError``: `attachment(.fileTooLarge)`, `attachment(.cardNotFound)`, `authentication(.locked)`,
  ///   `database`.
  func addAttachment(
    to cardId: UUID, fileData: [UInt8], fileName: String, mimeType: String
  ) async throws -> AttachmentDTO
  /// - Throws: ``AppError``: `attachment(.notFound)`, `authentication(.locked)`, `database`.
  func deleteAttachment(id: UUID) async throws
  /// By the dates at which they were added, those of one date by their ids.
  /// - Throws: ``AppError``: `attachment(.cardNotFound)`, `attachment(.corrupted)`, `authentication(.locked)`, `database`.
  func fetchAttachments(for cardId: UUID) async throws -> [AttachmentDTO]
  /// The original, as it was given.
  /// - Throws: ``AppError``: `attachment(.notFound)`, `attachment(.corrupted)`, `authentication(.locked)`, `database`.
  func attachmentData(id: UUID) async throws -> [UInt8]
  /// A file for another app, with the watermark if there is one: see ``SharedFiles`` for how long it stays.
  /// - Throws: as ``attachmentData(id:)``; `watermark`.
  func shareAttachment(id: UUID) async throws -> URL
}

/// What attachments and watermarks work with.
public struct AttachmentSetup: Sendable {
  public var store: any Store
  public var crypto: any CryptoService
  public var access: any VaultAccess
  public var sharedFiles: SharedFiles
  public var images: any ImageProcessing
  public var policy: VaultPolicy
  public var time: VaultTime
  public var makeID: @Sendable () -> UUID

  public init(
    store: any Store, crypto: any CryptoService, access: any VaultAccess, sharedFiles: SharedFiles,
    images: any ImageProcessing, policy: VaultPolicy, time: VaultTime, makeID: @escaping @Sendable () -> UUID = { UUID() }
  ) {
    self.store = store
    self.crypto = crypto
    self.access = access
    self.sharedFiles = sharedFiles
    self.images = images
    self.policy = policy
    self.time = time
    self.makeID = makeID
  }
}

extension AttachmentSetup {
  /// An attachment and its original.
  func original(of id: UUID) async throws -> (attachment: CardAttachment, data: [UInt8]) {
    let (attachment, contents) = try await store.read { transaction in
      guard let attachment = try transaction.fetch(CardAttachment.self, key: id.uuidString) else {
        throw AttachmentError.notFound
      }
      return (attachment, try transaction.fetch(AttachmentContents.self, key: id.uuidString))
    }
    guard let contents else { throw AttachmentError.corrupted }
    return (attachment, try opened(contents.encryptedData, for: AttachmentContents.place(id)))
  }

  /// - Throws: ``AttachmentError/corrupted`` for anything but what was encrypted for this place.
  func opened(_ sealed: [UInt8], for place: String) throws -> [UInt8] {
    do {
      return try crypto.decryptFile(sealed, for: place)
    } catch is CryptographyError {
      throw AttachmentError.corrupted
    }
  }
}
