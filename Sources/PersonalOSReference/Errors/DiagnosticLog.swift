import Foundation
import Synchronization

/// The log of all errors, whether the user sees them or not, and of other notes for developers.
public protocol ErrorLog: Sendable {
  /// Adds an entry for one occurrence of an error before it returns.
  /// - Parameter context: The operation that failed, such as "load prices".
  func record(_ error: any Error, severity: ErrorSeverity, context: String, at instant: Date)
  /// Adds an entry that is not an error, with the severity ``ErrorSeverity/info``.
  func note(_ text: String, context: String, at instant: Date)
  /// Registers a secret. New entries do not contain it, wherever it occurs. Earlier entries stay as they are.
  func register(secret: String)
  /// The entries that the log still has, in the order in which they were recorded.
  var entries: [DiagnosticEntry] { get }
  /// The number of entries that the log has dropped to stay within its capacity.
  var droppedCount: Int { get }
}

extension ErrorLog {
  /// Adds an entry for an error, with the error's own severity. The severity of a foreign error is that of the ``AppError``
  /// that it maps to.
  public func record(_ error: any Error, context: String, at instant: Date) {
    record(error, severity: appError(of: error).severity, context: context, at: instant)
  }
}

/// An entry of the log: one occurrence of an error, or a note.
public struct DiagnosticEntry: Sendable, Equatable {
  /// The date that the caller gave for the occurrence.
  public let instant: Date
  /// The severity. That of a note is ``ErrorSeverity/info``.
  public let severity: ErrorSeverity
  /// The type and the case, without values: "NetworkError.timeout". It is "note" for a note.
  public let caseName: String
  /// The case with all its values and its cause, or the text of a note. Secrets are redacted.
  public let debugDescription: String
  /// The operation that failed or that wrote the note. Secrets are redacted.
  public let context: String

  /// Creates an entry from its parts. Only ``DiagnosticLog`` redacts the texts.
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

/// A log in memory of the last ``capacity`` entries. Each occurrence is an entry of its own, even if it equals another one.
/// The log counts the entries that it overwrites. Secrets never enter it.
public final class DiagnosticLog: ErrorLog {
  private struct State {
    /// A ring buffer. Once it is full, the oldest entry is at `recordedCount % capacity`.
    var ring: [DiagnosticEntry] = []
    var recordedCount = 0
    var redactor: Redactor
  }

  /// The greatest number of entries, at least 1.
  public let capacity: Int
  private let state: Mutex<State>

  /// Creates an empty log, by default for 500 entries. It raises `capacity` to at least 1.
  /// - Parameter secrets: The texts that must not enter the log, wherever they occur.
  public init(capacity: Int = 500, secrets: [String] = []) {
    self.capacity = max(1, capacity)
    state = Mutex(State(redactor: Redactor(secrets: secrets)))
  }

  public func register(secret: String) {
    state.withLock { $0.redactor.register(secret) }
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
