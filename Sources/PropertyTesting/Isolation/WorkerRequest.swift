/// What a worker is asked to do.
enum WorkerRequest {
  /// Run cases; the reply is a ``Sweep``.
  case sweep(Range<Int>, seed: UInt64)
  /// Look at one case, in the journal; the reply is empty.
  case examine(Details)

  struct Details {
    let seed: UInt64
    let index: Int
    let script: Tape.Script?
    let printsValue: Bool
    /// Whether to ask before the predicate runs.
    let asks: Bool
    let isEnumerated: Bool
  }

  var bytes: [UInt8] {
    var writer = ByteWriter()
    switch self {
    case .sweep(let block, let seed):
      writer.write(true)
      writer.write(block.lowerBound)
      writer.write(block.upperBound)
      writer.write(seed)
    case .examine(let details):
      writer.write(false)
      writer.write(details.seed)
      writer.write(details.index)
      writer.write(details.script) { $0.write($1) }
      writer.write(details.printsValue)
      writer.write(details.asks)
      writer.write(details.isEnumerated)
    }
    return writer.bytes
  }

  init(_ bytes: [UInt8]) throws {
    self = try bytes.withUnsafeBytes { bytes in
      var reader = ByteReader(bytes)
      if try reader.flag() {
        let lower = try reader.number()
        let upper = try reader.number()
        guard lower <= upper else { throw ByteReader.Malformed() }
        return .sweep(lower..<upper, seed: try reader.word())
      }
      return .examine(
        Details(
          seed: try reader.word(), index: try reader.number(), script: try reader.optional { try $0.script() },
          printsValue: try reader.flag(), asks: try reader.flag(), isEnumerated: try reader.flag()))
    }
  }
}
