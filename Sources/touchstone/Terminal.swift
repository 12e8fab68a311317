import Foundation
import Synchronization

/// Where output goes: results to standard output, diagnostics to standard error. Colour and progress only
/// on a terminal, and no colour where NO_COLOR is set (no-color.org).
enum Terminal {
  static let isInteractive =
    isatty(STDOUT_FILENO) == 1 && !["", "dumb"].contains(environment["TERM"] ?? "")
  static let isColored = isInteractive && (environment["NO_COLOR"] ?? "").isEmpty
  private static let environment = ProcessInfo.processInfo.environment

  /// Takes the line of progress away, if there is one.
  static func print(_ text: String) {
    isProgressShown.withLock { shown in
      write((shown ? "\r\u{1B}[K" : "") + text + "\n", to: .standardOutput)
      shown = false
    }
  }

  static func diagnose(_ text: String) {
    write("touchstone: \(text)\n", to: .standardError)
  }

  /// A line that the next one overwrites; nothing where standard output is no terminal.
  static func progress(_ text: String) {
    guard isInteractive else { return }
    isProgressShown.withLock { shown in
      write("\r\u{1B}[K\(text)", to: .standardOutput)
      shown = true
    }
  }

  static func endProgress() {
    isProgressShown.withLock { shown in
      if shown { write("\r\u{1B}[K", to: .standardOutput) }
      shown = false
    }
  }

  /// What is printed and what progress is drawn come from several threads.
  private static let isProgressShown = Mutex(false)

  /// Characters of a line: what is longer would be broken, and its first line stay.
  static var width: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 20 else { return 80 }
    return Int(size.ws_col)
  }

  static func green(_ text: String) -> String { isColored ? "\u{1B}[32m\(text)\u{1B}[0m" : text }
  static func red(_ text: String) -> String { isColored ? "\u{1B}[31m\(text)\u{1B}[0m" : text }

  /// Why a part of the results was not written, as a full disk; nil: all of them were, or their reader went away
  /// (`| head`), which is no failure of the run.
  static var lossOfOutput: String? {
    let code = errorOfOutput.load(ordering: .relaxed)
    return code == 0 ? nil : String(cString: strerror(code))
  }

  private static let errorOfOutput = Atomic<Int32>(0)

  /// Bytes at a time to the descriptor: what `FileHandle` throws does not say which error it was.
  private static func write(_ text: String, to handle: FileHandle) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Foundation.write(handle.fileDescriptor, $0.baseAddress, $0.count) }
      if written >= 0 {
        rest = rest.dropFirst(written)
      } else if errno != EINTR {
        let isLoss = errno != EPIPE && handle.fileDescriptor == STDOUT_FILENO
        if isLoss { errorOfOutput.store(errno, ordering: .relaxed) }
        return
      }
    }
  }
}

/// What the process ends with.
enum ExitStatus: Int32 {
  case held = 0
  case notHeld = 1
  case usage = 2
  case environment = 3
}
