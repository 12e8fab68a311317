/// What is drawn for a scalar that no font has: its code point, four or six hexadecimal digits in two rows, in a frame.
///
/// So every text can be drawn, and two texts look different. It is drawn as the designers of Unifont draw: on 16 × 16 squares.
struct CodePointBox {
  static let side = 16
  /// Squares above the baseline.
  static let ascent = 14

  /// Row by row.
  private let isInked: [Bool]

  init(_ scalar: Unicode.Scalar) {
    let digits = Self.digits(of: scalar)
    var squares = [Bool](repeating: false, count: Self.side * Self.side)
    for place in 0..<Self.side {
      for edge in [0, Self.side - 1] {
        squares[edge * Self.side + place] = true
        squares[place * Self.side + edge] = true
      }
    }
    let columns = digits.count / 2
    // Three squares a digit and one between two of them, in the middle of the box.
    let margin = (Self.side - (columns * 4 - 1)) / 2
    for (place, digit) in digits.enumerated() {
      let left = margin + (place % columns) * 4
      let top = place < columns ? 2 : 9
      for (row, squaresOfRow) in Self.shapes[digit].enumerated() {
        for column in 0..<3 where squaresOfRow & (4 >> column) != 0 {
          squares[(top + row) * Self.side + left + column] = true
        }
      }
    }
    isInked = squares
  }

  private static func digits(of scalar: Unicode.Scalar) -> [Int] {
    let count = scalar.value > 0xFFFF ? 6 : 4
    return (0..<count).reversed().map { Int(scalar.value >> ($0 * 4)) & 15 }
  }

  /// The box with its pen at the placement; each pixel is asked at 16 points.
  func mask(_ placement: Placement) -> CoverageMask {
    let unit = placement.size / Double(Self.side)
    let cosine = placement.cosine
    let sine = placement.sine
    let corners = [(0.0, -0.875), (1, -0.875), (0, 0.125), (1, 0.125)].map { placement.moved(along: $0.0, across: $0.1) }
    let xs = corners.map(\.x)
    let ys = corners.map(\.y)
    let left = Int((xs.min() ?? 0).rounded(.down))
    let top = Int((ys.min() ?? 0).rounded(.down))
    let width = Int((xs.max() ?? 0).rounded(.up)) - left
    let height = Int((ys.max() ?? 0).rounded(.up)) - top
    var coverage = [UInt8](repeating: 0, count: width * height)
    for row in 0..<height {
      for column in 0..<width {
        var hits = 0
        for part in 0..<16 {
          let x = Double(left + column) + (Double(part % 4) + 0.5) / 4 - placement.x
          let y = Double(top + row) + (Double(part / 4) + 0.5) / 4 - placement.y
          let squareX = Int(((x * cosine - y * sine) / unit).rounded(.down))
          let squareY = Int(((x * sine + y * cosine) / unit).rounded(.down)) + Self.ascent
          guard (0..<Self.side).contains(squareX), (0..<Self.side).contains(squareY) else { continue }
          if isInked[squareY * Self.side + squareX] { hits += 1 }
        }
        coverage[row * width + column] = UInt8(min(255, hits * 16))
      }
    }
    return CoverageMask(left: left, top: top, width: width, height: height, coverage: coverage)
      ?? CoverageMask(left: left, top: top, width: 0, height: 0)
  }

  /// 0 to F: five rows of three squares.
  private static let shapes: [[Int]] = [
    [0b111, 0b101, 0b101, 0b101, 0b111], [0b010, 0b110, 0b010, 0b010, 0b111],
    [0b111, 0b001, 0b111, 0b100, 0b111], [0b111, 0b001, 0b111, 0b001, 0b111],
    [0b101, 0b101, 0b111, 0b001, 0b001], [0b111, 0b100, 0b111, 0b001, 0b111],
    [0b111, 0b100, 0b111, 0b101, 0b111], [0b111, 0b001, 0b001, 0b010, 0b010],
    [0b111, 0b101, 0b111, 0b101, 0b111], [0b111, 0b101, 0b111, 0b001, 0b111],
    [0b010, 0b101, 0b111, 0b101, 0b101], [0b110, 0b101, 0b110, 0b101, 0b110],
    [0b011, 0b100, 0b100, 0b100, 0b011], [0b110, 0b101, 0b101, 0b101, 0b110],
    [0b111, 0b100, 0b110, 0b100, 0b111], [0b111, 0b100, 0b110, 0b100, 0b100],
  ]
}
