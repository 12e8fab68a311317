import Foundation
import SQLiteStorage
import StorageContract

/// A backend as named on the command line: `memory`, `file`, `file:DIR`, `sqlite`, `sqlite:FILE`.
///
/// Without a path, files go to a temporary folder that is removed afterwards.
public struct BackendSpec: Sendable, Hashable, CustomStringConvertible {
  public enum Kind: String, Sendable, CaseIterable {
    case memory, file, sqlite
  }

  public let kind: Kind
  public let path: String?

  /// What `verify` runs over when no backend is named.
  public static let standard = Kind.allCases.map { BackendSpec(kind: $0, path: nil) }

  /// As help texts list them.
  public static let forms = "memory, file, file:DIR, sqlite or sqlite:FILE"

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
      guard !parts[1].isEmpty else {
        throw BackendSpecError(
          reason: "backend \(text) lacks its path: write \(kind == .file ? "file:DIR" : "sqlite:FILE"), or just \(name) for a temporary one")
      }
      path = String(parts[1])
    } else {
      path = nil
    }
    self.kind = kind
  }

  /// The backend itself. Nothing is made on disk before the first location is asked for.
  public func makeBackend() -> any Backend {
    switch kind {
    case .memory: MemoryBackend()
    case .file: FileBackend(root: path)
    case .sqlite: SQLiteBackend(path: path)
    }
  }
}

/// A backend specification that is malformed.
public struct BackendSpecError: Error, Sendable, CustomStringConvertible {
  public let reason: String
  public var description: String { reason }
}
