import Foundation

/// Where output goes: results to standard output, diagnostics to standard error. Colour and progress only
/// on a terminal, and no colour where NO_COLOR is set (no-color.org).
enum Terminal {
  static let isInteractive =
    isatty(STDOUT_FILENO) == 1 && !["", "dumb"].contains(environment["TERM"] ?? "")
  static let isColored = isInteractive && (environment["NO_COLOR"] ?? "").isEmpty
  private static let environment = ProcessInfo.processInfo.environment

  static func print(_ text: String) {
    write(text + "\n", to: .standardOutput)
  }

  static func diagnose(_ text: String) {
    write("touchstone: \(text)\n", to: .standardError)
  }

  /// A line that the next one overwrites; nothing where standard output is no terminal.
  static func progress(_ text: String) {
    if isInteractive { write("\r\u{1B}[K\(text)", to: .standardOutput) }
  }

  static func endProgress() {
    if isInteractive { write("\r\u{1B}[K", to: .standardOutput) }
  }

  static func green(_ text: String) -> String { isColored ? "\u{1B}[32m\(text)\u{1B}[0m" : text }
  static func red(_ text: String) -> String { isColored ? "\u{1B}[31m\(text)\u{1B}[0m" : text }

  /// A reader that went away (`| head`) is no failure of the run.
  private static func write(_ text: String, to handle: FileHandle) {
    try? handle.write(contentsOf: Data(text.utf8))
  }
}

/// What the process ends with.
enum ExitStatus: Int32 {
  case held = 0
  case notHeld = 1
  case usage = 2
  case environment = 3
}
