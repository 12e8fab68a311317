/// What Swift's runtime said before it ended the process: "Module/File.swift:12: Fatal error: the reason".
struct FatalErrorText {
  /// The reason, with the file and the line where they are known.
  let text: String
  /// "File.swift:12".
  let place: String?
  /// Memory could not be had.
  let isOutOfMemory: Bool

  /// Nil where there is none.
  init?(_ bytes: [UInt8]) {
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let marks = ["Fatal error", "Precondition failed", "Assertion failed"]
    guard
      let index = lines.lastIndex(where: { line in marks.contains { line.contains($0) } }),
      let mark = marks.lazy.compactMap({ lines[index].firstRange(of: $0) }).first
    else { return nil }
    let line = lines[index]
    // A reason may have several lines.
    let following = lines[(index + 1)...].prefix { !$0.hasPrefix("Current stack trace") }.prefix(4)
      .filter { !$0.allSatisfy(\.isWhitespace) }
    let reason = ([line[mark.lowerBound...]] + following).joined(separator: "\n")
    let shown = reason.count > 600 ? reason.prefix(600) + "…" : reason[...]
    // "Module/File.swift:12: " stands before it.
    let words = line[..<mark.lowerBound].split(separator: ":")
    if words.count >= 3, Int(words[words.count - 2]) != nil, let file = words[words.count - 3].split(separator: "/").last {
      place = "\(file):\(words[words.count - 2])"
    } else {
      place = nil
    }
    text = place.map { "\(shown) (\($0))" } ?? String(shown)
    isOutOfMemory = ["failed to allocate", "Could not allocate memory"].contains { reason.contains($0) }
  }
}
