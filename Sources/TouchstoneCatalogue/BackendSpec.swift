import Foundation
import ProcessStorage
import SQLiteStorage
import StorageContract

/// A backend as named on the command line: `memory`, `file`, `file:DIR`, `sqlite`, `sqlite:FILE`,
/// `process:COMMAND`.
///
/// Without a path, files go to a temporary folder that is removed afterwards. A command is all that follows the first
/// colon, as the shell takes it.
public struct BackendSpec: Sendable, Hashable, CustomStringConvertible {
  public enum Kind: String, Sendable, CaseIterable {
    case memory, file, sqlite, process
  }

  public let kind: Kind
  /// DIR, FILE or COMMAND.
  public let path: String?

  /// What `verify` runs over when no backend is named.
  public static let standard = [Kind.memory, .file, .sqlite].map { BackendSpec(kind: $0, path: nil) }

  /// As help texts list them.
  public static let forms = "memory, file, file:DIR, sqlite, sqlite:FILE or process:COMMAND"

  public var description: String { path.map { "\(kind.rawValue):\($0)" } ?? kind.rawValue }

  init(kind: Kind, path: String?) {
    self.kind = kind
    self.path = path
  }

  /// - Throws: ``UnknownName`` or ``BackendSpecError``.
  public init(_ text: String) throws {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts.first ?? "")
    guard let kind = Kind(rawValue: name) else {
      throw UnknownName(what: "backend", name: name, known: Kind.allCases.map(\.rawValue))
    }
    if parts.count == 2 {
      guard kind != .memory else { throw BackendSpecError(reason: "backend memory takes no path") }
      if kind == .process, parts[1].allSatisfy(\.isWhitespace) { throw BackendSpecError(reason: Self.lacksCommand) }
      guard !parts[1].isEmpty else {
        throw BackendSpecError(
          reason: "backend \(text) lacks its path: write \(kind == .file ? "file:DIR" : "sqlite:FILE"), or just \(name) for a temporary one")
      }
      path = String(parts[1])
    } else {
      guard kind != .process else { throw BackendSpecError(reason: Self.lacksCommand) }
      path = nil
    }
    self.kind = kind
  }

  private static let lacksCommand =
    "backend process lacks its command: write process:COMMAND, such as 'process:python3 backend.py'"

  /// The backend itself. Nothing is made on disk before the first location is asked for.
  public func makeBackend() -> any Backend {
    switch kind {
    case .memory: MemoryBackend()
    case .file: FileBackend(root: path)
    case .sqlite: SQLiteBackend(path: path)
    case .process: ProcessBackend(path ?? "")
    }
  }
}

/// A backend specification that is malformed.
public struct BackendSpecError: Error, Sendable, CustomStringConvertible {
  public let reason: String
  public var description: String { reason }
}
