/// How a watermark looks. The specification's `WatermarkStyle`, with numbers and a colour of this module in place of
/// UIKit's.
public struct WatermarkStyle: Sendable, Equatable {
  /// The length of an em, in pixels of the image. If the text does not fit, the renderer uses smaller letters.
  public var fontSize: Double
  /// The share of ink in each pixel under the text: above 0.05, at most 1.
  public var opacity: Double
  /// The direction of the text, in degrees. Above 0, the text rises to the right.
  public var angle: Double
  /// The colour of the ink. Black or white replaces it where it would be invisible.
  public var color: WatermarkColor

  /// Creates a style, and does not check whether anybody could read it. The renderer does.
  public init(fontSize: Double, opacity: Double, angle: Double, color: WatermarkColor) {
    self.fontSize = fontSize
    self.opacity = opacity
    self.angle = angle
    self.color = color
  }

  /// Black letters of 24 pixels that rise by 30 degrees, with an opacity of 0.35. They become white where the image is
  /// dark, so they have the strongest contrast everywhere.
  public static let standard = WatermarkStyle(fontSize: 24, opacity: 0.35, angle: 30, color: .black)

  /// The standard style, with letters of a 24th of the shorter side if that is larger. They can be read if a phone
  /// shows the whole image.
  public static func fitted(width: Int, height: Int) -> WatermarkStyle {
    var style = standard
    style.fontSize = max(style.fontSize, Double(min(width, height)) / 24)
    return style
  }

  /// The smallest size that the renderer uses, in pixels. The strokes of Chinese characters need 16 × 16 pixels.
  public static let smallestFontSize = 16.0

  /// The highest opacity at which a watermark is invisible.
  public static let unseenOpacity = 0.05

  var isReadable: Bool {
    fontSize.isFinite && fontSize >= Self.smallestFontSize && fontSize <= 100_000 && angle.isFinite
      && opacity > Self.unseenOpacity && opacity <= 1
  }
}

/// The colour of the ink, in sRGB.
public struct WatermarkColor: Sendable, Hashable {
  /// From 0 to 255.
  public var red: UInt8
  /// From 0 to 255.
  public var green: UInt8
  /// From 0 to 255.
  public var blue: UInt8

  /// Creates an opaque colour.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The ink that replaces an invisible one on bright parts of an image.
  public static let black = WatermarkColor(red: 0, green: 0, blue: 0)
  /// The ink that replaces an invisible one on dark parts of an image.
  public static let white = WatermarkColor(red: 255, green: 255, blue: 255)

  /// The brightness from 0 to 255 (ITU-R BT.601).
  public var luma: Double { 0.299 * Double(red) + 0.587 * Double(green) + 0.114 * Double(blue) }
}
