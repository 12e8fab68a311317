import Foundation
import PropertyTesting
import QuickVaultReference

/// Attachments that are added, or shared, in another way.
struct ChangedAttachments: AttachmentService {
  typealias Add = @Sendable (any AttachmentService, UUID, [UInt8], String, String) async throws -> AttachmentDTO
  typealias Share = @Sendable (any AttachmentService, UUID) async throws -> URL

  typealias List = @Sendable (any AttachmentService, UUID) async throws -> [AttachmentDTO]

  let base: any AttachmentService
  var list: List = { try await $0.fetchAttachments(for: $1) }
  var add: Add = { try await $0.addAttachment(to: $1, fileData: $2, fileName: $3, mimeType: $4) }
  var share: Share = { try await $0.shareAttachment(id: $1) }

  func addAttachment(
    to cardId: UUID, fileData: [UInt8], fileName: String, mimeType: String
  ) async throws -> AttachmentDTO {
    try await add(base, cardId, fileData, fileName, mimeType)
  }
  func deleteAttachment(id: UUID) async throws { try await base.deleteAttachment(id: id) }
  func fetchAttachments(for cardId: UUID) async throws -> [AttachmentDTO] { try await list(base, cardId) }
  func attachmentData(id: UUID) async throws -> [UInt8] { try await base.attachmentData(id: id) }
  func shareAttachment(id: UUID) async throws -> URL { try await share(base, id) }
}

// What QV-14 and QV-15 must catch.
extension Fault<QuickVaultSystem> {
  /// A fault that adds attachments in another way.
  static func adding(_ id: String, _ fact: String, _ add: @escaping ChangedAttachments.Add) -> Fault {
    Fault(id, fact) { system in
      let make = system.parts.makeAttachments
      system.parts.makeAttachments = { ChangedAttachments(base: make($0), add: add) }
    }
  }

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
