import ImageStandIns

/// What is done with images: reading them, making them small, writing over them.
public protocol ImageProcessing: Sendable {
  /// The image; nil for anything but an image that can be read.
  func bitmap(of data: [UInt8]) -> Bitmap?
  /// The image made small, as PNG; nil for anything but an image that can be read.
  func thumbnail(of data: [UInt8]) -> [UInt8]?
  /// The bitmap with the text over it: see ``WatermarkRenderer``.
  func applyWatermark(_ text: String, style: WatermarkStyle, to bitmap: Bitmap) throws(WatermarkError) -> Bitmap
  /// The image with the text over it in the style that suits its size, as PNG.
  func watermarked(_ data: [UInt8], text: String) throws(WatermarkError) -> [UInt8]
}

/// PNG and JPEG, by the platform's libraries.
public struct VaultImages: ImageProcessing {
  /// The longer side of a thumbnail, in pixels.
  public static let thumbnailSide = 128

  private let renderer: WatermarkRenderer
  private let style: @Sendable (_ width: Int, _ height: Int) -> WatermarkStyle

  /// - Parameter style: of the watermark on an image of so many pixels.
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
