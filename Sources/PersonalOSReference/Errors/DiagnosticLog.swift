import Foundation
import Synchronization

/// Where every error that occurs is written down, shown to the user or not, and what else a developer wants to know.
public protocol ErrorLog: Sendable {
  /// Writes one occurrence down before it returns.
  /// - Parameter context: the operation that failed: "load prices".
  func record(_ error: any Error, severity: ErrorSeverity, context: String, at instant: Date)
  /// Writes down what is no error, as ``ErrorSeverity/info``.
  func note(_ text: String, context: String, at instant: Date)
  /// From now on the text is not written down, wherever it occurs.
  func register(secret: String)
  /// In the order in which they were recorded.
  var entries: [DiagnosticEntry] { get }
  /// How many the log has let go of to stay within its bounds.
  var droppedCount: Int { get }
}

extension ErrorLog {
  /// As above, with the severity that the error itself names, or has as one of the app's.
  public func record(_ error: any Error, context: String, at instant: Date) {
    record(error, severity: appError(of: error).severity, context: context, at: instant)
  }
}

/// One occurrence of an error, or a note.
public struct DiagnosticEntry: Sendable, Equatable {
  public let instant: Date
  public let severity: ErrorSeverity
  /// Type and case, without values: "NetworkError.timeout". "note" for what is no error.
  public let caseName: String
  /// The case with all its values, and what caused it.
  public let debugDescription: String
  /// The operation that failed.
  public let context: String

  public init(
    instant: Date, severity: ErrorSeverity, caseName: String, debugDescription: String, context: String
  ) {
    self.instant = instant
    self.severity = severity
    self.caseName = caseName
    self.debugDescription = debugDescription
    self.context = context
  }
}

/// A log in memory of the last so many errors. Every occurrence is an entry, alike ones too; what the ring
/// overwrites it counts; secrets never enter it.
public final class DiagnosticLog: ErrorLog {
  private struct State {
    /// A ring: the oldest entry is at `droppedCount % capacity` once it is full.
    var ring: [DiagnosticEntry] = []
    var recordedCount = 0
    var redactor: Redactor
  }

  /// At least 1.
  public let capacity: Int
  private let state: Mutex<State>

  /// - Parameter secrets: texts that must not be written down, wherever they occur.
  public init(capacity: Int = 500, secrets: [String] = []) {
    self.capacity = max(1, capacity)
    state = Mutex(State(redactor: Redactor(secrets: secrets)))
  }

  public func register(secret: String) {
    state.withLock { $0.redactor.secrets.append(secret) }
  }

  public func record(_ error: any Error, severity: ErrorSeverity, context: String, at instant: Date) {
    write(debugDescription(of: error), severity: severity, name: caseName(of: error), context: context, at: instant)
  }

  public func note(_ text: String, context: String, at instant: Date) {
    write(text, severity: .info, name: "note", context: context, at: instant)
  }

  private func write(_ text: String, severity: ErrorSeverity, name: String, context: String, at instant: Date) {
    state.withLock { state in
      let entry = DiagnosticEntry(
        instant: instant, severity: severity, caseName: name,
        debugDescription: state.redactor.redact(text), context: state.redactor.redact(context))
      if state.ring.count < capacity {
        state.ring.append(entry)
      } else {
        state.ring[state.recordedCount % capacity] = entry
      }
      state.recordedCount += 1
    }
  }

  public var entries: [DiagnosticEntry] {
    state.withLock { state in
      let oldest = state.ring.count < capacity ? 0 : state.recordedCount % capacity
      return Array(state.ring[oldest...] + state.ring[..<oldest])
    }
  }

  public var droppedCount: Int {
    state.withLock { max(0, $0.recordedCount - capacity) }
  }
}
