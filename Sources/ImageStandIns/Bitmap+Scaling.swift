extension Bitmap {
  /// The image, made small enough for a square, with its proportions; itself if it fits already.
  ///
  /// Each pixel is the average of those that it stands for, weighted with their alpha.
  /// - Parameter side: of the square, in pixels; at least 1.
  public func scaled(toFit side: Int) -> Bitmap {
    let side = max(1, side)
    guard width > side || height > side else { return self }
    let longest = max(width, height)
    let targetWidth = max(1, width * side / longest)
    let targetHeight = max(1, height * side / longest)
    var scaled = [UInt8]()
    scaled.reserveCapacity(targetWidth * targetHeight * 4)
    for y in 0..<targetHeight {
      let rows = (y * height / targetHeight)..<((y + 1) * height / targetHeight)
      for x in 0..<targetWidth {
        let columns = (x * width / targetWidth)..<((x + 1) * width / targetWidth)
        scaled += average(columns: columns, rows: rows)
      }
    }
    return Bitmap(width: targetWidth, height: targetHeight, pixels: scaled) ?? self
  }

  private func average(columns: Range<Int>, rows: Range<Int>) -> [UInt8] {
    var red = 0
    var green = 0
    var blue = 0
    var alpha = 0
    for y in rows {
      for x in columns {
        let place = (y * width + x) * 4
        let weight = Int(pixels[place + 3])
        red += Int(pixels[place]) * weight
        green += Int(pixels[place + 1]) * weight
        blue += Int(pixels[place + 2]) * weight
        alpha += weight
      }
    }
    guard alpha > 0 else { return [0, 0, 0, 0] }
    let count = rows.count * columns.count
    let colours = [red, green, blue].map { UInt8(($0 + alpha / 2) / alpha) }
    return colours + [UInt8((alpha + count / 2) / count)]
  }
}
