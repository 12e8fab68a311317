import Foundation
import ImageStandIns
import PropertyTesting

/// A short description of an image. Drawing it has the same result each time.
public struct ImagePlan: Sendable, Equatable, CounterexampleDescribable {
  /// What the image shows.
  public enum Content: Sendable, Equatable {
    /// One colour.
    case flat(Pixel)
    /// From the first colour in the top left corner to the second in the bottom right corner.
    case gradient(Pixel, Pixel)
    /// The sum of four waves, as in a photo without edges.
    case waves(seed: Int)
    /// Random pixels. The same seed results in the same pixels.
    case noise(seed: Int)
    /// Squares of two colours, `cell` pixels wide.
    case checkerboard(cell: Int, Pixel, Pixel)
    /// One colour, opaque in a disc and more and more transparent around it, like a picture that was cut out.
    case cutOut(Pixel)
  }

  /// What the image shows.
  public var content: Content
  /// The width, in pixels.
  public var width: Int
  /// The height, in pixels.
  public var height: Int

  /// Creates a plan. The image is drawn when ``bitmap`` is read.
  public init(_ content: Content, width: Int, height: Int) {
    self.content = content
    self.width = width
    self.height = height
  }

  public var counterexampleDescription: String { "\(width) × \(height) px, \(content.words)" }

  /// Whether no pixel is transparent. This takes the colours to be opaque.
  public var isOpaque: Bool {
    if case .cutOut = content { false } else { true }
  }

  /// Whether the image has one colour, without transparent parts.
  public var isFlat: Bool {
    if case .flat = content { true } else { false }
  }

  /// The image, drawn anew at each call.
  public var bitmap: Bitmap {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * 4)
    let waves = Self.waves(content)
    var random: UInt64 = 0
    if case .noise(let seed) = content { random = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }
    for y in 0..<height {
      for x in 0..<width {
        let pixel: Pixel
        switch content {
        case .flat(let colour):
          pixel = colour
        case .gradient(let from, let to):
          pixel = from.mixed(with: to, share: Double(x + y) / Double(max(1, width + height - 2)))
        case .waves:
          let value = waves.reduce(127.0) { $0 + $1.height * sin(Double(x) * $1.across + Double(y) * $1.down) }
          pixel = Pixel(red: Self.byte(value), green: Self.byte(value * 0.8 + 30), blue: Self.byte(255 - value * 0.7))
        case .noise:
          // Xorshift (Marsaglia 2003).
          random ^= random << 13
          random ^= random >> 7
          random ^= random << 17
          pixel = Pixel(
            red: UInt8(truncatingIfNeeded: random >> 8), green: UInt8(truncatingIfNeeded: random >> 24),
            blue: UInt8(truncatingIfNeeded: random >> 40))
        case .checkerboard(let cell, let one, let other):
          pixel = (x / cell + y / cell).isMultiple(of: 2) ? one : other
        case .cutOut(let colour):
          let across = Double(x * 2 - width) / Double(width)
          let down = Double(y * 2 - height) / Double(height)
          var faded = colour
          faded.alpha = Self.byte(255 * min(1, max(0, 1.6 - (across * across + down * down).squareRoot() * 1.6)))
          pixel = faded
        }
        pixels.append(pixel.red)
        pixels.append(pixel.green)
        pixels.append(pixel.blue)
        pixels.append(pixel.alpha)
      }
    }
    return Bitmap(width: width, height: height, pixels: pixels) ?? Bitmap(width: width, height: height)
  }

  private static func waves(_ content: Content) -> [(across: Double, down: Double, height: Double)] {
    guard case .waves(let seed) = content else { return [] }
    return (0..<4).map { number in
      let bits = (seed &* 7_919 &+ number &* 104_729) & 0xFFFF
      return (Double(bits & 63) / 600, Double(bits >> 6 & 63) / 600, 70 / Double(number + 1))
    }
  }

  private static func byte(_ value: Double) -> UInt8 { UInt8(min(255, max(0, value.rounded()))) }
}

extension ImagePlan.Content {
  fileprivate var words: String {
    switch self {
    case .flat(let colour): colour.words
    case .gradient(let from, let to): "from \(from.words) to \(to.words)"
    case .waves(let seed): "waves \(seed)"
    case .noise(let seed): "noise \(seed)"
    case .checkerboard(let cell, let one, let other): "squares of \(cell) px, \(one.words) and \(other.words)"
    case .cutOut(let colour): "a cut-out disc, \(colour.words)"
    }
  }
}

extension Pixel {
  fileprivate var words: String { alpha == 255 ? "(\(red), \(green), \(blue))" : "(\(red), \(green), \(blue), \(alpha))" }

  fileprivate func mixed(with other: Pixel, share: Double) -> Pixel {
    func mix(_ one: UInt8, _ two: UInt8) -> UInt8 { UInt8((Double(one) * (1 - share) + Double(two) * share).rounded()) }
    return Pixel(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue), alpha: mix(alpha, other.alpha))
  }
}
