import Foundation

/// The lines that differ from a revision, as Git tells them.
struct ChangedLines: Sendable {
  private let lines: [String: [Range<Int>]]

  /// - Throws: ``MutationError`` for a folder without a repository or an unknown revision.
  init(since revision: String, in root: String, outputFile: String) throws {
    let run = try ShellRun.run(
      "git diff --unified=0 --no-color --no-ext-diff --no-renames --relative --src-prefix=a/ --dst-prefix=b/ --end-of-options \(quoted(revision)) -- .",
      in: root, outputFile: outputFile)
    guard run.ending == .exited(0) else {
      throw MutationError(
        "cannot find what changed since “\(revision)”: \(run.output.trimmingCharacters(in: .whitespacesAndNewlines))"
      )
    }
    // A file that Git does not know yet is new from its first line on.
    let new = try ShellRun.run("git ls-files --others --exclude-standard", in: root, outputFile: outputFile)
    lines = Self.lines(ofDiff: run.output).merging(
      new.output.split(separator: "\n").map { (String($0), [1..<Int.max]) }
    ) { $0 + $1 }
  }

  init(diff: String) { lines = Self.lines(ofDiff: diff) }

  private static func lines(ofDiff diff: String) -> [String: [Range<Int>]] {
    var lines: [String: [Range<Int>]] = [:]
    var file = ""
    for line in diff.split(separator: "\n") {
      if line.hasPrefix("+++ ") {
        file = line.hasPrefix("+++ b/") ? String(line.dropFirst(6)) : ""
      } else if let hunk = line.firstMatch(of: /^@@ -[0-9,]+ \+([0-9]+)(?:,([0-9]+))? @@/), let start = Int(hunk.1) {
        let count = hunk.2.flatMap { Int($0) } ?? 1
        if count > 0 { lines[file, default: []].append(start..<(start + count)) }
      }
    }
    return lines
  }

  func contains(_ line: Int, of file: String) -> Bool { lines[file]?.contains { $0.contains(line) } ?? false }
}
