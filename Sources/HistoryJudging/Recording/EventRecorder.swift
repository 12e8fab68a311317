import Foundation
import Synchronization

/// Notes what clients call and how it ended, in the order in which it happens: a history for a judge, and a file of JSON Lines that
/// `touchstone judge` reads.
///
///     let recorder = EventRecorder()
///     recorder.invoke(.number(0), "read")
///     recorder.ok(.number(0), .int(3))
///     let judgement = try HistoryModels.named("cas-register")?.judge(
///       recorder.history(), consistency: "linearizable", limits: JudgingLimits())
///
/// Any thread may note. A note takes a lock, and the time, and nothing else: below a microsecond.
public final class EventRecorder: Sendable {
  private let events = Mutex<[HistoryEvent]>([])
  private let start = ContinuousClock.now

  /// A recorder of nothing yet. Its times are nanoseconds from now on.
  public init() {}

  /// Notes that a process calls a function. Note it before the call begins.
  public func invoke(_ process: HistoryProcess, _ function: String, _ value: HistoryValue = .null) {
    add(process, .invoke, function, value)
  }

  /// Notes that the process' call took effect, and what it returned. Note it after the call has returned.
  public func ok(_ process: HistoryProcess, _ value: HistoryValue = .null) { add(process, .ok, "", value) }

  /// Notes that the process' call had no effect and never will have one. If that is not certain, it is ``info(_:error:)``: a time limit
  /// noted as a failure accuses a correct system.
  public func fail(_ process: HistoryProcess, error: String? = nil) { add(process, .fail, "", .null, error) }

  /// Notes that nobody knows whether the process' call took effect. The client goes on under the name of another process.
  public func info(_ process: HistoryProcess, error: String? = nil) { add(process, .info, "", .null, error) }

  private func add(
    _ process: HistoryProcess, _ kind: HistoryEvent.Kind, _ function: String, _ value: HistoryValue, _ error: String? = nil
  ) {
    events.withLock { events in
      // Under the lock, so that times grow as positions do.
      let time = start.duration(to: .now).components
      let nanoseconds = Int(time.seconds) * 1_000_000_000 + Int(time.attoseconds / 1_000_000_000)
      events.append(HistoryEvent(process: process, kind, function, value, error: error.map(HistoryValue.text), time: nanoseconds))
    }
  }

  /// The history so far. A call without an end may take effect, or not.
  /// - Throws: ``HistoryError`` if a process invokes a call while another of its calls is open, or ends a call that it did not invoke.
  public func history(name: String = "history") throws -> History { try History(events.withLock(\.self), name: name) }

  /// The notes so far as JSON Lines, an entry a line.
  public var jsonLines: String { events.withLock(\.self).map { $0.json + "\n" }.joined() }

  /// Writes ``jsonLines`` to a file, in place of what was there.
  /// - Throws: what Foundation throws if the file cannot be written. What was there is there still.
  public func write(to path: String) throws {
    try Data(jsonLines.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
  }
}
