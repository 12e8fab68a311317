/// How a watermark looks (source: `WatermarkStyle`, with numbers and a colour of this module for those of UIKit).
public struct WatermarkStyle: Sendable, Equatable {
  /// The length of an em, in pixels of the image. Smaller letters are used where the text does not fit otherwise.
  public var fontSize: Double
  /// How much of each pixel under the text becomes ink: above 0.05, up to 1.
  public var opacity: Double
  /// In degrees; above 0 the text rises to the right.
  public var angle: Double
  /// Black or white takes its place where it would not be seen.
  public var color: WatermarkColor

  public init(fontSize: Double, opacity: Double, angle: Double, color: WatermarkColor) {
    self.fontSize = fontSize
    self.opacity = opacity
    self.angle = angle
    self.color = color
  }

  /// Letters of 24 pixels that rise by 30 degrees, black, or white where it is dark: on either the strongest contrast.
  public static let standard = WatermarkStyle(fontSize: 24, opacity: 0.35, angle: 30, color: .black)

  /// The standard, with letters that can be read where the whole image is shown on a phone: a 24th of its shorter side.
  public static func fitted(width: Int, height: Int) -> WatermarkStyle {
    var style = standard
    style.fontSize = max(style.fontSize, Double(min(width, height)) / 24)
    return style
  }

  /// Smaller letters lose the strokes of Chinese characters, which take 16 × 16 pixels.
  public static let smallestFontSize = 16.0

  /// A mark as faint as this is not seen.
  public static let unseenOpacity = 0.05

  var isReadable: Bool {
    fontSize.isFinite && fontSize >= Self.smallestFontSize && fontSize <= 100_000 && angle.isFinite
      && opacity > Self.unseenOpacity && opacity <= 1
  }
}

/// The colour of the ink, in sRGB.
public struct WatermarkColor: Sendable, Hashable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  public static let black = WatermarkColor(red: 0, green: 0, blue: 0)
  public static let white = WatermarkColor(red: 255, green: 255, blue: 255)

  /// 0 to 255 (ITU-R BT.601).
  public var luma: Double { 0.299 * Double(red) + 0.587 * Double(green) + 0.114 * Double(blue) }
}
