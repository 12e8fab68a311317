import PropertyWriting

/// `touchstone write`, which reads its arguments as the executable `touchstone-write` does.
enum WriteCommand: Command {
  static let name = "write"
  static let help = WriteCommandLine.help
  static let options: [String] = []

  static func run(_ options: Options) async throws -> ExitStatus { run(options.positional) }

  static func run(_ arguments: [String]) -> ExitStatus {
    let status = WriteCommandLine.run(arguments, print: { Terminal.print($0) }, tell: { Terminal.diagnose($0) })
    return ExitStatus(rawValue: status) ?? .environment
  }
}
