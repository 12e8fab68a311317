import Foundation
import ImageStandIns
import PropertyTesting
import QuickVaultGenerators

/// Reads what was written over an image, from the image before and after: it knows the angle and the size of the letters and
/// the font, and nothing of how ink is chosen, blended or laid out.
///
/// What changed is turned upright. Rows of letters are where something changed, tiles in a row lie more than an em apart. A letter
/// is the one of the alphabet that is most like what is found, square by square of the font's own 16 × 16.
struct LegibilityDecoder {
  /// Squares of an em in the font's own size.
  private static let em = 16

  private let change: ChangeMap
  private let templates: [Template]
  /// Pixels of the image for one square.
  private let unit: Double

  /// One letter of the alphabet as the font draws it.
  struct Template: Sendable {
    let scalar: Unicode.Scalar
    let columns: Int
    /// Squares to the left of the ink.
    let bearing: Int
    /// Row by row, with mean 0 and length 1.
    let values: [Double]

    init(_ scalar: Unicode.Scalar, _ font: GlyphFont) {
      self.scalar = scalar
      let mask = font.mask(of: [[scalar]], size: 16, angle: 0)
      columns = Int((font.advance(of: scalar) * 16).rounded())
      var squares = [Double](repeating: 0, count: columns * LegibilityDecoder.em)
      var bearing = columns
      for y in 0..<mask.height {
        for x in 0..<mask.width where mask.coverage[y * mask.width + x] > 0 {
          let column = mask.left + x + columns / 2
          let row = mask.top + y + LegibilityDecoder.em / 2
          guard (0..<columns).contains(column), (0..<LegibilityDecoder.em).contains(row) else { continue }
          squares[row * columns + column] = Double(mask.coverage[y * mask.width + x])
          bearing = min(bearing, column)
        }
      }
      self.bearing = bearing
      values = LegibilityDecoder.normalised(squares)
    }
  }

  /// Made once: a font does not change.
  static let alphabet: Result<[Template], ImageError> = Result { () throws(ImageError) in
    let font = try GlyphFont.standard()
    return WatermarkAlphabet.scalars.map { Template($0, font) }
  }

  init(before: Bitmap, after: Bitmap, fontSize: Double, angle: Double) throws {
    change = ChangeMap(before: before, after: after, angle: angle)
    templates = try Self.alphabet.get()
    unit = fontSize / Double(Self.em)
  }

  /// Whether the text can be read somewhere, in one line or in several below each other. Spaces are not read.
  /// - Parameter seen: the letters from left to right.
  func reads(_ seen: [Unicode.Scalar]) -> Bool {
    let letters = seen.filter { $0 != " " }
    let rows = change.inkedRows(lines: unit)
    // The middle first, where most of a line is in the image.
    let order = rows.indices.sorted { abs(rows[$0].lowerBound + rows[$0].upperBound) < abs(rows[$1].lowerBound + rows[$1].upperBound) }
    return order.contains { reads(letters[...], in: rows, from: $0) }
  }

  private func reads(_ letters: ArraySlice<Unicode.Scalar>, in rows: [ClosedRange<Double>], from row: Int) -> Bool {
    if letters.isEmpty { return true }
    guard rows.indices.contains(row) else { return false }
    return change.tiles(in: rows[row], gap: 20 * unit).contains { tile in
      let count = longestReading(of: letters, in: tile, rows: rows[row])
      return count > 0 && (count == letters.count || reads(letters.dropFirst(count), in: rows, from: row + 1))
    }
  }

  /// How many of the letters are read in a tile of one row.
  private func longestReading(
    of letters: ArraySlice<Unicode.Scalar>, in tile: ClosedRange<Double>, rows: ClosedRange<Double>
  ) -> Int {
    guard let first = letters.first, let template = templates.first(where: { $0.scalar == first }) else { return 0 }
    let height = rows.upperBound - rows.lowerBound
    let slack = max(0, Int((16 - height / unit).rounded(.up)))
    let left = tile.lowerBound - Double(template.bearing) * unit
    var best = 0
    for row in stride(from: -1, through: Double(slack + 1), by: 0.5) {
      for shift in [0, -0.5, 0.5, -1, 1] {
        let top = rows.lowerBound - row * unit
        var pen = left + shift * unit
        var count = 0
        for letter in letters {
          guard let found = letterRead(at: pen, top, among: letter) else { break }
          count += 1
          pen += Double(found) * unit
        }
        best = max(best, count)
        if best == letters.count { return best }
      }
    }
    return best
  }

  /// Whether the letter of the alphabet that is found there is the expected one, perhaps after a space.
  /// - Returns: how many squares the pen moves.
  private func letterRead(at pen: Double, _ top: Double, among expected: Unicode.Scalar) -> Int? {
    for space in [0, 8] {
      // Half a square to each side: the pen stands between pixels.
      for (right, down) in [(0.0, 0.0), (0.5, 0), (-0.5, 0), (0, 0.5), (0, -0.5)] {
        let left = pen + (Double(space) + right) * unit
        let squares = change.squares(left: left, top: top + down * unit, unit: unit)
        if let columns = columns(of: expected, readIn: squares) { return space + columns }
      }
    }
    return nil
  }

  /// How wide the letter is if it is the one of the alphabet that is most like the squares; nil if another is, or none.
  private func columns(of expected: Unicode.Scalar, readIn squares: [Double]) -> Int? {
    guard let place = templates.firstIndex(where: { $0.scalar == expected }) else { return nil }
    let template = templates[place]
    let own = Self.normalised(template.columns == Self.em ? squares : Self.half(of: squares))
    let likeness = Self.product(template.values, own)
    // Most places are like no letter: the others need not be asked.
    guard likeness > 0.45 else { return nil }
    let other = Self.normalised(template.columns == Self.em ? Self.half(of: squares) : squares)
    for (index, rival) in templates.enumerated() where index != place {
      let rivalLikeness = Self.product(rival.values, rival.columns == template.columns ? own : other)
      if rivalLikeness > likeness || rivalLikeness == likeness && index < place { return nil }
    }
    return template.columns
  }

  /// The left half of each row: what a narrow letter fills.
  private static func half(of squares: [Double]) -> [Double] { (0..<em).flatMap { squares[($0 * 16)..<($0 * 16 + 8)] } }

  private static func product(_ one: [Double], _ other: [Double]) -> Double {
    guard one.count == other.count else { return 0 }
    return one.withUnsafeBufferPointer { one in
      other.withUnsafeBufferPointer { other in
        var sum = 0.0
        var place = 0
        // Without an iterator: a third of the time in a debug build.
        while place < one.count {
          sum += one[place] * other[place]
          place += 1
        }
        return sum
      }
    }
  }

  private static func normalised(_ values: [Double]) -> [Double] {
    var normalised = values
    normalised.withUnsafeMutableBufferPointer { values in
      var (sum, squares, place) = (0.0, 0.0, 0)
      while place < values.count {
        sum += values[place]
        place += 1
      }
      let mean = sum / Double(max(1, values.count))
      place = 0
      while place < values.count {
        values[place] -= mean
        squares += values[place] * values[place]
        place += 1
      }
      guard squares > 0 else { return }
      let length = squares.squareRoot()
      place = 0
      while place < values.count {
        values[place] /= length
        place += 1
      }
    }
    return normalised
  }
}
