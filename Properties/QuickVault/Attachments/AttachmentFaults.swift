import Foundation
import PropertyTesting
import QuickVaultReference

/// Attachments that are listed, or shared, in another way.
struct ChangedAttachments: AttachmentService {
  typealias Share = @Sendable (any AttachmentService, UUID) async throws -> URL
  typealias List = @Sendable (any AttachmentService, UUID) async throws -> [AttachmentDTO]

  let base: any AttachmentService
  var list: List = { try await $0.fetchAttachments(for: $1) }
  var share: Share = { try await $0.shareAttachment(id: $1) }

  func addAttachment(
    to cardId: UUID, fileData: [UInt8], fileName: String, mimeType: String
  ) async throws -> AttachmentDTO {
    try await base.addAttachment(to: cardId, fileData: fileData, fileName: fileName, mimeType: mimeType)
  }
  func deleteAttachment(id: UUID) async throws { try await base.deleteAttachment(id: id) }
  func fetchAttachments(for cardId: UUID) async throws -> [AttachmentDTO] { try await list(base, cardId) }
  func attachmentData(id: UUID) async throws -> [UInt8] { try await base.attachmentData(id: id) }
  func shareAttachment(id: UUID) async throws -> URL { try await share(base, id) }
}

// What QV-14 and QV-15 must catch.
extension Fault<QuickVaultSystem> {
  static let leavesThumbnailsReadable = Fault("leavesThumbnailsReadable", "stores thumbnails as they are") { system in
    system.parts.alterCrypto { crypto in
      AlteredCrypto(
        crypto, encryptFile: { $1.hasPrefix("thumbnail") ? $0 : try crypto.encryptFile($0, for: $1) },
        decryptFile: { $1.hasPrefix("thumbnail") ? $0 : try crypto.decryptFile($0, for: $1) })
    }
  }

  static let refusesAllFiles = Fault("refusesAllFiles", "refuses every file") { system in
    system.parts.makeAttachments = changingSetup(of: system.parts.makeAttachments) { $0.policy.maximumFileSize = -1 }
  }
}
