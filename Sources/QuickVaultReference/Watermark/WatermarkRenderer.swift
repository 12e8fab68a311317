import ImageStandIns

/// Writes a text over an image many times, so that nobody can cut it away.
///
/// - Width and height stay the same. A pixel that no letter covers keeps all its bits. A pixel that a letter covers
///   becomes ink to the degree of the style's opacity, and less at the letter's edges.
/// - The image contains the whole text at least once, if necessary in several lines or smaller letters.
/// - Black or white replaces ink that would be invisible. The renderer decides this by the brightness of the image on
///   white. It lays ink on transparent pixels as on opaque ones, so they become less transparent under letters.
/// - The same text, style and image have the same result.
public struct WatermarkRenderer: Sendable {
  private let font: GlyphFont?

  /// Creates a renderer.
  /// - Parameter font: nil for the machine's font, which `GlyphFont.standard()` finds when it is first needed.
  public init(font: GlyphFont? = nil) {
    self.font = font
  }

  /// The bitmap with the text over it.
  /// - Throws: ``WatermarkError/unreadableStyle``, ``WatermarkError/fontUnavailable(_:)``, ``WatermarkError/emptyText``
  ///   or ``WatermarkError/imageTooSmall``.
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
  /// - Parameter weight: the share of the ink, in 65,536ths.
  private static func blend(
    _ ink: WatermarkColor, weight: Int, into pixels: UnsafeMutableBufferPointer<UInt8>, at place: Int
  ) {
    let alpha = Int(pixels[place + 3])
    // The weights of the pixel, and of the pixel and the ink together, in 255 × 65,536ths.
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
