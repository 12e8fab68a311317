/// Where the lines of a text begin.
struct LineTable {
  private let starts: [Int]
  private let count: Int

  init(_ bytes: [UInt8]) {
    starts =
      [0]
      + bytes.indices.filter { bytes[$0] == 10 || (bytes[$0] == 13 && ($0 + 1 == bytes.count || bytes[$0 + 1] != 10)) }
      .map { $0 + 1 }
    count = bytes.count
  }

  /// From 1 both.
  func place(of offset: Int) -> (line: Int, column: Int) {
    var low = 0
    var high = starts.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return (low + 1, offset - starts[low] + 1)
  }

  func start(of line: Int) -> Int { starts[line - 1] }

  /// Without the line's end.
  func end(of line: Int) -> Int { line < starts.count ? starts[line] - 1 : count }
}
