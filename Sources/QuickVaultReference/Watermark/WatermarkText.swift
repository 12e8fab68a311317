import Foundation
import ImageStandIns

/// The text of a watermark as it is drawn.
///
/// Texts that are canonically equivalent look the same, so the renderer draws them the same (NFC). Each run of white
/// space becomes one space, or nothing at the ends of the text. Characters that are invisible (joiners, variation
/// selectors) are left out.
struct WatermarkText: Sendable {
  /// A letter with its marks, or a space.
  struct Piece: Sendable {
    var scalars: [Unicode.Scalar]
    /// The width, in ems.
    var width: Double
    var isSpace: Bool { scalars == [" "] }
  }

  let pieces: [Piece]

  init(_ text: String, font: GlyphFont) {
    var scalars: [Unicode.Scalar] = []
    for scalar in text.precomposedStringWithCanonicalMapping.unicodeScalars {
      if scalar.properties.isWhitespace {
        if scalars.last != " " { scalars.append(" ") }
      } else if !scalar.properties.isDefaultIgnorableCodePoint {
        scalars.append(scalar)
      }
    }
    if scalars.first == " " { scalars.removeFirst() }
    if scalars.last == " " { scalars.removeLast() }
    var pieces: [Piece] = []
    for scalar in scalars {
      let width = font.advance(of: scalar)
      if width > 0 || pieces.isEmpty {
        // A mark at the beginning stands over a space.
        let base: [Unicode.Scalar] = width > 0 ? [] : [" "]
        pieces.append(Piece(scalars: base + [scalar], width: width > 0 ? width : font.advance(of: " ")))
      } else {
        pieces[pieces.count - 1].scalars.append(scalar)
      }
    }
    self.pieces = pieces
  }

  var width: Double { pieces.reduce(0) { $0 + $1.width } }

  /// Breaks the text into as few lines as the width allows, at spaces, or inside a word that is too long for a line.
  /// - Parameter width: in ems. A piece that is wider has its own line.
  func wrapped(to width: Double) -> [[Piece]] {
    var lines: [[Piece]] = []
    var line: [Piece] = []
    var lineWidth = 0.0
    for piece in pieces {
      if lineWidth + piece.width > width + 1e-9 {
        if piece.isSpace {
          lines.append(line)
          line = []
          lineWidth = 0
          continue
        }
        let space = line.lastIndex(where: \.isSpace)
        lines.append(Array(line[..<(space ?? line.endIndex)]))
        line = space.map { Array(line[($0 + 1)...]) } ?? []
        lineWidth = line.reduce(0) { $0 + $1.width }
      }
      line.append(piece)
      lineWidth += piece.width
    }
    lines.append(line)
    return lines.filter { !$0.isEmpty }
  }
}
