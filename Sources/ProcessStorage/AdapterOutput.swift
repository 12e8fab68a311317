import Foundation

/// What an adapter writes, as it comes: lines for whoever waits for replies, and the end of its standard error.
struct AdapterOutput: Sendable {
  private(set) var lines = LineBuffer()
  private var errorTail: [UInt8] = []
  /// Whether more may come on standard error.
  private(set) var hasErrors = true

  /// What one look at the standard output gave.
  struct Taken {
    var lines: [[UInt8]] = []
    /// How the line begins that has not ended yet.
    var start: [UInt8] = []
    var startBytes = 0
    var isAtEnd = false
  }

  /// Reads what is there, without waiting; not all of it where that is much.
  mutating func take(from process: AdapterProcess) -> Taken {
    var taken = Taken()
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
      for _ in 0..<16 {
        let count = read(process.output, buffer.baseAddress, buffer.count)
        if count > 0 { lines.append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
        if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { taken.isAtEnd = true }
        if count < buffer.count { break }
      }
    }
    while let line = lines.nextLine() { taken.lines.append(line) }
    lines.compact()
    taken.start = Array(lines.start)
    taken.startBytes = lines.count
    return taken
  }

  /// Reads what is on standard error, so that the process is not held up there, and keeps the last of it.
  mutating func drainErrors(of process: AdapterProcess) {
    withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 16) { buffer in
      for _ in 0..<64 {
        let count = read(process.errors, buffer.baseAddress, buffer.count)
        if count == 0 { hasErrors = false }
        guard count > 0 else { return }
        errorTail.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        if errorTail.count > 1 << 14 { errorTail.removeFirst(errorTail.count - 1 << 13) }
      }
    }
  }

  /// The end of what it wrote to standard error, as the end of a reason.
  var lastWords: String {
    let end = String(decoding: errorTail.suffix(1_000), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    return end.isEmpty ? "; it wrote nothing to standard error" : "; its standard error ends: \(end)"
  }
}
