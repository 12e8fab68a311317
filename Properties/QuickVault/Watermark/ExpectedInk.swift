import ImageStandIns
import QuickVaultReference

/// The colours that a watermark has to have on an image, pixel by pixel, from the coverage of its letters.
///
/// Ink is exchanged for black or white if its luma is less than 64 from the mean of the image under a letter, then if
/// it is less than 32 from the mean under a square of the font: black on what is bright, white on what is dark. Letters
/// are as large as the style says.
struct ExpectedInk {
  let drawn: DrawnWatermark

  /// The first pixel that has none of the colours that it may have.
  func firstStray() -> String? {
    let style = drawn.plan.style
    let own = Pixel(red: style.color.red, green: style.color.green, blue: style.color.blue)
    let square = max(1, Int((style.fontSize / 16).rounded()))
    let image = Area(columns: 0..<drawn.image.width, rows: 0..<drawn.image.height)
    for letter in image.parts(side: square * 16) {
      let inks = Self.inks(own, on: letter.meanLuma(of: drawn.image), apart: 64)
      for part in letter.parts(side: square) {
        let mean = part.meanLuma(of: drawn.image)
        if let stray = firstStray(in: part, from: inks.flatMap { Self.inks($0, on: mean, apart: 32) }) { return stray }
      }
    }
    return nil
  }

  private func firstStray(in part: Area, from inks: [Pixel]) -> String? {
    for y in part.rows {
      for x in part.columns where drawn.coverage[y * drawn.image.width + x] > 0 {
        let share = drawn.plan.style.opacity * Double(drawn.coverage[y * drawn.image.width + x]) / 255
        let (pixel, found) = (drawn.image[x, y], drawn.marked[x, y])
        if !inks.contains(where: { Self.isMixture(found, of: pixel, and: $0, share: share) }) {
          return "\(found) at \(x), \(y), instead of \(share) of \(inks) on \(pixel)"
        }
      }
    }
    return nil
  }

  /// More than one if the mean is so near a border that rounding decides.
  private static func inks(_ ink: Pixel, on mean: Double, apart least: Double) -> [Pixel] {
    let distance = abs(ink.luma - mean)
    let others: [Pixel] = abs(mean - 128) < 1 ? [.black, .white] : [mean < 128 ? .white : .black]
    return distance >= least + 1 ? [ink] : distance <= least - 1 ? others : [ink] + others
  }

  /// Ink lies on transparent pixels as on opaque ones ("over", Porter and Duff 1984).
  private static func isMixture(_ found: Pixel, of pixel: Pixel, and ink: Pixel, share: Double) -> Bool {
    let both = Double(pixel.alpha) + (255 - Double(pixel.alpha)) * share
    // What is nearly transparent has its colour from few parts of ink, which are whole numbers of 65,536ths.
    let slack = 0.505 + 2 / max(1, both)
    return abs(Double(found.alpha) - both) <= 0.515
      && [\Pixel.red, \.green, \.blue].allSatisfy { channel in
        let own = Double(pixel[keyPath: channel])
        let exact = own + (Double(ink[keyPath: channel]) - own) * 255 * share / both
        return abs(Double(found[keyPath: channel]) - exact) <= slack
      }
  }
}

/// A part of an image.
private struct Area {
  let columns: Range<Int>
  let rows: Range<Int>

  /// The squares that it consists of, cut off at its end.
  func parts(side: Int) -> [Area] {
    stride(from: rows.lowerBound, to: rows.upperBound, by: side).flatMap { top in
      stride(from: columns.lowerBound, to: columns.upperBound, by: side).map { left in
        Area(columns: left..<min(left + side, columns.upperBound), rows: top..<min(top + side, rows.upperBound))
      }
    }
  }

  /// As the image is seen over white.
  func meanLuma(of image: Bitmap) -> Double {
    let sum = rows.reduce(0) { sum, y in columns.reduce(sum) { $0 + image[$1, y].luma } }
    return sum / Double(rows.count * columns.count)
  }
}
