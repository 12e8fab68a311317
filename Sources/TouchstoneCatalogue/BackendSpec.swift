import Foundation
import PostgresStorage
import ProcessStorage
import SQLiteStorage
import StorageContract

/// A backend as named on the command line: `memory`, `file`, `file:DIR`, `sqlite`, `sqlite:FILE`,
/// `process:COMMAND`, `postgres:URL`.
///
/// Without a path, files go to a temporary folder that is removed afterwards. A command is all that follows the first
/// colon, as the shell takes it. `postgres` is there in builds with the package trait PostgreSQL.
public struct BackendSpec: Sendable, Hashable, CustomStringConvertible {
  public enum Kind: String, Sendable, CaseIterable {
    case memory, file, sqlite, process, postgres
  }

  public let kind: Kind
  /// DIR, FILE or COMMAND.
  public let path: String?

  /// What `verify` runs over when no backend is named.
  public static let standard = [Kind.memory, .file, .sqlite].map { BackendSpec(kind: $0, path: nil) }

  /// As help texts list them.
  public static let forms = "memory, file, file:DIR, sqlite, sqlite:FILE, process:COMMAND or postgres:URL"

  /// Without passwords.
  public var description: String {
    #if PostgreSQL
      if kind == .postgres, let path, let server = try? PostgresServer(url: path) { return "postgres:\(server)" }
    #endif
    return path.map { "\(kind.rawValue):\($0)" } ?? kind.rawValue
  }

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
    if kind == .postgres {
      path = try Self.postgresURL(parts.count == 2 ? String(parts[1]) : "")
    } else if parts.count == 2 {
      guard kind != .memory else { throw BackendSpecError(reason: "backend memory takes no path") }
      if kind == .process, parts[1].allSatisfy(\.isWhitespace) { throw BackendSpecError(reason: Self.lacksCommand) }
      guard !parts[1].isEmpty else {
        throw BackendSpecError(
          reason: "backend \(text) needs a path: write \(kind == .file ? "file:DIR" : "sqlite:FILE"), or \(name) alone for a temporary one")
      }
      path = String(parts[1])
    } else {
      guard kind != .process else { throw BackendSpecError(reason: Self.lacksCommand) }
      path = nil
    }
    self.kind = kind
  }

  private static let lacksCommand =
    "backend process needs a command: write process:COMMAND, such as 'process:python3 backend.py'"

  /// Also `postgres://…` as it stands: then `rest` is what follows the colon.
  /// - Throws: ``BackendSpecError``, which holds nothing of the URL: there may be a password in it.
  private static func postgresURL(_ rest: String) throws -> String {
    #if PostgreSQL
      guard !rest.isEmpty else {
        throw BackendSpecError(
          reason: "backend postgres needs a URL: write postgres:postgresql://USER@HOST:PORT/DATABASE")
      }
      let url = rest.hasPrefix("//") ? "postgres:" + rest : rest
      do {
        _ = try PostgresServer(url: url)
      } catch {
        throw BackendSpecError(reason: "backend postgres: \(error)")
      }
      return url
    #else
      throw BackendSpecError(
        reason: "this build does not include backend postgres, which needs libpq and the package trait PostgreSQL "
          + "(swift run --traits PostgreSQL touchstone …; docs/postgres.md)")
    #endif
  }

  /// The backend itself. Nothing is made on disk before the first location is asked for.
  public func makeBackend() -> any Backend {
    switch kind {
    case .memory: MemoryBackend()
    case .file: FileBackend(root: path)
    case .sqlite: SQLiteBackend(path: path)
    case .process: ProcessBackend(path ?? "")
    case .postgres: makePostgresBackend()
    }
  }
}

extension BackendSpec {
  private func makePostgresBackend() -> any Backend {
    #if PostgreSQL
      PostgresBackend(url: path ?? "")
    #else
      // No specification of this kind can be made without the trait.
      MemoryBackend()
    #endif
  }
}

/// A backend specification that is malformed.
public struct BackendSpecError: Error, Sendable, CustomStringConvertible {
  public let reason: String
  public var description: String { reason }
}
