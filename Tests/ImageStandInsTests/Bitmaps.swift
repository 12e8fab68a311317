import ImageStandIns

extension Bitmap {
  /// An image made by a rule.
  static func drawn(_ width: Int, _ height: Int, _ pixel: (_ x: Int, _ y: Int) -> Pixel) -> Bitmap {
    var bitmap = Bitmap(width: width, height: height)
    for y in 0..<height { for x in 0..<width { bitmap[x, y] = pixel(x, y) } }
    return bitmap
  }

  /// Smooth, with a corner of each colour, so that turning it is seen.
  static func corners(_ width: Int, _ height: Int) -> Bitmap {
    drawn(width, height) { x, y in
      let right = x * 2 >= width
      let low = y * 2 >= height
      return Pixel(red: right ? 230 : 20, green: low ? 230 : 20, blue: right == low ? 200 : 60)
    }
  }

  static func noise(_ width: Int, _ height: Int, seed: UInt64) -> Bitmap {
    var random = SplitMix(state: seed)
    return drawn(width, height) { _, _ in
      let bits = random.next()
      return Pixel(
        red: UInt8(truncatingIfNeeded: bits), green: UInt8(truncatingIfNeeded: bits >> 8),
        blue: UInt8(truncatingIfNeeded: bits >> 16), alpha: UInt8(truncatingIfNeeded: bits >> 24))
    }
  }

  /// The largest difference of a channel.
  func distance(to other: Bitmap) -> Int {
    guard width == other.width, height == other.height else { return .max }
    return zip(pixels, other.pixels).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }
}

/// Steele, Lea and Flood 2014.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
