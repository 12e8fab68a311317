import Foundation

/// Sets the text that is drawn over an image when it leaves the vault (Req 6). The stored original does not change.
public protocol WatermarkService: Sendable {
  /// Sets the text, or replaces it, and deletes shared files with the earlier one.
  /// - Throws: ``AppError``: `watermark` if the watermark cannot be drawn, `attachment(.notFound)`,
  ///   `attachment(.corrupted)`, `authentication(.locked)`, `database`.
  func updateWatermark(for attachment: UUID, text: String) async throws
  /// Removes the text, and deletes shared files that have it. If there is no text, this is not an error.
  /// - Throws: ``AppError``: `attachment(.notFound)`, `authentication(.locked)`, `database`.
  func removeWatermark(from attachment: UUID) async throws
}

/// Stores the text with the attachment. ``AttachmentService`` draws it.
public struct VaultWatermarkService: WatermarkService {
  private let setup: AttachmentSetup

  /// Creates a service. The setup is that of the attachment service, so both use the same store and shared files.
  public init(_ setup: AttachmentSetup) {
    self.setup = setup
  }

  public func updateWatermark(for attachment: UUID, text: String) async throws {
    try await AppError.wrapping {
      let session = try await setup.access.begin()
      // Draw it now, so that a watermark that cannot be drawn fails here and not at the share.
      let original = try await setup.original(of: attachment)
      _ = try setup.images.watermarked(original.data, text: text)
      try await setText(text, of: attachment, in: session)
    }
  }

  public func removeWatermark(from attachment: UUID) async throws {
    try await AppError.wrapping {
      try await setText(nil, of: attachment, in: try await setup.access.begin())
    }
  }

  private func setText(_ text: String?, of attachment: UUID, in session: VaultSession) async throws {
    try await setup.store.write { transaction in
      guard var stored = try transaction.fetch(CardAttachment.self, key: attachment.uuidString) else {
        throw AttachmentError.notFound
      }
      stored.watermarkText = text
      try transaction.save(stored)
      try session.demandCurrent()
    }
    // A shared file with the earlier text is out of date.
    setup.sharedFiles.remove(of: attachment)
  }
}
