import Foundation
import ImageStandIns

/// The places of a watermark's tiles. One whole tile lies around the middle of the image. Others lie on all sides of
/// it, in rows along the text. Each row is shifted by half a tile against the next.
struct WatermarkLayout: Sendable {
  /// The length of an em, in pixels.
  let fontSize: Double
  /// The scalars of each line from left to right, as a reader sees them.
  let lines: [[Unicode.Scalar]]

  private let angle: Double
  private let blockWidth: Double
  private let blockHeight: Double

  // Distances in ems: between tiles along the text, between tiles across it, and from the middle tile to the edge of
  // the image.
  private static let gapAlong = 2.0
  private static let gapAcross = 1.5
  private static let margin = 0.25

  /// Uses the font size of the style and as few lines as possible. If the text does not fit in any number of lines, it
  /// tries smaller letters.
  /// - Throws: ``WatermarkError/imageTooSmall`` if the text does not fit in the smallest letters.
  init(
    _ text: WatermarkText, style: WatermarkStyle, width: Int, height: Int, font: GlyphFont
  ) throws(WatermarkError) {
    var size = style.fontSize
    while true {
      if let lines = Self.lines(of: text, size: size, angle: style.angle, width: width, height: height, font: font) {
        fontSize = size
        angle = style.angle
        blockWidth = Self.blockWidth(of: lines) * size
        blockHeight = font.blockHeight(of: lines.count) * size
        self.lines = lines.map { VisualOrder.of($0.flatMap(\.scalars)) }
        return
      }
      guard size > WatermarkStyle.smallestFontSize else { throw .imageTooSmall }
      size = max(WatermarkStyle.smallestFontSize, (size * 0.85).rounded(.down))
    }
  }

  private static func lines(
    of text: WatermarkText, size: Double, angle: Double, width: Int, height: Int, font: GlyphFont
  ) -> [[WatermarkText.Piece]]? {
    let (cosine, sine) = directions(angle)
    let longest = (Double(width * width) + Double(height * height)).squareRoot() / size
    for count in 1...max(1, text.pieces.count) {
      let blockHeight = font.blockHeight(of: count)
      guard blockHeight <= longest else { return nil }
      let widest = text.pieces.map(\.width).max() ?? 0
      let lines = text.wrapped(to: max(widest, text.width / Double(count)))
      let high = font.blockHeight(of: lines.count) + margin * 2
      let wide = blockWidth(of: lines) + margin * 2
      let across = (abs(wide * cosine) + abs(high * sine)) * size
      let down = (abs(wide * sine) + abs(high * cosine)) * size
      if across <= Double(width) + 1e-6, down <= Double(height) + 1e-6 { return lines }
    }
    return nil
  }

  private static func blockWidth(of lines: [[WatermarkText.Piece]]) -> Double {
    lines.map { $0.reduce(0) { $0 + $1.width } }.max() ?? 0
  }

  private static func directions(_ angle: Double) -> (cosine: Double, sine: Double) {
    let radians = angle.truncatingRemainder(dividingBy: 360) * .pi / 180
    return (cos(radians), sin(radians))
  }

  /// The middles of the tiles that can reach into the image, in whole pixels. The first is the middle of the image.
  func middles(width: Int, height: Int) -> [(x: Int, y: Int)] {
    let (cosine, sine) = Self.directions(angle)
    let stepAlong = blockWidth + Self.gapAlong * fontSize
    let stepAcross = blockHeight + Self.gapAcross * fontSize
    let centreX = Double(width / 2)
    let centreY = Double(height / 2)
    // A tile is out of reach if its distance is more than half the image's diagonal and half its own.
    let reach = (hypot(Double(width), Double(height)) + hypot(blockWidth, blockHeight)) / 2 + fontSize
    let rows = Int((reach / stepAcross).rounded(.up))
    let columns = Int((reach / stepAlong).rounded(.up)) + 1
    var middles = [(x: Int(centreX), y: Int(centreY))]
    for row in -rows...rows {
      let across = Double(row) * stepAcross
      for column in -columns...columns where row != 0 || column != 0 {
        let along = (Double(column) + (row.isMultiple(of: 2) ? 0 : 0.5)) * stepAlong
        let x = centreX + along * cosine + across * sine
        let y = centreY + across * cosine - along * sine
        if abs(x - centreX) <= reach, abs(y - centreY) <= reach { middles.append((Int(x.rounded()), Int(y.rounded()))) }
      }
    }
    return middles
  }
}
