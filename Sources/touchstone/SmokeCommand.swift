import Foundation
import ProcessStorage
import TouchstoneCatalogue

/// `touchstone smoke`
enum SmokeCommand: Command {
  static let name = "smoke"
  static let options = ["--timeout"]
  static let help = """
    touchstone smoke COMMAND [--timeout SECONDS]

    Starts an adapter for stores (docs/process-protocol.md) and asks it to write, commit and read one record. Shows
    every line in both directions, and what was expected. Try this first with an adapter of your own, and then
    touchstone conformance.

      --timeout SECONDS    time limit for an answer (default 10)

    Exit status: 0 every answer was as expected; 1 otherwise.

    Examples:
      touchstone smoke 'python3 docs/examples/python-backend/backend.py'
      touchstone smoke 'touchstone serve --backend file'
    """

  static func run(_ options: Options) throws -> ExitStatus {
    guard let command = options.positional.first, options.positional.count == 1 else {
      throw UsageError(message: "touchstone smoke takes one COMMAND, in quotes. See touchstone smoke --help.")
    }
    var settings = ProcessOptions()
    if let seconds = try options.number("--timeout") { settings.replyDeadline = .seconds(seconds) }
    let isFine = try SmokeTest(command: command, options: settings) { show($0) }.run()
    Terminal.print(isFine ? "The adapter follows the protocol in this exchange; touchstone conformance tries all requests." : "The adapter does not follow the protocol.")
    return isFine ? .held : .notHeld
  }

  static func show(_ line: SmokeTest.Line) {
    switch line {
    case .sent(let text): Terminal.print("→ \(shortened(text))")
    case .received(let text): Terminal.print("← \(shortened(text))")
    case .passed(let expected): Terminal.print("✔ \(expected)\n")
    case .failed(let expected, let reason): Terminal.print("✘ \(expected)\n  \(reason)\n")
    }
  }

  private static func shortened(_ text: String) -> String {
    text.count > 2_000 ? "\(text.prefix(2_000))… (\(text.count) characters)" : text
  }
}
