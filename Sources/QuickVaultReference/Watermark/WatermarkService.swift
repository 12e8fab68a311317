import Foundation

/// The text that is drawn over an image wherever it leaves the vault (Req 6). The original stays as it was stored.
public protocol WatermarkService: Sendable {
  /// Sets the text, or replaces it.
  /// - Throws: ``AppError``: `watermark` for what cannot be drawn, `attachment(.notFound)`, `attachment(.corrupted)`,
  ///   `authentication(.locked)`, `database`.
  func updateWatermark(for attachment: UUID, text: String) async throws
  /// - Throws: ``AppError``: `attachment(.notFound)`, `authentication(.locked)`, `database`.
  func removeWatermark(from attachment: UUID) async throws
}

/// Keeps the text beside the attachment; ``AttachmentService`` draws it.
public struct VaultWatermarkService: WatermarkService {
  private let setup: AttachmentSetup

  public init(_ setup: AttachmentSetup) {
    self.setup = setup
  }

  public func updateWatermark(for attachment: UUID, text: String) async throws {
    try await AppError.wrapping {
      let session = try await setup.access.begin()
      // What cannot be drawn is refused now, and not when somebody shares it.
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
    // A file with the text as it was is out of date.
    setup.sharedFiles.remove(of: attachment)
  }
}
