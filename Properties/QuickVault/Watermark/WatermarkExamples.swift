import ImageStandIns
import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

// What QV-18 demands beside the drawn case, of images at a border that a drawn one seldom lies at.
extension ImageProcessing {
  /// In black letters of 16 pixels, 0.5 opaque.
  private func plain(_ text: String, on image: Bitmap, ink: WatermarkColor = .black) throws -> Bitmap {
    try applyWatermark(text, style: WatermarkStyle(fontSize: 16, opacity: 0.5, angle: 0, color: ink), to: image)
  }

  func expectRefusals(of reading: WatermarkReading) throws {
    var faint = reading.watermark.style
    faint.opacity = reading.faintOpacity
    let (image, style) = (Bitmap(width: 64, height: 64), reading.watermark.style)
    for (text, style, image, reason) in [
      (reading.unseenText, style, image, WatermarkError.emptyText), ("A", faint, image, .unreadableStyle),
      ("A", style, Bitmap(width: 31, height: 16), .imageTooSmall),
    ] {
      let refusal = try expectThrows("\(describe(text)), \(style), is refused as \(reason)", WatermarkError.self) {
        try applyWatermark(text, style: style, to: image)
      }
      try expect("the reason", refusal, equals: reason)
    }
  }

  /// Letters half an em wide fit with a quarter of an em around them, and in no less: in a line, and in two.
  func expectBorders(letters: Int) throws {
    let text = String(repeating: "A", count: letters)
    /// The width and the height that a text takes in so many lines.
    func room(_ lines: Int) throws -> (width: Int, height: Double) {
      (max(32, (letters + lines - 1) / lines * 8 + 8), try GlyphFont.standard().blockHeight(of: lines) * 16 + 8)
    }
    for lines in [1, 2] {
      for (dx, dy) in [(0, 0), (-1, 0), (0, -1)] {
        let (width, height) = (try room(lines).width + dx, Int(try room(lines).height.rounded(.up)) + dy)
        let fits = (try? plain(text, on: Bitmap(width: width, height: height))) != nil
        // What misses a pixel may still fit in more lines.
        let expected = try (1...letters).contains { try room($0).width <= width && room($0).height <= Double(height) }
        try expect("“\(text)” fits on \(width) × \(height) pixels", fits, equals: expected)
      }
    }
  }

  /// A mark stands over the letter before it, or over a space, and takes no room. White space around is not drawn.
  func expectMarks() throws {
    let image = Bitmap(width: 40, height: Int((try GlyphFont.standard().blockHeight(of: 1) * 16 + 8).rounded(.up)))
    let drawn = try ["XXXX", "XXX\u{301}X", "X\u{301}XXX", "\u{301}XXX"].map { try plain($0, on: image).pixels }
    try expect("letters with a mark over another of them are all different", Set(drawn).count, equals: drawn.count)
    for text in [" XXXX", "XXXX\n", "\t XXXX  "] {
      // With its white space it may not fit.
      let padded = (try? plain(text, on: image))?.pixels
      try expect("\(describe(text)) is drawn as the text without its white space", padded == drawn[0])
    }
  }

  /// On a grey of 128, as far from black as from white, ink that is not seen becomes black; ink that is 64 away stays.
  func expectInkInTheMiddle() throws {
    let image = Bitmap(width: 40, height: 40, fill: Pixel(gray: 128))
    let black = try plain("A", on: image)
    for gray: UInt8 in [128, 191, 192] {
      let drawn = try plain("A", on: image, ink: WatermarkColor(red: gray, green: gray, blue: gray))
      try expect("ink of \(gray) on 128 becomes black", drawn == black, equals: gray < 192)
    }
  }

  /// What is shared has letters of 24 pixels that rise by 30 degrees, or of a 24th of the image if that is more, in
  /// black or white at 0.35.
  func expectStyleOfShares(seed: Int) throws {
    let image = ImagePlan(.waves(seed: seed), width: 112 + seed, height: 90).bitmap
    var style = WatermarkStyle(fontSize: 24, opacity: 0.35, angle: 30, color: WatermarkColor(red: 0, green: 0, blue: 0))
    let shared = bitmap(of: try watermarked(try ImageCodec.encodePNG(image), text: "A"))
    try expect("what is shared has the app's style", try shared == applyWatermark("A", style: style, to: image))
    for (width, height, size) in [(112, 90, 24.0), (576, 900, 24.0), (600, 900, 25.0), (2_400, 1_200, 50.0)] {
      style.fontSize = size
      let fitted = WatermarkStyle.fitted(width: width, height: height)
      try expect("the style for \(width) × \(height) pixels", fitted, equals: style)
    }
  }
}
