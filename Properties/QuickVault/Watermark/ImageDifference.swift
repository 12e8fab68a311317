import ImageStandIns

/// What differs between two images of one size.
struct ImageDifference {
  /// Places of pixels, counted row by row; all of them if the sizes differ.
  let changed: [Int]
  /// The largest change of a colour's channel.
  let largest: Int
  /// Over all colours' channels of all pixels.
  let meanSquare: Double
  /// How much the luma changes in the strongest twentieth of the pixels that change.
  let strongLumaChange: Double

  init(_ before: Bitmap, _ after: Bitmap) {
    guard (before.width, before.height) == (after.width, after.height) else {
      changed = Array(0..<(before.width * before.height))
      (largest, meanSquare, strongLumaChange) = (255, 255 * 255, 0)
      return
    }
    var changed: [Int] = []
    var largest = 0
    var squares = 0
    var lumas: [Double] = []
    for place in 0..<(before.width * before.height) {
      let first = place * 4
      guard before.pixels[first..<(first + 4)] != after.pixels[first..<(first + 4)] else { continue }
      changed.append(place)
      for channel in first..<(first + 3) {
        let change = abs(Int(before.pixels[channel]) - Int(after.pixels[channel]))
        largest = max(largest, change)
        squares += change * change
      }
      let (x, y) = (place % before.width, place / before.width)
      lumas.append(abs(before[x, y].luma - after[x, y].luma))
    }
    self.changed = changed
    self.largest = largest
    meanSquare = Double(squares) / Double(before.width * before.height * 3)
    lumas.sort()
    strongLumaChange = lumas.isEmpty ? 0 : lumas[lumas.count - 1 - lumas.count / 20]
  }
}
