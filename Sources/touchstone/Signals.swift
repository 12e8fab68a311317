import Dispatch
import Foundation
import StorageContract
import Synchronization

/// Ends the process as a signal asks, and has its temporary folders removed.
///
/// By another process, once this one is gone: a run whose stores vanish under it would report, and save,
/// failures that are none.
enum Signals {
  private static let sources = [SIGINT, SIGTERM, SIGHUP].map { number in
    // The default action would end the process before the source is told.
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInitiated))
    source.setEventHandler {
      Terminal.endProgress()
      if stopsFirst.load(ordering: .relaxed), !isAskedToStop.exchange(true, ordering: .relaxed) {
        return Terminal.diagnose("stopping; interrupt again to end at once")
      }
      removeAfterwards(TemporaryDirectory.all)
      signal(number, SIG_DFL)
      // Dispatch's threads block signals.
      var all = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_UNBLOCK, &all, nil)
      raise(number)
    }
    source.resume()
    return Handle(source: source)
  }

  private static let stopsFirst = Atomic(false)
  private static let isAskedToStop = Atomic(false)

  /// From now on the first signal only asks to stop: ``isStopAsked``. A command that can tell what it knows so far calls this.
  static func askBeforeEnding() { stopsFirst.store(true, ordering: .relaxed) }
  static var isStopAsked: Bool { isAskedToStop.load(ordering: .relaxed) }

  private static func removeAfterwards(_ folders: [String]) {
    guard !folders.isEmpty else { return }
    let cleaner = Process()
    cleaner.executableURL = URL(fileURLWithPath: "/bin/sh")
    cleaner.arguments = ["-c", "sleep 0.3; rm -rf -- \"$@\"", "sh"] + folders
    cleaner.standardOutput = FileHandle.nullDevice
    cleaner.standardError = FileHandle.nullDevice
    try? cleaner.run()
  }

  /// A dispatch source may be used from any thread.
  private struct Handle: @unchecked Sendable {
    let source: any DispatchSourceSignal
  }

  /// Call once, at the start.
  static func cleanUpBeforeEnding() {
    _ = sources
  }
}
