import Foundation
import ImageStandIns
import PropertyTesting
import QuickVaultGenerators

/// Where the tiles of a watermark of one line have to lie: the text in the middle of the image, and again in rows along it,
/// two ems apart, the rows an em and a half apart and each shifted by half a tile against the next.
struct ExpectedTiles {
  private let watermark: WatermarkCase
  private let coverage: [UInt8]

  init(_ watermark: WatermarkCase, coverage: [UInt8]) {
    (self.watermark, self.coverage) = (watermark, coverage)
  }

  private var width: Int { watermark.image.width }
  private var height: Int { watermark.image.height }

  /// The first pixel of a tile that does not cover as much as the same one of the tile in the middle.
  /// - Parameter lineHeight: of the font, in ems.
  func firstStray(lineHeight: Double) -> InkedPixel? {
    let size = watermark.style.fontSize
    let along = watermark.text.unicodeScalars.reduce(0) { $0 + WatermarkAlphabet.width(of: $1) } * size
    let across = lineHeight * size
    let radians = watermark.style.angle * .pi / 180
    let (cosine, sine) = (cos(radians), sin(radians))
    let (middleX, middleY) = (width / 2, height / 2)
    // Nearest places first; no tile farther away than this reaches into the image.
    let count = Int((Double(width + height) / min(along, across)).rounded(.up)) + 2
    for row in -count...count {
      for column in -count...count where row != 0 || column != 0 {
        let right = (Double(column) + (row % 2 == 0 ? 0 : 0.5)) * (along + 2 * size)
        let down = Double(row) * (across + 1.5 * size)
        let x = Double(middleX) + right * cosine + down * sine
        let y = Double(middleY) + down * cosine - right * sine
        // Where rounding decides, nothing is claimed.
        guard abs(x - x.rounded(.down) - 0.5) > 1e-6, abs(y - y.rounded(.down) - 0.5) > 1e-6 else { continue }
        let shift = (x: Int(x.rounded()) - middleX, y: Int(y.rounded()) - middleY)
        if abs(shift.x) >= width || abs(shift.y) >= height { continue }
        if let stray = firstStray(shift, along / 2, across / 2, cosine, sine) { return stray }
      }
    }
    return nil
  }

  private func firstStray(
    _ shift: (x: Int, y: Int), _ along: Double, _ across: Double, _ cosine: Double, _ sine: Double
  ) -> InkedPixel? {
    for y in max(0, -shift.y)..<min(height, height - shift.y) {
      for x in max(0, -shift.x)..<min(width, width - shift.x) {
        let (right, down) = (Double(x - width / 2), Double(y - height / 2))
        guard abs(right * cosine - down * sine) <= along, abs(right * sine + down * cosine) <= across else { continue }
        let (here, there) = (coverage[y * width + x], coverage[(y + shift.y) * width + x + shift.x])
        if here > 0, there != here { return InkedPixel(x: x + shift.x, y: y + shift.y, colour: [there]) }
      }
    }
    return nil
  }
}
