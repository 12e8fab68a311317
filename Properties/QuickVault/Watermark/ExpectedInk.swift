import ImageStandIns
import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

/// The colours that a watermark has to have on an image, pixel by pixel, from the coverage of its letters.
///
/// On transparent pixels ink lies as on opaque ones; how bright they are is seen over white.
/// Ink is exchanged for black or white if its luma is less than 64 from the mean of the image under a letter, then if it is
/// less than 32 from the mean under a square of the font: black on what is bright, white on what is dark.
struct ExpectedInk {
  private let image: Bitmap
  private let color: WatermarkColor
  private let opacity: Double
  /// In pixels: of a square of the font.
  private let square: Int
  private let letters: Means
  private let squares: Means

  /// The mean lumas of square parts of an image.
  private struct Means {
    private let side: Int
    private let columns: Int
    private var sums: [Double]
    private var counts: [Double]

    init(_ image: Bitmap, side: Int) {
      self.side = side
      columns = image.width / side + 1
      sums = [Double](repeating: 0, count: columns * (image.height / side + 1))
      counts = sums
      for y in 0..<image.height {
        for x in 0..<image.width {
          let place = (y * image.width + x) * 4
          let luma = 0.299 * Double(image.pixels[place]) + 0.587 * Double(image.pixels[place + 1]) + 0.114 * Double(image.pixels[place + 2])
          sums[y / side * columns + x / side] += 255 + (luma - 255) * Double(image.pixels[place + 3]) / 255
          counts[y / side * columns + x / side] += 1
        }
      }
    }

    subscript(x: Int, y: Int) -> Double { sums[y / side * columns + x / side] / counts[y / side * columns + x / side] }
  }

  /// Of letters that are as large as the style says.
  init(_ watermark: WatermarkCase) {
    image = watermark.image.bitmap
    (color, opacity) = (watermark.style.color, watermark.style.opacity)
    square = max(1, Int((watermark.style.fontSize / 16).rounded()))
    letters = Means(image, side: square * 16)
    squares = Means(image, side: square)
  }

  /// The first place that has none of the colours that it may have.
  /// - Parameter coverage: of each pixel by letters, 0 to 255.
  func firstStray(in marked: Bitmap, coverage: [UInt8]) -> InkedPixel? {
    for y in 0..<image.height {
      for x in 0..<image.width where coverage[y * image.width + x] > 0 {
        let place = (y * image.width + x) * 4
        let found = Array(marked.pixels[place..<place + 4])
        let share = opacity * Double(coverage[y * image.width + x]) / 255
        let alpha = Double(image.pixels[place + 3])
        let both = alpha + (255 - alpha) * share
        // What is nearly transparent has its colour from few parts of ink, which are whole numbers of 65,536ths.
        let slack = 0.505 + 2 / max(1, both)
        let fits = abs(Double(found[3]) - both) <= 0.515 && inks(x, y).contains { ink in
          zip([ink.red, ink.green, ink.blue], zip(image.pixels[place..<place + 3], found)).allSatisfy { ink, pixel in
            let exact = Double(pixel.0) + (Double(ink) - Double(pixel.0)) * 255 * share / both
            return abs(Double(pixel.1) - exact) <= slack
          }
        }
        if !fits { return InkedPixel(x: x, y: y, colour: found) }
      }
    }
    return nil
  }

  /// More than one if a mean is so near a border that rounding decides.
  private func inks(_ x: Int, _ y: Int) -> [WatermarkColor] {
    Self.inks(color, on: letters[x, y], apart: 64).flatMap { Self.inks($0, on: squares[x, y], apart: 32) }
  }

  private static func inks(_ color: WatermarkColor, on mean: Double, apart: Double) -> [WatermarkColor] {
    let luma = 0.299 * Double(color.red) + 0.587 * Double(color.green) + 0.114 * Double(color.blue)
    let distance = abs(luma - mean)
    let other: [WatermarkColor] =
      abs(mean - 128) < 1 ? [.init(red: 0, green: 0, blue: 0), .init(red: 255, green: 255, blue: 255)]
      : mean < 128 ? [.init(red: 255, green: 255, blue: 255)] : [.init(red: 0, green: 0, blue: 0)]
    if abs(distance - apart) < 1 { return [color] + other }
    return distance < apart ? other : [color]
  }
}

/// A pixel, and what was found there.
struct InkedPixel: Sendable, Equatable {
  let x: Int
  let y: Int
  let colour: [UInt8]
}

extension WatermarkCase {
  /// How much of each pixel letters cover, 0 to 255: what opaque ink leaves on a transparent image.
  func coverage(by system: QuickVaultSystem) throws -> [UInt8]? {
    var blank = self
    blank.image.content = .flat(Pixel(gray: 255, alpha: 0))
    (blank.style.color, blank.style.opacity) = (.black, 1)
    guard let marked = try blank.applied(by: system) else { return nil }
    return stride(from: 3, to: marked.pixels.count, by: 4).map { marked.pixels[$0] }
  }
}
