import Foundation
import ProcessStorage
import SQLiteStorage
import TouchstoneCatalogue

/// `touchstone serve`
enum ServeCommand: Command {
  static let name = "serve"
  static let options = ["--backend", "--flush", "--journal", "--synchronous"]
  static let help = """
    touchstone serve --backend memory|file|sqlite [--flush] [--journal MODE] [--synchronous MODE]

    Serves stores on standard input and output by the process protocol (docs/process-protocol.md): the reference for
    whoever writes an adapter. It ends when its input does.

      --backend SPEC       memory, file or sqlite. Where stores lie is said in the requests
      --flush              flush each transaction to the disk before it is acknowledged, and declare that
      --journal MODE       of SQLite: wal (the default), delete or truncate
      --synchronous MODE   of SQLite: off, normal, full or extra, whatever is declared; so a store can be served that
                           promises more than it does. Default: full with --flush, else off

    Examples:
      echo '{"id":1,"op":"hello","protocol":1}' | touchstone serve --backend sqlite
      touchstone smoke 'touchstone serve --backend sqlite'
      touchstone verify --only CM --backend 'process:touchstone serve --backend sqlite'
    """

  static func run(_ options: Options) async throws -> ExitStatus {
    try options.refusePositional(command: name)
    let specs = try options.backends(or: [])
    guard specs.count == 1, let spec = specs.first else {
      throw UsageError(message: "touchstone serve takes one --backend: memory, file or sqlite")
    }
    let server: StoreServer
    do {
      server = try await spec.makeServer(flushing: options.has("--flush"), sqlite: try sqlite(options, spec))
    } catch let error as BackendSpecError {
      throw UsageError(message: "touchstone serve: \(error)")
    }
    await server.serve(input: STDIN_FILENO, output: STDOUT_FILENO)
    return .held
  }

  private static func sqlite(_ options: Options, _ spec: BackendSpec) throws -> SQLiteStoreOptions {
    func value<Mode: RawRepresentable<String> & CaseIterable>(of option: String, _: Mode.Type) throws -> Mode? {
      guard let text = options.value(option) else { return nil }
      guard spec.kind == .sqlite else { throw UsageError(message: "\(option) is about SQLite: write --backend sqlite") }
      guard let mode = Mode(rawValue: text) else {
        let modes = Mode.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError(message: "\(option) takes one of \(modes), not “\(text)”")
      }
      return mode
    }
    return SQLiteStoreOptions(
      journal: try value(of: "--journal", SQLiteStoreOptions.Journal.self) ?? .wal,
      synchronous: try value(of: "--synchronous", SQLiteStoreOptions.Synchronous.self))
  }
}
