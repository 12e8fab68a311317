/// One message between a worker and its supervisor: its kind, the length of its contents in four bytes, low ones
/// first, its contents.
struct Frame {
  enum Kind: UInt8 {
    /// From the worker: it is ready.
    case ready
    /// From the supervisor: do this.
    case request
    /// From the worker: is the case in the record wanted?
    case question
    /// From the supervisor, one byte: 1 for yes.
    case answer
    /// From the worker: done.
    case reply
  }

  static let headBytes = 5
  let kind: Kind
  let contents: [UInt8]

  var bytes: [UInt8] {
    let count = UInt32(truncatingIfNeeded: contents.count)
    return [kind.rawValue] + (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * UInt32($0))) } + contents
  }

  init(_ kind: Kind, _ contents: [UInt8] = []) {
    self.kind = kind
    self.contents = contents
  }

  /// The kind and the length of the contents; nil where the bytes are no frame's head.
  static func head(_ bytes: some Collection<UInt8>) -> (kind: Kind, count: Int)? {
    guard bytes.count >= headBytes, let first = bytes.first, let kind = Kind(rawValue: first) else { return nil }
    let count = bytes.dropFirst().prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    return (kind, count)
  }
}
