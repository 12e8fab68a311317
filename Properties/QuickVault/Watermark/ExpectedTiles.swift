import ImageStandIns
import QuickVaultGenerators

/// Where the tiles of a watermark of one line have to lie: the text in the middle of the image, and again in rows along
/// it, two ems apart, the rows an em and a half apart and each shifted by half a tile against the next.
struct ExpectedTiles {
  let drawn: DrawnWatermark

  /// The first pixel of another tile that does not cover as much as the same one of the tile in the middle.
  func firstStray() throws -> String? {
    let size = drawn.plan.style.fontSize
    let along = WatermarkAlphabet.width(of: drawn.plan.text) * size
    let across = try GlyphFont.standard().blockHeight(of: 1) * size
    let (width, height) = (drawn.image.width, drawn.image.height)
    let tile = pixels(along: along, across: across)
    // No tile farther away than this reaches into the image.
    let count = Int((Double(width + height) / min(along, across)).rounded(.up)) + 2
    for row in -count...count {
      for column in -count...count where row != 0 || column != 0 {
        let right = (Double(column) + (row % 2 == 0 ? 0 : 0.5)) * (along + 2 * size)
        let (x, y) = drawn.place(along: right, across: Double(row) * (across + 1.5 * size))
        // Where rounding decides, nothing is claimed.
        guard abs(x - x.rounded(.down) - 0.5) > 1e-6, abs(y - y.rounded(.down) - 0.5) > 1e-6 else { continue }
        let shift = (x: Int(x.rounded()) - width / 2, y: Int(y.rounded()) - height / 2)
        guard abs(shift.x) < width, abs(shift.y) < height else { continue }
        for pixel in tile where 0..<width ~= pixel.x + shift.x && 0..<height ~= pixel.y + shift.y {
          let (here, there) = (pixel.y * width + pixel.x, (pixel.y + shift.y) * width + pixel.x + shift.x)
          if drawn.coverage[here] != drawn.coverage[there] { return "\(pixel) in tile \(column) of row \(row)" }
        }
      }
    }
    return nil
  }

  /// What letters cover in a box around the middle.
  private func pixels(along: Double, across: Double) -> [(x: Int, y: Int)] {
    let (sine, cosine) = drawn.direction
    return drawn.coverage.indices.compactMap { place in
      let pixel = (x: place % drawn.image.width, y: place / drawn.image.width)
      let (right, down) = (Double(pixel.x - drawn.image.width / 2), Double(pixel.y - drawn.image.height / 2))
      let isInside = abs(right * cosine - down * sine) <= along / 2 && abs(right * sine + down * cosine) <= across / 2
      return isInside && drawn.coverage[place] > 0 ? pixel : nil
    }
  }
}
