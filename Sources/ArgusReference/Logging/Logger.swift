import Foundation
import Synchronization

/// An entry of the app's log.
public struct LogEntry: Sendable, Equatable {
  /// The severity of an entry, from the least to the most severe.
  public enum Level: Sendable, CaseIterable {
    case debug, info, warning, error
  }

  /// The severity.
  public var level: Level
  /// The component of the specification that wrote the entry, such as `ArticleStore`. Properties look for entries of `ArticleService`,
  /// `BackgroundTaskManager` and `Deletion` by it.
  public var category: String
  /// What happened, without any text of the user's.
  public var message: String
  /// The date by the wall clock.
  public var date: Date
  /// The duration of the step, or nil if the entry is not about a step.
  public var duration: Duration?
  /// Counts by name, such as `before` and `after`.
  public var counts: [String: Int]

  /// Creates an entry, by default without a duration and counts.
  public init(
    _ level: Level, _ category: String, _ message: String, at date: Date, duration: Duration? = nil,
    counts: [String: Int] = [:]
  ) {
    self.level = level
    self.category = category
    self.message = message
    self.date = date
    self.duration = duration
    self.counts = counts
  }
}

/// The app's log (002 System Services). It keeps the last 1,000 entries in memory.
public final class Logger: Sendable {
  private static let capacity = 1_000
  private let kept = Mutex<[LogEntry]>([])

  /// Creates an empty log.
  public init() {}

  /// The kept entries, oldest first.
  public var entries: [LogEntry] { kept.withLock { $0 } }

  /// Adds an entry. If the log is full, it drops the oldest one.
  public func log(_ entry: LogEntry) {
    kept.withLock { entries in
      if entries.count == Self.capacity { entries.removeFirst() }
      entries.append(entry)
    }
  }
}
