import ImageStandIns

/// Chooses the ink for each part of an image: the colour of the style, or black or white if that colour is too close to
/// the image.
///
/// It first looks at blocks about as large as a letter, so that a letter has one colour. If the luma of the ink is less
/// than 64 from the mean of the block, black or white replaces the ink. Then it looks at blocks as small as a square of
/// the font, because an image can change inside a letter. There the letter's ink stays unless it is less than 32 from
/// the mean, so that it does not change with every grain of the image.
struct InkMap {
  /// The least difference of luma that is visible.
  static let leastContrast = 64.0
  static let leastContrastOfStrokes = 32.0
  /// The number of small blocks in a large one, in each direction.
  private static let division = 16

  private let blockSide: Int
  private let columns: Int
  private let inks: [WatermarkColor]

  /// - Parameter fontSize: in pixels.
  init(_ bitmap: Bitmap, fontSize: Double, color: WatermarkColor) {
    let side = max(1, Int((fontSize / Double(Self.division)).rounded()))
    let columns = (bitmap.width + side - 1) / side
    let rows = (bitmap.height + side - 1) / side
    let sums = Self.sums(bitmap, side: side, columns: columns, rows: rows)
    func mean(_ xs: Range<Int>, _ ys: Range<Int>) -> Double {
      var sum = 0
      for y in ys { for x in xs { sum += sums[y * columns + x] } }
      let wide = min(xs.upperBound * side, bitmap.width) - xs.lowerBound * side
      let high = min(ys.upperBound * side, bitmap.height) - ys.lowerBound * side
      return Double(sum) / Double(wide * high) / 256
    }
    var inks = [WatermarkColor](repeating: color, count: columns * rows)
    for top in stride(from: 0, to: rows, by: Self.division) {
      for left in stride(from: 0, to: columns, by: Self.division) {
        let xs = left..<min(left + Self.division, columns)
        let ys = top..<min(top + Self.division, rows)
        let letter = Self.ink(color, on: mean(xs, ys), atLeast: Self.leastContrast)
        for y in ys {
          for x in xs {
            let stroke = mean(x..<(x + 1), y..<(y + 1))
            inks[y * columns + x] = Self.ink(letter, on: stroke, atLeast: Self.leastContrastOfStrokes)
          }
        }
      }
    }
    blockSide = side
    self.columns = columns
    self.inks = inks
  }

  subscript(x: Int, y: Int) -> WatermarkColor { inks[(y / blockSide) * columns + x / blockSide] }

  private static func ink(_ color: WatermarkColor, on mean: Double, atLeast contrast: Double) -> WatermarkColor {
    guard abs(color.luma - mean) < contrast else { return color }
    return mean < 128 ? .white : .black
  }

  /// The sum of the lumas of each block's pixels on a white background, in 256ths.
  private static func sums(_ bitmap: Bitmap, side: Int, columns: Int, rows: Int) -> [Int] {
    var sums = [Int](repeating: 0, count: columns * rows)
    bitmap.pixels.withUnsafeBufferPointer { pixels in
      sums.withUnsafeMutableBufferPointer { sums in
        var place = 0
        for y in 0..<bitmap.height {
          let row = (y / side) * columns
          for x in 0..<bitmap.width {
            let own = 77 * Int(pixels[place]) + 150 * Int(pixels[place + 1]) + 29 * Int(pixels[place + 2])
            let alpha = Int(pixels[place + 3])
            sums[row + x / side] += alpha == 255 ? own : (own * alpha + 65_280 * (255 - alpha)) / 255
            place += 4
          }
        }
      }
    }
    return sums
  }
}
