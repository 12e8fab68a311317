import ImageStandIns

/// Decodes images, makes thumbnails and draws watermarks.
public protocol ImageProcessing: Sendable {
  /// The decoded image, or nil if the data is not a readable image.
  func bitmap(of data: [UInt8]) -> Bitmap?
  /// The image made small, as PNG, or nil if the data is not a readable image.
  func thumbnail(of data: [UInt8]) -> [UInt8]?
  /// The bitmap with the text over it: see ``WatermarkRenderer``.
  func applyWatermark(_ text: String, style: WatermarkStyle, to bitmap: Bitmap) throws(WatermarkError) -> Bitmap
  /// The image with the text over it, as PNG. The style suits the size of the image.
  func watermarked(_ data: [UInt8], text: String) throws(WatermarkError) -> [UInt8]
}

/// Handles PNG and JPEG with the platform's libraries.
public struct VaultImages: ImageProcessing {
  /// The largest width and height of a thumbnail, in pixels.
  public static let thumbnailSide = 128

  private let renderer: WatermarkRenderer
  private let style: @Sendable (_ width: Int, _ height: Int) -> WatermarkStyle

  /// Creates the processing. By default it has the machine's font and ``WatermarkStyle/fitted(width:height:)``.
  /// - Parameter style: the watermark's style for an image of this width and height, in pixels.
  public init(
    renderer: WatermarkRenderer = WatermarkRenderer(),
    style: @escaping @Sendable (_ width: Int, _ height: Int) -> WatermarkStyle = { .fitted(width: $0, height: $1) }
  ) {
    self.renderer = renderer
    self.style = style
  }

  public func bitmap(of data: [UInt8]) -> Bitmap? { try? ImageCodec.decode(data) }

  public func thumbnail(of data: [UInt8]) -> [UInt8]? {
    bitmap(of: data).flatMap { try? ImageCodec.encodePNG($0.scaled(toFit: Self.thumbnailSide)) }
  }

  public func applyWatermark(
    _ text: String, style: WatermarkStyle, to bitmap: Bitmap
  ) throws(WatermarkError) -> Bitmap {
    try renderer.apply(text, style: style, to: bitmap)
  }

  public func watermarked(_ data: [UInt8], text: String) throws(WatermarkError) -> [UInt8] {
    guard let image = bitmap(of: data) else { throw .unsupportedImage }
    let marked = try applyWatermark(text, style: style(image.width, image.height), to: image)
    do {
      return try ImageCodec.encodePNG(marked)
    } catch {
      throw .unsupportedImage
    }
  }
}
