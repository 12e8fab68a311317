import ImageStandIns

/// Writes a text over an image, again and again, so that it cannot be cut away.
///
/// - Width and height stay; a pixel that no letter covers stays as it is, bit by bit; one that a letter covers becomes ink by the
///   style's opacity, less at the letter's edges.
/// - The whole text stands at least once in the image: in several lines or smaller letters where it must.
/// - Ink that would not be seen is exchanged: see ``InkMap``. On transparent pixels it lies as on opaque ones, so they become
///   less transparent where letters are; transparent parts are taken as white.
/// - The same text, style and image give the same result.
public struct WatermarkRenderer: Sendable {
  private let font: GlyphFont?

  /// - Parameter font: nil for the machine's, see ``GlyphFont/standard()``.
  public init(font: GlyphFont? = nil) {
    self.font = font
  }

  /// - Throws: ``WatermarkError``, and nothing else.
  public func apply(_ text: String, style: WatermarkStyle, to bitmap: Bitmap) throws(WatermarkError) -> Bitmap {
    guard style.isReadable else { throw .unreadableStyle }
    let font = try chosenFont()
    let drawn = WatermarkText(text, font: font)
    guard !drawn.pieces.isEmpty else { throw .emptyText }
    guard bitmap.width >= 32, bitmap.height >= 16 else { throw .imageTooSmall }
    let layout = try WatermarkLayout(drawn, style: style, width: bitmap.width, height: bitmap.height, font: font)
    let mask = font.mask(of: layout.lines, size: layout.fontSize, angle: style.angle)
    guard mask.coverage.contains(where: { $0 > 0 }) else { throw .emptyText }

    let inks = InkMap(bitmap, fontSize: layout.fontSize, color: style.color)
    let opacity = Int((style.opacity * 65_536).rounded())
    var pixels = bitmap.pixels
    pixels.withUnsafeMutableBufferPointer { pixels in
      for middle in layout.middles(width: bitmap.width, height: bitmap.height) {
        let left = middle.x + mask.left
        let top = middle.y + mask.top
        let columns = max(0, left)..<max(0, left, min(bitmap.width, left + mask.width))
        let rows = max(0, top)..<max(0, top, min(bitmap.height, top + mask.height))
        for y in rows {
          let row = (y - top) * mask.width - left
          for x in columns {
            let coverage = Int(mask.coverage[row + x])
            guard coverage > 0 else { continue }
            Self.blend(inks[x, y], weight: opacity * coverage / 255, into: pixels, at: (y * bitmap.width + x) * 4)
          }
        }
      }
    }
    return Bitmap(width: bitmap.width, height: bitmap.height, pixels: pixels) ?? bitmap
  }

  private func chosenFont() throws(WatermarkError) -> GlyphFont {
    if let font { return font }
    do {
      return try GlyphFont.standard()
    } catch {
      throw .fontUnavailable(error.description)
    }
  }

  /// Lays ink over one pixel (Porter and Duff 1984, "over").
  /// - Parameter weight: of the ink, in 65,536ths.
  private static func blend(
    _ ink: WatermarkColor, weight: Int, into pixels: UnsafeMutableBufferPointer<UInt8>, at place: Int
  ) {
    let alpha = Int(pixels[place + 3])
    // Of the pixel and of both together, in 255 × 65,536ths.
    let own = alpha * (65_536 - weight)
    let sum = own + 255 * weight
    guard sum > 0 else { return }
    let half = sum / 2
    pixels[place] = UInt8((Int(pixels[place]) * own + Int(ink.red) * 255 * weight + half) / sum)
    pixels[place + 1] = UInt8((Int(pixels[place + 1]) * own + Int(ink.green) * 255 * weight + half) / sum)
    pixels[place + 2] = UInt8((Int(pixels[place + 2]) * own + Int(ink.blue) * 255 * weight + half) / sum)
    pixels[place + 3] = UInt8((sum + 32_768) / 65_536)
  }
}
