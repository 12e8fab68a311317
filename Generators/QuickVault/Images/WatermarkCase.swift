import Foundation
import ImageStandIns
import PropertyTesting
import QuickVaultReference

/// An image, a text, and the style of the watermark.
public struct WatermarkCase: Sendable {
  /// The image to write on.
  public var image: ImagePlan
  /// The text to write.
  public var text: String
  /// The style to write in.
  public var style: WatermarkStyle
  /// Whether the text fits in one line, with room to spare. The renderer must not refuse it then.
  public var isRoomy: Bool
}

/// A watermark to be read, a text that differs in one letter, and requests that nobody could read the result of.
public struct WatermarkReading: Sendable {
  /// What is drawn and read.
  public var watermark: WatermarkCase
  /// The text with another letter in one place.
  public var otherText: String
  /// A text of which nothing is visible.
  public var unseenText: String
  /// Outside of what a style may have.
  public var faintOpacity: Double
  /// From 0 to 20, for examples beside the watermark.
  public var number: Int

  /// Whether examples at the borders are tried too. Not in most cases, because they take many images.
  public var asksForBorders: Bool { number < 5 }
}

/// The letters of the watermarks that a property reads back: from several scripts, no two alike, and two that no font
/// has.
public enum WatermarkAlphabet {
  /// All letters, the simplest first.
  public static let scalars = Array("ABEHKMNRXZ2457aekmx仅供办理签证机密שלא\u{E000}\u{10F1A5}".unicodeScalars)

  /// The width in ems, as GNU Unifont has it: half an em for narrow letters.
  public static func width(of scalar: Unicode.Scalar) -> Double {
    scalar == " " || ("A"..."z").contains(scalar) || ("0"..."9").contains(scalar) || ("א"..."ת").contains(scalar) ? 0.5 : 1
  }

  /// The width of a line, in ems.
  public static func width(of line: String) -> Double { line.unicodeScalars.reduce(0) { $0 + width(of: $1) } }
}

extension Generator where Value == String {
  /// A text of this alphabet, sometimes with a space inside. The simplest is "A".
  fileprivate static func watermarkText(scalars count: ClosedRange<Int>) -> Generator {
    Generator { source in
      var scalars = try source(.array(of: .element(of: WatermarkAlphabet.scalars), count: count))
      if scalars.count > 3, try source(.bool) { scalars.insert(" ", at: try source(.int(in: 1...(scalars.count - 1)))) }
      return String(String.UnicodeScalarView(scalars))
    }
  }

  /// Nothing of it is visible.
  fileprivate static let unseenText = Generator.element(of: [
    "", " ", "\n\t ", "\u{3000}", "\u{200B}", "\u{FEFF}", "\u{200D}\u{FE0F}", " \u{2060} ",
  ])
}

extension Generator where Value == WatermarkStyle {
  /// A style that can be read.
  fileprivate static func watermarkStyle(fontSizes: ClosedRange<Int>) -> Generator {
    Generator { source in
      let size = try source(.int(in: fontSizes))
      let opacity = try source(.int(in: 10...60, target: 35))
      let angle = try source(
        .frequency((4, .element(of: [0, 30, -30, 45, 90])), (4, .int(in: -90...90)), (1, .element(of: [390, -330, 765, 180]))))
      return WatermarkStyle(
        fontSize: Double(size), opacity: Double(opacity) / 100, angle: Double(angle), color: try source(.ink))
    }
  }
}

extension Generator where Value == WatermarkCase {
  /// A case whose image has room for the text four times in five, and hardly any or none otherwise.
  public static let watermark = Generator.frequency((4, .roomy), (1, .narrow))

  private static let narrow = Generator { source in
    let style = try source(.watermarkStyle(fontSizes: 16...19))
    let plan = ImagePlan(
      try source(.content(against: style.color)), width: try source(.int(in: 24...110)),
      height: try source(.int(in: 16...110)))
    return WatermarkCase(image: plan, text: try source(.watermarkText(scalars: 1...8)), style: style, isRoomy: false)
  }

  private static let roomy = Generator { source in
    let style = try source(.watermarkStyle(fontSizes: 16...24))
    let text = try source(.watermarkText(scalars: 1...7))
    // The box around one line with a margin of half an em, after its rotation.
    let along = (WatermarkAlphabet.width(of: text) + 1) * style.fontSize
    let across = 2 * style.fontSize
    let (sine, cosine) = (abs(sin(style.angle * .pi / 180)), abs(cos(style.angle * .pi / 180)))
    let spare = try source(.int(in: 0...24))
    let plan = ImagePlan(
      try source(.content(against: style.color)), width: max(40, Int(along * cosine + across * sine) + 4 + spare),
      height: max(40, Int(along * sine + across * cosine) + 4 + spare))
    return WatermarkCase(image: plan, text: text, style: style, isRoomy: true)
  }
}

extension Generator where Value == WatermarkReading {
  /// A watermark and what is asked beside it.
  public static let watermarkReading = Generator { source in
    let watermark = try source(.watermark)
    var other = Array(watermark.text.unicodeScalars)
    let changed = try source(.element(of: other.indices.filter { other[$0] != " " }))
    other[changed] = try source(.element(of: WatermarkAlphabet.scalars.filter { $0 != other[changed] }))
    return WatermarkReading(
      watermark: watermark, otherText: String(String.UnicodeScalarView(other)), unseenText: try source(.unseenText),
      faintOpacity: try source(.element(of: [0.05, 0, 0.04, -0.1, 1.01])), number: try source(.int(in: 0...20)))
  }
}
