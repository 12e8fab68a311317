import Foundation

/// Draws the scalars of text: the glyphs of fonts, and a box with the code point for what no font has.
///
/// Text is not shaped. Each scalar has its own glyph: Arabic letters stand in their isolated forms, ligatures and emoji sequences
/// are taken apart. A combining mark is drawn over what stands before it, where the font puts it. A text can be read this way in
/// every script, though some would be set more beautifully.
public final class GlyphFont: Sendable {
  /// The pen moves so far, and down to the descent, in ems, when glyphs of these fonts are drawn.
  public let ascent: Double
  public let descent: Double
  private let face: FontFace

  /// - Parameter paths: files of fonts; the first that has a scalar draws it.
  public init(paths: [String]) throws(ImageError) {
    face = try FontFace(paths: paths)
    ascent = max(face.ascent, Double(CodePointBox.ascent) / Double(CodePointBox.side))
    descent = max(face.descent, 1 - Double(CodePointBox.ascent) / Double(CodePointBox.side))
  }

  /// The fonts of this machine: the path in the environment's `TOUCHSTONE_FONT`, else GNU Unifont, which has every script of the
  /// basic plane and many others (on Apple's platforms: the system's font and those that it falls back on).
  /// - Throws: ``ImageError/fontMissing(lookedAt:)`` with the places that were looked at.
  public static func standard() throws(ImageError) -> GlyphFont {
    try shared.get()
  }

  private static let shared = Result<GlyphFont, ImageError> { () throws(ImageError) in
    try GlyphFont(paths: try FontFace.standardPaths())
  }

  /// Whether a font has the scalar; else it is drawn as its code point.
  public func has(_ scalar: Unicode.Scalar) -> Bool { face.advance(of: scalar) != nil }

  /// How far the pen moves, in ems. 0 for marks that combine with what stands before them.
  public func advance(of scalar: Unicode.Scalar) -> Double { face.advance(of: scalar) ?? 1 }

  public func width(of line: some Sequence<Unicode.Scalar>) -> Double {
    line.reduce(0) { $0 + advance(of: $1) }
  }

  /// Draws lines of scalars from left to right, each in the middle of the block, the block around the mask's point.
  /// - Parameters:
  ///   - lines: in the order in which they are seen, see ``VisualOrder``.
  ///   - size: the length of an em, in pixels.
  ///   - angle: in degrees; above 0 the text rises to the right.
  ///   - lineHeight: from one baseline to the next, in ems.
  public func mask(of lines: [[Unicode.Scalar]], size: Double, angle: Double, lineHeight: Double = 1.25) -> CoverageMask {
    let height = blockHeight(of: lines.count, lineHeight: lineHeight)
    let centre = Placement(size: size, angle: angle, x: 0, y: 0)
    var drawn: [CoverageMask] = []
    for (place, line) in lines.enumerated() {
      var along = -width(of: line) / 2
      let across = -height / 2 + ascent + Double(place) * lineHeight
      for scalar in line {
        drawn.append(glyph(scalar, centre.moved(along: along, across: across)))
        along += advance(of: scalar)
      }
    }
    let inked = drawn.filter { $0.width > 0 && $0.height > 0 }
    guard let left = inked.map(\.left).min(), let top = inked.map(\.top).min(),
      let right = inked.map({ $0.left + $0.width }).max(), let bottom = inked.map({ $0.top + $0.height }).max()
    else { return CoverageMask(left: 0, top: 0, width: 0, height: 0) }
    var mask = CoverageMask(left: left, top: top, width: right - left, height: bottom - top)
    for glyph in inked { mask.add(glyph) }
    return mask
  }

  /// In ems.
  public func blockHeight(of lines: Int, lineHeight: Double = 1.25) -> Double {
    ascent + descent + Double(max(0, lines - 1)) * lineHeight
  }

  private func glyph(_ scalar: Unicode.Scalar, _ placement: Placement) -> CoverageMask {
    face.mask(of: scalar, placement) ?? CodePointBox(scalar).mask(placement)
  }
}
