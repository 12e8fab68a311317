import Foundation
import ImageStandIns

/// An attachment as screens see it.
public struct AttachmentDTO: Sendable, Equatable, Identifiable {
  public let id: UUID
  public var fileName: String
  public var mimeType: String
  /// Of the file as it was given, in bytes.
  public var fileSize: Int64
  public var watermarkText: String?
  /// Nil for what is no image.
  public var thumbnailImage: Bitmap?

  public var hasWatermark: Bool { watermarkText != nil }

  public init(
    id: UUID, fileName: String, mimeType: String, fileSize: Int64, watermarkText: String?, thumbnailImage: Bitmap?
  ) {
    self.id = id
    self.fileName = fileName
    self.mimeType = mimeType
    self.fileSize = fileSize
    self.watermarkText = watermarkText
    self.thumbnailImage = thumbnailImage
  }
}
