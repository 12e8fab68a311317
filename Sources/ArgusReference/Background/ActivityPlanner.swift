import Foundation

/// A time at which the app ran.
public struct ActivityEntry: Sendable, Equatable {
  public let date: Date
  /// Whether the user had it before them; otherwise the system launched it in the background.
  public let isForeground: Bool

  public init(date: Date, isForeground: Bool) {
    self.date = date
    self.isForeground = isForeground
  }
}

/// When the next background run should be: an hour before the user's usual one, so that what is new is there (002 Background
/// Processing: intelligent scheduling; the rule is ours, A12).
public enum ActivityPlanner {
  private static let hour = 3_600
  private static let day = 24 * hour

  /// How long to wait from `now`: at least a quarter of an hour and at most a day; an hour if the user has not been seen in the
  /// last 14 days.
  ///
  /// The usual hour is the hour of the day in which most uses of the last 14 days began, the earliest of several. Background
  /// launches do not count.
  /// - Parameter utcOffsetSeconds: of the user's time zone, now.
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

  /// Of local seconds since any midnight.
  private static func secondOfDay(_ seconds: Int) -> Int { (seconds % day + day) % day }
}

/// When the app ran, in its settings: the last few hundred times.
public struct ActivityLog: Sendable {
  private let note: @Sendable (String) -> Void
  private let read: @Sendable () -> String?
  private static let limit = 500

  /// - Parameter read: nil if nothing was written yet.
  public init(read: @escaping @Sendable () -> String?, write: @escaping @Sendable (String) -> Void) {
    self.read = read
    note = write
  }

  private var words: [Substring] { read()?.split(separator: " ") ?? [] }

  /// Entries that do not read are left out.
  public var entries: [ActivityEntry] {
    words.compactMap { word in
      guard let seconds = Double(word.dropFirst()) else { return nil }
      return ActivityEntry(date: Date(timeIntervalSinceReferenceDate: seconds), isForeground: word.first == "f")
    }
  }

  public func append(_ entry: ActivityEntry) {
    let word = "\(entry.isForeground ? "f" : "b")\(entry.date.timeIntervalSinceReferenceDate)"
    note((words.suffix(Self.limit - 1) + [word[...]]).joined(separator: " "))
  }
}
