import Foundation
import PlatformStandIns
import StorageContract

/// Keeps the files that belong to cards, encrypted (Req 5). Each call is one transaction, and a call that throws has
/// changed nothing.
public protocol AttachmentService: Sendable {
  /// Adds a file to a card. An image gets a thumbnail.
  /// - Throws: ``AppError``: `attachment(.fileTooLarge)`, `attachment(.cardNotFound)`, `authentication(.locked)`,
  ///   `database`.
  func addAttachment(
    to cardId: UUID, fileData: [UInt8], fileName: String, mimeType: String
  ) async throws -> AttachmentDTO
  /// Deletes the attachment with its thumbnail and its shared files.
  /// - Throws: ``AppError``: `attachment(.notFound)`, `authentication(.locked)`, `database`.
  func deleteAttachment(id: UUID) async throws
  /// The attachments of a card in the order of the dates at which they were added. Those of one date are in the order
  /// of their ids.
  /// - Throws: ``AppError``: `attachment(.cardNotFound)`, `attachment(.corrupted)`, `authentication(.locked)`,
  ///   `database`.
  func fetchAttachments(for cardId: UUID) async throws -> [AttachmentDTO]
  /// The original file, byte for byte.
  /// - Throws: ``AppError``: `attachment(.notFound)`, `attachment(.corrupted)`, `authentication(.locked)`, `database`.
  func attachmentData(id: UUID) async throws -> [UInt8]
  /// Writes a file for another app, with the watermark if there is one. ``SharedFiles`` says how long the file stays.
  /// - Throws: as ``attachmentData(id:)``; `watermark`.
  func shareAttachment(id: UUID) async throws -> URL
}

/// The parts that the attachment service and the watermark service use.
public struct AttachmentSetup: Sendable {
  /// Holds the attachments, their contents and their cards.
  public var store: any Store
  /// Encrypts and decrypts originals and thumbnails.
  public var crypto: any CryptoService
  /// Gives each call its session.
  public var access: any VaultAccess
  /// Holds the unencrypted files for other apps.
  public var sharedFiles: SharedFiles
  /// Makes thumbnails and draws watermarks.
  public var images: any ImageProcessing
  /// The limits of the app. The services use the largest size of a file.
  public var policy: VaultPolicy
  /// The clocks. The dates of attachments come from the wall clock.
  public var time: VaultTime
  /// Makes the ids of new attachments.
  public var makeID: @Sendable () -> UUID

  /// Creates a setup. By default ids are random.
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
  /// An attachment and its original file, decrypted.
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

  /// Decrypts a file.
  /// - Throws: ``AttachmentError/corrupted`` for anything but a file that was encrypted for this place.
  func opened(_ sealed: [UInt8], for place: String) throws -> [UInt8] {
    do {
      return try crypto.decryptFile(sealed, for: place)
    } catch is CryptographyError {
      throw AttachmentError.corrupted
    }
  }
}
