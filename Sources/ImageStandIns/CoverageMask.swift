/// How much of each pixel something drawn covers: 0, nothing, to 255, all.
public struct CoverageMask: Sendable, Equatable {
  /// Where the first column and row lie, from a point that whoever draws has chosen.
  public internal(set) var left: Int
  public internal(set) var top: Int
  public let width: Int
  public let height: Int
  /// Rows from top to bottom.
  public private(set) var coverage: [UInt8]

  /// Covers nothing; sides below 0 are taken as 0.
  public init(left: Int, top: Int, width: Int, height: Int) {
    self.left = left
    self.top = top
    self.width = max(0, width)
    self.height = max(0, height)
    coverage = [UInt8](repeating: 0, count: self.width * self.height)
  }

  /// - Returns: nil unless there is one byte for each pixel.
  public init?(left: Int, top: Int, width: Int, height: Int, coverage: [UInt8]) {
    guard width >= 0, height >= 0, coverage.count == width * height else { return nil }
    self.left = left
    self.top = top
    self.width = width
    self.height = height
    self.coverage = coverage
  }

  /// Lays another mask over this one, both from the same point. Coverages add up; what lies outside is cut off.
  public mutating func add(_ other: CoverageMask) {
    let columns = max(left, other.left)..<max(left, other.left, min(left + width, other.left + other.width))
    let rows = max(top, other.top)..<max(top, other.top, min(top + height, other.top + other.height))
    for y in rows {
      let own = (y - top) * width - left
      let others = (y - other.top) * other.width - other.left
      for x in columns {
        let sum = Int(coverage[own + x]) + Int(other.coverage[others + x])
        coverage[own + x] = UInt8(min(255, sum))
      }
    }
  }

  /// The mask without the rows and columns at its edges that cover nothing.
  public var trimmed: CoverageMask {
    let rows = (0..<height).filter { row in coverage[(row * width)..<((row + 1) * width)].contains { $0 > 0 } }
    let columns = (0..<width).filter { column in
      stride(from: column, to: coverage.count, by: width).contains { coverage[$0] > 0 }
    }
    guard let firstRow = rows.first, let lastRow = rows.last, let first = columns.first, let last = columns.last else {
      return CoverageMask(left: left, top: top, width: 0, height: 0)
    }
    var result = CoverageMask(
      left: left + first, top: top + firstRow, width: last - first + 1, height: lastRow - firstRow + 1)
    result.add(self)
    return result
  }
}
