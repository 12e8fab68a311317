import Foundation

/// What `touchstone-bench draw` and `touchstone-bench drawn` do.
enum DrawnCommands {
  /// Prints predicates of a seed as JSON, 30 of each kind: for this engine and for others to be measured by.
  static func draw(seed: UInt64) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    // A line each, so that a row can be taken by its number.
    let lines = try DrawnRow.draw(30, seed: seed).map { String(decoding: try encoder.encode($0), as: UTF8.self) }
    print("[\n" + lines.joined(separator: ",\n") + "\n]")
  }

  /// Measures rows of a file, beside the figures of another engine, if there is a file of them. Tells on standard error what did not end
  /// least.
  static func measure(_ file: String, other: String?, seeds: UInt64 = 30) async throws {
    func read<Content: Decodable>(_ file: String) throws -> [Content] {
      try JSONDecoder().decode([Content].self, from: Data(contentsOf: URL(fileURLWithPath: file)))
    }
    let rows: [DrawnRow] = try read(file)
    let others: [DrawnFigures]? = try other.map(read)
    guard others?.count ?? rows.count == rows.count else {
      throw InvalidFigures(reason: "the other engine's figures are of \(others?.count ?? 0) rows, and there are \(rows.count)")
    }
    let own = await DrawnFigures.measure(rows, seeds: seeds)
    print(DrawnFigures.table(rows, own, other: others))
    FileHandle.standardError.write(Data((DrawnFigures.misses(rows, own, other: others) + "\n").utf8))
  }

  struct InvalidFigures: Error, CustomStringConvertible {
    let reason: String
    var description: String { reason }
  }
}
