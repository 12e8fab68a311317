import PropertyTesting
import ProcessIsolation

/// `--isolate` and `--timeout`.
struct IsolationOptions {
  static let names = ["--isolate", "--timeout"]
  static let help = """
      --isolate            run cases in worker processes. If a case crashes or hangs, the run reports, shrinks
                           and saves it, and goes on
      --timeout SECONDS    time limit for each case, with --isolate (default 10; fractions such as 0.5 are allowed)
    """

  private let timeoutText: String?
  /// Nil: cases run in this process.
  let isolation: Isolation?

  init(_ options: Options) throws {
    try self.init(isolates: options.has("--isolate"), timeout: options.value("--timeout"))
  }

  /// - Parameter timeout: in seconds, as it was given.
  init(isolates: Bool, timeout: String?) throws {
    timeoutText = timeout
    guard isolates else {
      guard timeoutText == nil else {
        throw UsageError(
          message: "--timeout ends the worker process of a case, so it needs --isolate")
      }
      isolation = nil
      return
    }
    guard let timeoutText else {
      isolation = .forked()
      return
    }
    guard let seconds = Double(timeoutText), seconds >= 0.001, seconds <= 1e6 else {
      throw UsageError(
        message: "--timeout takes a number of seconds from 0.001 to 1000000, such as 0.5, not “\(timeoutText)”")
    }
    isolation = .forked(timeout: .seconds(seconds))
  }

  /// As they were given, for the line that replays a case.
  var words: String {
    isolation == nil ? "" : " --isolate" + (timeoutText.map { " --timeout \($0)" } ?? "")
  }
}
