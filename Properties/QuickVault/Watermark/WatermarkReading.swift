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

  /// In some of the cases: it takes many images.
  var asksForBorders: Bool { place < 5 }

  /// Of a line of the font, in ems.
  func lineHeight() throws -> Double { try GlyphFont.standard().blockHeight(of: 1) }

  /// Letters of 16 pixels, half an em wide, fit with a quarter of an em around them, and in no less: in a line, and in two.
  func expectBorders(by system: QuickVaultSystem) throws {
    let font = try GlyphFont.standard()
    let letters = 4 + 2 * (place % 4)
    let text = String(repeating: "A", count: letters)
    let style = WatermarkStyle(fontSize: 16, opacity: 0.5, angle: 0, color: .black)
    for lines in [1, 2] {
      let width = max(32, letters / lines * 8 + 8)
      let height = Int((font.blockHeight(of: lines) * 16 + 8).rounded(.up))
      for (dx, dy) in [(0, 0), (-1, 0), (0, -1)] {
        let image = Bitmap(width: width + dx, height: height + dy)
        let fits = (try? system.parts.images.applyWatermark(text, style: style, to: image)) != nil
        // What misses a pixel may still fit in more lines: two of these letters are a line at least.
        let (across, down) = (image.width, Double(image.height))
        let expected = across >= 32 && (1...letters).contains { count in
          let widest = (letters + count - 1) / count * 8 + 8
          return widest <= across && font.blockHeight(of: count) * 16 + 8 <= down
        }
        try expect("“\(text)” fits on \(across) × \(image.height) pixels", fits, equals: expected)
      }
    }
  }

  /// What is shared has letters of 24 pixels that rise by 30 degrees, or of a 24th of the image if that is more, in black or
  /// white at 0.35.
  func expectStyleOfShares(by system: QuickVaultSystem) throws {
    let images = system.parts.images
    let image = ImagePlan(.waves(seed: place), width: 112 + place, height: 90).bitmap
    let style = WatermarkStyle(fontSize: 24, opacity: 0.35, angle: 30, color: WatermarkColor(red: 0, green: 0, blue: 0))
    let shared = images.bitmap(of: try images.watermarked(try ImageCodec.encodePNG(image), text: "A"))
    try expect("what is shared has the app's style", try shared == images.applyWatermark("A", style: style, to: image))
    for (width, height, size) in [(112, 90, 24.0), (576, 900, 24.0), (600, 900, 25.0), (2_400, 1_200, 50.0)] {
      var expected = style
      expected.fontSize = size
      try expect("the style for \(width) × \(height) pixels", WatermarkStyle.fitted(width: width, height: height), equals: expected)
    }
  }

  /// A mark stands over the letter before it, or over a space, and takes no room; white space around a text is not drawn.
  func expectMarks(by system: QuickVaultSystem) throws {
    let style = WatermarkStyle(fontSize: 16, opacity: 0.5, angle: 0, color: .black)
    let image = Bitmap(width: 40, height: Int((try lineHeight() * 16 + 8).rounded(.up)))
    let drawn = try ["XXXX", "XXX\u{301}X", "X\u{301}XXX", "\u{301}XXX"].map {
      try system.parts.images.applyWatermark($0, style: style, to: image).pixels
    }
    try expect("letters with a mark over another of them are all different", Set(drawn).count, equals: drawn.count)
    for text in [" XXXX", "XXXX\n", "\t XXXX  "] {
      let padded = try system.parts.images.applyWatermark(text, style: style, to: image).pixels
      try expect("\(describe(text)) is drawn as the text without its white space", padded == drawn[0])
    }
  }

  /// On a grey of 128, as far from black as from white, ink that is not seen becomes black; ink that is 64 away stays.
  func expectInkInTheMiddle(by system: QuickVaultSystem) throws {
    let image = Bitmap(width: 40, height: 40, fill: Pixel(gray: 128))
    func drawn(in gray: UInt8) throws -> Bitmap {
      let ink = WatermarkColor(red: gray, green: gray, blue: gray)
      return try system.parts.images.applyWatermark("A", style: WatermarkStyle(fontSize: 16, opacity: 0.5, angle: 0, color: ink), to: image)
    }
    let black = try drawn(in: 0)
    try expect("ink of 128 on 128 becomes black", try drawn(in: 128) == black)
    try expect("ink of 191 on 128 becomes black", try drawn(in: 191) == black)
    try expect("ink of 192 on 128 stays", try drawn(in: 192) != black)
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
