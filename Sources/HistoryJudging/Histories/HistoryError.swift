/// A history that cannot be read: where, what is wrong, and what would be right.
public struct HistoryError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file, or what stands for it.
  public var file: String
  /// The line, from 1. 0: the history as a whole, or one made in code.
  public var line: Int
  /// The column in bytes, from 1. 0: the line as a whole.
  public var column: Int
  /// What is wrong.
  public var what: String
  /// What would be right.
  public var hint: String

  /// An error at a place in a file.
  public init(file: String, line: Int, column: Int = 0, what: String, hint: String) {
    self.file = file
    self.line = line
    self.column = column
    self.what = what
    self.hint = hint
  }

  /// `FILE:LINE:COLUMN: what; what would be right`. Of a name or a value of the history that is very long, it shows the beginning.
  public var description: String {
    let what = what.utf8.count > 400 ? what.prefix(300) + "…" : what
    let place = file + (line > 0 ? ":\(line)" : "") + (line > 0 && column > 0 ? ":\(column)" : "")
    return "\(place): \(what)" + (hint.isEmpty ? "" : "; \(hint)")
  }
}
