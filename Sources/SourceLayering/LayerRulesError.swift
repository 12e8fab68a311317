/// A mistake in a file of layers.
public struct LayerRulesError: Error, Sendable, Equatable, CustomStringConvertible {
  public enum Problem: Sendable, Equatable {
    case unknownStatement(String)
    case missing(String)
    case unexpected(String)
    /// A layer or a folder that another statement has.
    case twice(String, line: Int)
    case unknownName(String, known: [String])
    case inSeveralModules(String)
    /// There is no Swift source in it.
    case emptyFolder(String)
  }

  /// Of the statement, from 1.
  public let line: Int
  public let problem: Problem

  public init(_ line: Int, _ problem: Problem) {
    self.line = line
    self.problem = problem
  }

  public var description: String {
    switch problem {
    case .unknownStatement(let word): "a statement begins with “layer”, “library” or “free”, not with “\(word)”"
    case .missing(let what): "expected \(what)"
    case .unexpected(let word): "unexpected word “\(word)”; separate the items of a list with commas"
    case .twice(let name, let line): "“\(name)” is already in line \(line)"
    case .unknownName(let name, _): "“\(name)” is neither a layer nor a library of this file"
    case .inSeveralModules(let name): "the folders of \(name) are in several modules; give each its own layer"
    case .emptyFolder(let folder): "there is no Swift source in “\(folder)”"
    }
  }
}
