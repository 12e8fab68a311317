import Foundation
import ProcessStorage
import TouchstoneCatalogue

/// `touchstone serve`
enum ServeCommand: Command {
  static let name = "serve"
  static let options = ["--backend", "--flush"]
  static let help = """
    touchstone serve --backend memory|file|sqlite [--flush]

    Serves stores on standard input and output by the process protocol (docs/process-protocol.md): the reference for
    whoever writes an adapter. It ends when its input does.

      --backend SPEC       memory, file or sqlite. Where stores lie is said in the requests
      --flush              flush each transaction to the disk before it is acknowledged, and declare that

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
      server = try await spec.makeServer(flushing: options.has("--flush"))
    } catch let error as BackendSpecError {
      throw UsageError(message: "touchstone serve: \(error)")
    }
    await server.serve(input: STDIN_FILENO, output: STDOUT_FILENO)
    return .held
  }
}
