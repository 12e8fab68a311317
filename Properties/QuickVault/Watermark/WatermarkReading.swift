import ImageStandIns
import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

/// A watermark to be read, a text that differs in one letter, and requests that nobody could read the result of.
struct WatermarkReading: Sendable, CounterexampleDescribable {
  var watermark: WatermarkCase
  /// Which letter differs in the other text, and what stands in its place.
  var place: Int
  var letter: Unicode.Scalar
  var unseenText: String
  /// In hundredths.
  var faintOpacity: Int

  var counterexampleDescription: String {
    "\(watermark.counterexampleDescription); other text \(describe(otherText.text)), unseen \(describe(unseenText)), "
      + "opacity \(faintOpacity) %"
  }

  var otherText: WatermarkCase {
    var scalars = Array(watermark.text.unicodeScalars)
    let letters = scalars.indices.filter { scalars[$0] != " " }
    let changed = letters[place % letters.count]
    let alphabet = WatermarkAlphabet.scalars
    scalars[changed] = scalars[changed] == letter ? alphabet[(place + 1) % 20 + (letter == alphabet[(place + 1) % 20] ? 1 : 0)] : letter
    var other = watermark
    other.text = String(String.UnicodeScalarView(scalars))
    return other
  }

  func expectRefusals(by system: QuickVaultSystem) throws {
    let images = system.parts.images
    let bitmap = Bitmap(width: 64, height: 64)
    let style = watermark.style
    let empty = try expectThrows("a text without anything to see is refused", WatermarkError.self) {
      try images.applyWatermark(unseenText, style: style, to: bitmap)
    }
    try expect("the reason", empty, equals: .emptyText)
    var faint = style
    faint.opacity = Double(faintOpacity) / 100
    let unseen = try expectThrows("a style that is too faint is refused", WatermarkError.self) {
      try images.applyWatermark("A", style: faint, to: bitmap)
    }
    try expect("the reason", unseen, equals: .unreadableStyle)
    let small = try expectThrows("an image of 31 × 16 pixels is refused", WatermarkError.self) {
      try images.applyWatermark("A", style: style, to: Bitmap(width: 31, height: 16))
    }
    try expect("the reason", small, equals: .imageTooSmall)
  }
}

extension Generator where Value == WatermarkReading {
  static let watermarkReading = Generator { source in
    WatermarkReading(
      watermark: try source(.watermark), place: try source(.int(in: 0...20)),
      letter: try source(.element(of: WatermarkAlphabet.scalars)), unseenText: try source(.unseenText),
      faintOpacity: try source(.element(of: [5, 0, 4, -10, 101])))
  }
}
