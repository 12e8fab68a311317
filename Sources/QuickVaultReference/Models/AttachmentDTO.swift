import Foundation
import ImageStandIns

/// An attachment as the screens show it.
public struct AttachmentDTO: Sendable, Equatable, Identifiable {
  /// The id of the stored attachment.
  public let id: UUID
  /// The name that the file was added with: any text.
  public var fileName: String
  /// The MIME type that the file was added with. The service does not check it.
  public var mimeType: String
  /// The size of the original file, in bytes.
  public var fileSize: Int64
  /// The text that is drawn over the image when it is shared, or nil.
  public var watermarkText: String?
  /// The image made small, or nil if the file is not a readable image.
  public var thumbnailImage: Bitmap?

  /// Whether ``watermarkText`` is not nil.
  public var hasWatermark: Bool { watermarkText != nil }

  /// Creates an attachment for display from its parts.
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
