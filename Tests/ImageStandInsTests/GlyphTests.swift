import Foundation
import ImageStandIns
import Testing

/// Text of any script has a picture of its own.
@Suite struct GlyphTests {
  private func mask(_ text: String, size: Double = 16, angle: Double = 0) throws -> CoverageMask {
    try GlyphFont.standard().mask(of: [Array(text.unicodeScalars)], size: size, angle: angle)
  }

  /// At its own size a glyph of Unifont is its squares: whole pixels and nothing else.
  @Test func anA() throws {
    let drawn = try mask("A")
    let rows = (0..<drawn.height).map { row in
      String((0..<drawn.width).map { drawn.coverage[row * drawn.width + $0] > 127 ? "#" : "." })
    }
    let font = try GlyphFont.standard()
    try #require(font.has("A") && font.advance(of: "A") == 0.5, "this is not Unifont")
    #expect(
      rows == ["..##..", ".#..#.", ".#..#.", "#....#", "#....#", "######", "#....#", "#....#", "#....#", "#....#"])
    #expect(drawn.coverage.allSatisfy { $0 == 0 || $0 == 255 })
  }

  @Test func scriptsHaveGlyphs() throws {
    let font = try GlyphFont.standard()
    for scalar in "Aÿжλא١अกあ中한ᚠ☃→".unicodeScalars { #expect(font.has(scalar), "\(scalar)") }
    #expect(font.advance(of: "中") == 1)
    #expect(font.advance(of: "\u{301}") == 0)
  }

  /// A scalar without a glyph is a box with its code point, so two of them differ.
  @Test func boxes() throws {
    let font = try GlyphFont.standard()
    // Each of the sixteen digits among them.
    let digits = (0..<16).compactMap { Unicode.Scalar(0xF_0000 + $0) }
    let unassigned: [Unicode.Scalar] = ["\u{E000}", "\u{E001}", "\u{20000}", "\u{10FFFF}", "\u{F8FF}"] + digits
    var drawn: Set<[UInt8]> = []
    for scalar in unassigned {
      #expect(!font.has(scalar))
      #expect(font.advance(of: scalar) == 1)
      let box = font.mask(of: [[scalar]], size: 16, angle: 0)
      #expect((box.width, box.height) == (16, 16))
      drawn.insert(box.coverage)
    }
    #expect(drawn.count == unassigned.count)
  }

  @Test func inkOverInk() throws {
    var mask = try #require(CoverageMask(left: 0, top: 0, width: 2, height: 1, coverage: [200, 10]))
    mask.add(try #require(CoverageMask(left: 0, top: 0, width: 2, height: 1, coverage: [100, 10])))
    #expect(mask.coverage == [255, 20])
  }

  @Test(arguments: [0, 30, -45, 90, 180, 211.5])
  func turning(_ angle: Double) throws {
    for text in ["L", "\u{E000}"] {
      let upright = try mask(text, size: 40).trimmed
      let turned = try mask(text, size: 40, angle: angle).trimmed
      let ink = { (mask: CoverageMask) in mask.coverage.reduce(0) { $0 + Int($1) } }
      #expect(abs(ink(turned) - ink(upright)) < ink(upright) / 25, "\(text) has another size")
    }
    // The foot of an L points along the text, its top across it.
    let turned = try mask("LLLLLLLL", size: 20, angle: angle)
    let radians = angle * .pi / 180
    let wide = abs(80 * cos(radians)) + abs(13 * sin(radians))
    let high = abs(80 * sin(radians)) + abs(13 * cos(radians))
    #expect(abs(Double(turned.width) - wide) < 8 && abs(Double(turned.height) - high) < 8)
  }

  @Test func visualOrder() {
    func seen(_ text: String) -> String {
      var view = String.UnicodeScalarView()
      view.append(contentsOf: VisualOrder.of(Array(text.unicodeScalars)))
      return String(view)
    }
    #expect(seen("abc 中文 12") == "abc 中文 12")
    #expect(seen("אבג") == "גבא")
    #expect(seen("to אב גד, x") == "to דג בא, x")
    #expect(seen("אב 12 גד") == "דג 12 בא")
    #expect(seen("א 12") == "12 א")
    #expect(seen("12 א") == "12 א")
    #expect(seen("א 2026-11-22 ב") == "ב 2026-11-22 א")
    #expect(seen("א\u{E000}ב") == "א\u{E000}ב")
    // A mark stays behind its letter.
    #expect(Array(seen("ב\u{5B0}א").unicodeScalars) == Array("אב\u{5B0}".unicodeScalars))
    #expect(seen("") == "")
  }

  @Test func fontsThatAreNot() throws {
    #expect(throws: ImageError.fontMissing(lookedAt: ["/no/such.otf"])) { try GlyphFont(paths: ["/no/such.otf"]) }
    #expect(throws: ImageError.fontMissing(lookedAt: [])) { try GlyphFont(paths: []) }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).otf")
    try Data("no font".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect {
      try GlyphFont(paths: [file.path])
    } throws: { error in
      if case ImageError.fontUnreadable(path: file.path, _) = error { true } else { false }
    }
  }
}
