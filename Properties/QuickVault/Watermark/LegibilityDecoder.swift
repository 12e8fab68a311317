import Foundation
import ImageStandIns
import QuickVaultGenerators

/// Reads the text in the middle of an image, from the image before and after. It knows the font, the size and the
/// angle, and nothing of how ink is chosen or blended.
///
/// What changed is turned upright. A letter is the one of the alphabet that is most like what is found at its place, in
/// 16 × 16 squares, as the font has them.
struct LegibilityDecoder {
  private let drawn: DrawnWatermark
  /// How strongly each pixel changed, 0 to 1.
  private let changes: [Double]
  private let alphabet: [Unicode.Scalar: [Double]]

  init(_ drawn: DrawnWatermark) throws {
    self.drawn = drawn
    alphabet = try Self.alphabet.get()
    // The mean is as good as more: where ink hardly differs from the image it changes less than elsewhere.
    let changed = drawn.lumaChanges.filter { $0 > 0 }
    let mean = changed.reduce(0, +) / Double(changed.count)
    changes = drawn.lumaChanges.map { $0 > 0 ? min(1, $0 / mean) : 0 }
  }

  /// Whether the whole text is read: in a line of the style's letters, or where there is little room in up to four
  /// lines, and in smaller letters.
  func readsText() -> Bool {
    let largest = drawn.plan.style.fontSize
    let sizes = drawn.plan.isRoomy ? [largest] : Array(stride(from: largest, through: 16, by: -1))
    let layouts = VisibleText.layouts(of: drawn.plan.text, lines: drawn.plan.isRoomy ? 1 : 4)
    return sizes.contains { size in layouts.contains { reads($0, size: size) } }
  }

  /// Each line in the middle, and 1.25 ems below the one before it.
  private func reads(_ lines: [String], size: Double) -> Bool {
    lines.enumerated().allSatisfy { number, line in
      var pen = -WatermarkAlphabet.width(of: line) / 2
      let top = (Double(number) - Double(lines.count - 1) / 2) * 1.25 - 0.5
      return line.unicodeScalars.allSatisfy { scalar in
        defer { pen += WatermarkAlphabet.width(of: scalar) }
        return scalar == " " || reads(scalar, left: pen * size, top: top * size, square: size / 16)
      }
    }
  }

  /// Perhaps half a square beside its place: the pen stands between pixels.
  private func reads(_ scalar: Unicode.Scalar, left: Double, top: Double, square: Double) -> Bool {
    [(0, 0), (0.5, 0), (-0.5, 0), (0, 0.5), (0, -0.5)].contains { right, down in
      let wide = (0..<256).map { place in
        change(
          along: left + (Double(place % 16) + 0.5 + right) * square,
          across: top + (Double(place / 16) + 0.5 + down) * square)
      }
      let narrow = wide.indices.filter { $0 % 16 < 8 }.map { wide[$0] }
      let found = [wide, narrow].map(Self.normalised)
      func likeness(to letter: [Double]) -> Double { found.map { Self.product($0, letter) }.max() ?? 0 }
      guard let own = alphabet[scalar].map(likeness), own > 0.45 else { return false }
      return alphabet.values.allSatisfy { likeness(to: $0) <= own }
    }
  }

  /// The change at a place between pixels.
  private func change(along: Double, across: Double) -> Double {
    let (x, y) = drawn.place(along: along, across: across)
    let (left, top) = (Int((x - 0.5).rounded(.down)), Int((y - 0.5).rounded(.down)))
    let (right, down) = (x - 0.5 - Double(left), y - 0.5 - Double(top))
    func at(_ x: Int, _ y: Int) -> Double {
      0..<drawn.image.width ~= x && 0..<drawn.image.height ~= y ? changes[y * drawn.image.width + x] : 0
    }
    return (at(left, top) * (1 - right) + at(left + 1, top) * right) * (1 - down)
      + (at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right) * down
  }

  /// The squares of each letter as the font draws it, in rows of 16 or 8. Made once: a font does not change.
  private static let alphabet: Result<[Unicode.Scalar: [Double]], ImageError> = Result { () throws(ImageError) in
    let font = try GlyphFont.standard()
    let letters = WatermarkAlphabet.scalars.map { scalar in
      let mask = font.mask(of: [[scalar]], size: 16, angle: 0)
      let columns = Int(WatermarkAlphabet.width(of: scalar) * 16)
      let squares = (0..<columns * 16).map { place in
        let (x, y) = (place % columns - columns / 2 - mask.left, place / columns - 8 - mask.top)
        return 0..<mask.width ~= x && 0..<mask.height ~= y ? Double(mask.coverage[y * mask.width + x]) : 0
      }
      return (scalar, normalised(squares))
    }
    return Dictionary(uniqueKeysWithValues: letters)
  }

  /// With mean 0 and length 1.
  private static func normalised(_ values: [Double]) -> [Double] {
    let mean = values.reduce(0, +) / Double(values.count)
    let length = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }.squareRoot()
    return values.map { length > 0 ? ($0 - mean) / length : 0 }
  }

  private static func product(_ one: [Double], _ other: [Double]) -> Double {
    one.count == other.count ? zip(one, other).reduce(0) { $0 + $1.0 * $1.1 } : 0
  }
}

/// How a text of the alphabet is seen from left to right.
enum VisibleText {
  /// The lines of each way to break it into at most so many; no line begins or ends with a space.
  static func layouts(of text: String, lines: Int) -> [[String]] {
    var layouts = [[line(text)]]
    guard lines > 1 else { return layouts }
    for place in text.indices.dropFirst() {
      let first = text[..<place].trimmingCharacters(in: .whitespaces)
      let rest = text[place...].trimmingCharacters(in: .whitespaces)
      layouts += Self.layouts(of: rest, lines: lines - 1).map { [line(first)] + $0 }
    }
    return layouts
  }

  /// Hebrew is turned around, with the spaces and numbers in it and the numbers behind it, which keep their direction.
  private static func line(_ text: String) -> String {
    text.replacing(/[\u{5D0}-\u{5EA}]([\u{5D0}-\u{5EA}0-9 ]*[\u{5D0}-\u{5EA}0-9])?/) { run in
      run.output.0.matches(of: /[0-9]+|./).map(\.output).reversed().joined()
    }
  }
}
