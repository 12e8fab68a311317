import Foundation
import Synchronization

/// One use or background launch of the app.
public struct ActivityEntry: Sendable, Equatable {
  /// The date by the wall clock.
  public let date: Date
  /// Whether the user opened the app. If false, the system launched it in the background.
  public let isForeground: Bool

  /// Creates an entry from its parts.
  public init(date: Date, isForeground: Bool) {
    self.date = date
    self.isForeground = isForeground
  }
}

/// Decides when the next background run should be: an hour before the user's usual hour, so that the user finds new
/// articles (002 Background Processing: intelligent scheduling). The rule is ours (A12).
public enum ActivityPlanner {
  private static let hour = 3_600
  private static let day = 24 * hour

  /// Returns how long to wait from `now`: at least a quarter of an hour and at most a day. If the user has not used the
  /// app in the last 14 days, it returns an hour.
  ///
  /// The usual hour is the hour of the day in which most uses of the last 14 days began. Of several such hours it is
  /// the earliest. Background launches do not count.
  /// - Parameter utcOffsetSeconds: the current offset of the user's time zone from UTC.
  public static func delay(after log: [ActivityEntry], now: Date, utcOffsetSeconds: Int) -> Duration {
    let recent = log.filter { $0.isForeground && 0...Double(14 * day) ~= now.timeIntervalSince($0.date) }
    var uses = Array(repeating: 0, count: 24)
    for entry in recent { uses[secondOfDay(of: entry.date, utcOffsetSeconds) / hour] += 1 }
    guard let most = uses.max(), most > 0, let usual = uses.firstIndex(of: most) else { return .seconds(hour) }
    let wait = secondOfDay((usual - 1) * hour - secondOfDay(of: now, utcOffsetSeconds))
    return .seconds(max(hour / 4, wait))
  }

  private static func secondOfDay(of date: Date, _ utcOffsetSeconds: Int) -> Int {
    secondOfDay(Int(date.timeIntervalSinceReferenceDate.rounded(.down)) + utcOffsetSeconds)
  }

  /// Returns the second of the day, for local seconds since any midnight.
  private static func secondOfDay(_ seconds: Int) -> Int { (seconds % day + day) % day }
}

/// The log of when the app ran, as one text in its settings. It keeps the last 500 entries.
public final class ActivityLog: Sendable {
  /// Held while an entry is added, because that reads the text and stores it anew.
  private let turn = Mutex(())
  private let note: @Sendable (String) -> Void
  private let read: @Sendable () -> String?
  private static let limit = 500

  /// Creates a log.
  /// - Parameters:
  ///   - read: returns the stored text, or nil if nothing was written yet.
  ///   - write: stores the whole text in place of the old one.
  public init(read: @escaping @Sendable () -> String?, write: @escaping @Sendable (String) -> Void) {
    self.read = read
    note = write
  }

  private var words: [Substring] { read()?.split(separator: " ") ?? [] }

  /// The entries, oldest first, without those that cannot be read.
  public var entries: [ActivityEntry] {
    words.compactMap { word in
      guard let seconds = Double(word.dropFirst()) else { return nil }
      return ActivityEntry(date: Date(timeIntervalSinceReferenceDate: seconds), isForeground: word.first == "f")
    }
  }

  /// Adds an entry and drops the oldest ones beyond 500.
  public func append(_ entry: ActivityEntry) {
    let word = "\(entry.isForeground ? "f" : "b")\(entry.date.timeIntervalSinceReferenceDate)"
    turn.withLock { _ in note((words.suffix(Self.limit - 1) + [word[...]]).joined(separator: " ")) }
  }
}
