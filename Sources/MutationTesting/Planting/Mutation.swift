/// One small change of a source.
public struct Mutation: Sendable, Codable, Hashable, Identifiable {
  /// From 1, in the order in which they stand in the package: what the switch is set to.
  public let id: Int
  public let kind: MutationOperator
  /// Relative to the package.
  public let file: String
  /// The function or property that it lies in: `Ledger.append`.
  public let place: String
  /// From 1; columns in UTF-8 bytes, as the compiler counts them; the end is past the last.
  public let line: Int
  public let column: Int
  public let endLine: Int
  public let endColumn: Int
  /// What stands there, and what is put in its place: empty for what is dropped.
  public let original: String
  public let replacement: String
  /// The lines that the change touches, whole, as they are and as they become.
  public let before: String
  public let after: String
}

/// A mutation, and where it is planted.
struct Site: Sendable {
  let mutation: Mutation
  /// Of its file's outline.
  let unit: Int
  let edit: Edit
}

/// A source, read.
struct SourceFile: Sendable {
  /// Relative to the package.
  let path: String
  let text: String
  let code: SourceCode
  let outline: Outline

  init(path: String, text: String) {
    self.path = path
    self.text = text
    code = SourceCode(text)
    outline = Outline(code)
  }
}
