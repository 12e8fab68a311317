/// An image in memory: red, green, blue and alpha, 8 bits each, not premultiplied, rows from top to bottom.
///
/// Colours are those of sRGB. There are always `width × height` pixels, at least one.
public struct Bitmap: Sendable, Equatable {
  public let width: Int
  public let height: Int
  /// Four bytes a pixel: red, green, blue, alpha. 0 of alpha is transparent.
  public private(set) var pixels: [UInt8]

  /// - Returns: nil unless both sides are at least 1 and there are four bytes for each pixel.
  public init?(width: Int, height: Int, pixels: [UInt8]) {
    guard width > 0, height > 0 else { return nil }
    let (area, overflows) = width.multipliedReportingOverflow(by: height)
    guard !overflows, pixels.count.isMultiple(of: 4), pixels.count / 4 == area else { return nil }
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// An image of one colour. A side below 1 is taken as 1.
  public init(width: Int, height: Int, fill pixel: Pixel = .white) {
    self.width = max(1, width)
    self.height = max(1, height)
    pixels = []
    pixels.reserveCapacity(self.width * self.height * 4)
    for _ in 0..<(self.width * self.height) {
      pixels.append(pixel.red)
      pixels.append(pixel.green)
      pixels.append(pixel.blue)
      pixels.append(pixel.alpha)
    }
  }

  /// The pixel at a column and a row, counted from the top left.
  public subscript(x: Int, y: Int) -> Pixel {
    get {
      let place = (y * width + x) * 4
      return Pixel(red: pixels[place], green: pixels[place + 1], blue: pixels[place + 2], alpha: pixels[place + 3])
    }
    set {
      let place = (y * width + x) * 4
      pixels[place] = newValue.red
      pixels[place + 1] = newValue.green
      pixels[place + 2] = newValue.blue
      pixels[place + 3] = newValue.alpha
    }
  }
}

/// One pixel of a bitmap, not premultiplied.
public struct Pixel: Sendable, Hashable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8
  public var alpha: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  public init(gray: UInt8, alpha: UInt8 = 255) {
    self.init(red: gray, green: gray, blue: gray, alpha: alpha)
  }

  public static let black = Pixel(gray: 0)
  public static let white = Pixel(gray: 255)
  public static let clear = Pixel(gray: 0, alpha: 0)

  /// How bright the pixel looks over white, 0 to 255 (ITU-R BT.601).
  public var luma: Double {
    let own = 0.299 * Double(red) + 0.587 * Double(green) + 0.114 * Double(blue)
    return 255 + (own - 255) * Double(alpha) / 255
  }
}
