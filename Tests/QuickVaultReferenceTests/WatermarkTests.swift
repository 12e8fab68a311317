import ImageStandIns
import QuickVaultReference
import Testing

/// What the properties of watermarks leave open: decisions, and the file of the largest size.
@Suite("Watermarks")
struct WatermarkTests {
  private let renderer = WatermarkRenderer()
  private let style = WatermarkStyle(fontSize: 16, opacity: 0.5, angle: 0, color: .black)

  private func apply(_ text: String, _ image: Bitmap, _ style: WatermarkStyle? = nil) throws(WatermarkError) -> Bitmap {
    try renderer.apply(text, style: style ?? self.style, to: image)
  }

  @Test("Texts that look alike are drawn alike")
  func equivalentTexts() throws {
    let image = Bitmap(width: 100, height: 60)
    let texts = [("\u{E9}", "e\u{301}"), ("A B", " A \n\t B "), ("A", "A\u{FE0F}\u{200D}"), ("Ǻ", "A\u{30A}\u{301}")]
    for (one, other) in texts { #expect(try apply(one, image) == apply(other, image), "\(one)") }
    #expect(try apply("A", image) != apply("a", image))
  }

  @Test("An image has room for the text or is refused", arguments: [(31, 16), (32, 15), (32, 16), (23, 400)])
  func tooSmall(_ width: Int, _ height: Int) {
    #expect(throws: WatermarkError.imageTooSmall) { try apply("A", Bitmap(width: width, height: height)) }
  }

  /// One letter of an em with a quarter of an em around it.
  @Test("The smallest image")
  func smallest() throws {
    #expect(try apply("A", Bitmap(width: 32, height: 24)) != Bitmap(width: 32, height: 24))
    #expect(throws: WatermarkError.imageTooSmall) { try apply("A", Bitmap(width: 32, height: 23)) }
    #expect(throws: WatermarkError.imageTooSmall) { try apply(String(repeating: "文", count: 100), Bitmap(width: 64, height: 64)) }
  }

  @Test("Styles that nobody could read are refused")
  func styles() {
    let image = Bitmap(width: 100, height: 100)
    func with(_ change: (inout WatermarkStyle) -> Void) -> WatermarkStyle {
      var changed = style
      change(&changed)
      return changed
    }
    let unreadable = [
      with { $0.fontSize = 15.9 }, with { $0.fontSize = .nan }, with { $0.fontSize = .infinity }, with { $0.opacity = 0.05 },
      with { $0.opacity = 1.01 }, with { $0.opacity = .nan }, with { $0.angle = .infinity }, with { $0.angle = .nan },
    ]
    for style in unreadable { #expect(throws: WatermarkError.unreadableStyle) { try apply("A", image, style) } }
    for angle in [-720.0, 1e9, 361] { #expect(throws: Never.self) { try apply("A", image, with { $0.angle = angle }) } }
  }

  @Test("Ink that would not be seen is exchanged: 64 of 255 is enough")
  func ink() throws {
    func darkest(on gray: UInt8) throws -> UInt8 {
      try apply("A", Bitmap(width: 64, height: 64, fill: Pixel(gray: gray))).pixels.min() ?? 0
    }
    #expect(try darkest(on: 64) == 32)
    // White on what is darker.
    #expect(try darkest(on: 63) == 63)
    #expect(try apply("A", Bitmap(width: 64, height: 64, fill: .black)).pixels.contains(128))
  }

  @Test("Letters are seen on transparent pixels too")
  func transparency() throws {
    let marked = try apply("A", Bitmap(width: 64, height: 64, fill: .clear))
    let alphas = Set(stride(from: 3, to: marked.pixels.count, by: 4).map { marked.pixels[$0] })
    #expect(alphas == [0, 128])
  }

  @Test("A font that is not there is refused")
  func fonts() throws {
    #expect(throws: ImageError.self) { try GlyphFont(paths: ["/no/font.otf"]) }
  }
}
