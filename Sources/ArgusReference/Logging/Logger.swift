import Foundation
import Synchronization

/// A line of the app's log.
public struct LogEntry: Sendable, Equatable {
  public enum Level: Sendable, CaseIterable {
    case debug, info, warning, error
  }

  public var level: Level
  /// The part that writes: "ArticleStore".
  public var category: String
  /// What happened, without the user's texts.
  public var message: String
  public var date: Date
  /// How long the step took, where it is one.
  public var duration: Duration?
  /// Counts by name: "before", "after".
  public var counts: [String: Int]

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

/// The app's log (002 System Services): the latest entries, oldest first.
public final class Logger: Sendable {
  private static let capacity = 1_000
  private let kept = Mutex<[LogEntry]>([])

  public init() {}

  public var entries: [LogEntry] { kept.withLock { $0 } }

  public func log(_ entry: LogEntry) {
    kept.withLock { entries in
      if entries.count == Self.capacity { entries.removeFirst() }
      entries.append(entry)
    }
  }
}
