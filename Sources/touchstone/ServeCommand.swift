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

    Serves stores on standard input and output by the process protocol (docs/process-protocol.md). It is the reference
    for authors of adapters. It ends at the end of its input.

      --backend SPEC       memory, file or sqlite. The requests say where stores are
      --flush              flush each transaction to the disk before acknowledging it, and declare this durability
      --journal MODE       SQLite's journal: wal (the default), delete or truncate
      --synchronous MODE   SQLite's synchronous mode: off, normal, full or extra (default: full with --flush, else off).
                           It does not change what the store declares, so you can serve a store that promises too much

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
      guard spec.kind == .sqlite else { throw UsageError(message: "\(option) applies to SQLite only: write --backend sqlite") }
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
