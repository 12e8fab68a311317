#if canImport(CoreText)
  import CoreGraphics
  import CoreText
  import Foundation

  /// Fonts that Core Text has opened, or the system's with those that it falls back on.
  final class FontFace: Sendable {
    /// In ems.
    let ascent: Double
    let descent: Double
    private let descriptors: [URL]
    private static let em: CGFloat = 1_000

    init(paths: [String]) throws(ImageError) {
      for path in paths where !FileManager.default.fileExists(atPath: path) {
        throw .fontMissing(lookedAt: [path])
      }
      descriptors = paths.map { URL(fileURLWithPath: $0) }
      let fonts = Self.fonts(descriptors, size: Self.em)
      guard fonts.count == max(1, paths.count) else {
        throw .fontUnreadable(path: paths.joined(separator: ", "), reason: "Core Text opened \(fonts.count) of them")
      }
      ascent = Double((fonts.map { CTFontGetAscent($0) }.max() ?? Self.em) / Self.em)
      descent = Double((fonts.map { CTFontGetDescent($0) }.max() ?? 0) / Self.em)
    }

    /// None: the system's own.
    static func standardPaths() throws(ImageError) -> [String] {
      ProcessInfo.processInfo.environment["TOUCHSTONE_FONT"].map { [$0] } ?? []
    }

    func advance(of scalar: Unicode.Scalar) -> Double? {
      guard let (font, glyph) = find(scalar, size: Self.em) else { return nil }
      var glyphs = [glyph]
      return CTFontGetAdvancesForGlyphs(font, .horizontal, &glyphs, nil, 1) / Double(Self.em)
    }

    func mask(of scalar: Unicode.Scalar, _ placement: Placement) -> CoverageMask? {
      guard let (font, glyph) = find(scalar, size: CGFloat(placement.size)) else { return nil }
      // Core Graphics' y grows upwards.
      var turn = CGAffineTransform(
        a: placement.cosine, b: placement.sine, c: -placement.sine, d: placement.cosine, tx: placement.x,
        ty: -placement.y)
      guard let path = CTFontCreatePathForGlyph(font, glyph, &turn), !path.isEmpty else {
        return CoverageMask(left: 0, top: 0, width: 0, height: 0)
      }
      let bounds = path.boundingBox.integral
      let width = Int(bounds.width)
      let height = Int(bounds.height)
      var coverage = [UInt8](repeating: 0, count: width * height)
      let isDrawn = coverage.withUnsafeMutableBytes { pixels in
        guard let context = CGContext(
          data: pixels.baseAddress, width: width, height: height, bitsPerComponent: 8, bytesPerRow: width,
          space: CGColorSpaceCreateDeviceGray(), bitmapInfo: CGImageAlphaInfo.none.rawValue)
        else { return false }
        context.translateBy(x: -bounds.minX, y: -bounds.minY)
        context.setFillColor(gray: 1, alpha: 1)
        context.addPath(path)
        context.fillPath()
        return true
      }
      guard isDrawn else { return nil }
      return CoverageMask(
        left: Int(bounds.minX), top: -Int(bounds.maxY), width: width, height: height, coverage: coverage)
    }

    private func find(_ scalar: Unicode.Scalar, size: CGFloat) -> (font: CTFont, glyph: CGGlyph)? {
      let text = String(Character(scalar))
      var characters = Array(text.utf16)
      for font in Self.fonts(descriptors, size: size) {
        let fallback = descriptors.isEmpty
          ? CTFontCreateForString(font, text as CFString, CFRange(location: 0, length: characters.count)) : font
        // The last resort has a glyph for everything, which says only that there is none.
        guard CTFontCopyPostScriptName(fallback) as String != "LastResort" else { continue }
        var glyphs = [CGGlyph](repeating: 0, count: characters.count)
        if CTFontGetGlyphsForCharacters(fallback, &characters, &glyphs, characters.count) { return (fallback, glyphs[0]) }
      }
      return nil
    }

    private static func fonts(_ files: [URL], size: CGFloat) -> [CTFont] {
      guard !files.isEmpty else {
        return CTFontCreateUIFontForLanguage(.system, size, nil).map { [$0] } ?? []
      }
      return files.compactMap { file in
        let found = CTFontManagerCreateFontDescriptorsFromURL(file as CFURL) as? [CTFontDescriptor]
        return found?.first.map { CTFontCreateWithFontDescriptor($0, size, nil) }
      }
    }
  }
#endif
