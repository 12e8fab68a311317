import Foundation
import ImageStandIns
import PropertyTesting
import QuickVaultReference

/// An image, a text, and the style of the watermark.
public struct WatermarkCase: Sendable, CounterexampleDescribable {
  /// The image to write on.
  public var image: ImagePlan
  /// The text to write.
  public var text: String
  /// The style to write in.
  public var style: WatermarkStyle
  /// Whether the text fits in one line, with room to spare. The renderer must not refuse it then.
  public var isRoomy: Bool

  public var counterexampleDescription: String {
    "\(describe(text)) on \(image.counterexampleDescription), letters of \(style.fontSize) px, opacity \(style.opacity), "
      + "\(style.angle)°, ink (\(style.color.red), \(style.color.green), \(style.color.blue))"
  }
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
}

extension Generator where Value == String {
  /// A text of this alphabet, sometimes with a space inside. The simplest is "A".
  /// - Parameter count: the number of letters.
  public static func watermarkText(scalars count: ClosedRange<Int>) -> Generator {
    Generator { source in
      let scalars = try source(.array(of: .element(of: WatermarkAlphabet.scalars), count: count))
      var text = String(String.UnicodeScalarView(scalars))
      // Some texts have a space inside.
      if scalars.count > 3, try source(.bool) {
        var view = Array(text.unicodeScalars)
        view.insert(" ", at: try source(.int(in: 1...(view.count - 1))))
        text = String(String.UnicodeScalarView(view))
      }
      return text
    }
  }

  /// Text of which nothing is visible.
  public static let unseenText = Generator.element(of: [
    "", " ", "\n\t ", "\u{3000}", "\u{200B}", "\u{FEFF}", "\u{200D}\u{FE0F}", " \u{2060} ",
  ])
}

extension Generator where Value == WatermarkStyle {
  /// A readable style: opacities from 0.1 to 0.6, angles of any size and any ink.
  /// - Parameter fontSizes: in pixels, at least 16.
  public static func watermarkStyle(fontSizes: ClosedRange<Int>) -> Generator {
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
  public static let watermark = Generator { source in
    let isRoomy = try source(.frequency((4, .constant(true)), (1, .constant(false))))
    guard isRoomy else {
      let style = try source(.watermarkStyle(fontSizes: 16...19))
      let plan = ImagePlan(
        try source(.content(against: style.color)), width: try source(.int(in: 16...80)), height: try source(.int(in: 12...80)))
      return WatermarkCase(image: plan, text: try source(.watermarkText(scalars: 1...8)), style: style, isRoomy: false)
    }
    let style = try source(.watermarkStyle(fontSizes: 16...24))
    let text = try source(.watermarkText(scalars: 1...7))
    // The box around one line with a margin of half an em, after its rotation.
    let along = (text.unicodeScalars.reduce(0) { $0 + WatermarkAlphabet.width(of: $1) } + 1) * style.fontSize
    let across = 2 * style.fontSize
    let (sine, cosine) = (abs(sin(style.angle * .pi / 180)), abs(cos(style.angle * .pi / 180)))
    let spare = try source(.int(in: 0...24))
    let plan = ImagePlan(
      try source(.content(against: style.color)), width: max(40, Int(along * cosine + across * sine) + 4 + spare),
      height: max(40, Int(along * sine + across * cosine) + 4 + spare))
    return WatermarkCase(image: plan, text: text, style: style, isRoomy: true)
  }
}
