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
    let age = log.lazy.filter(\.isForeground).map { now.timeIntervalSince($0.date) }
    let recent = age.filter { 0...Double(14 * day) ~= $0 }
    let nowSeconds = Int(now.timeIntervalSinceReferenceDate.rounded(.down)) + utcOffsetSeconds
    var uses = Array(repeating: 0, count: 24)
    for age in recent { uses[secondOfDay(nowSeconds - Int(age.rounded(.up))) / hour] += 1 }
    guard let most = uses.max(), most > 0, let usual = uses.firstIndex(of: most) else { return .seconds(hour) }
    let wait = secondOfDay((usual - 1) * hour - nowSeconds)
    return .seconds(max(hour / 4, wait))
  }

  /// Of local seconds since any midnight.
  private static func secondOfDay(_ seconds: Int) -> Int { (seconds % day + day) % day }
}

/// When the app ran, in its settings: the last few hundred times.
public struct ActivityLog: Sendable {
  private let note: @Sendable (String) -> Void
  private let read: @Sendable () -> String
  private static let limit = 500

  public init(read: @escaping @Sendable () -> String, write: @escaping @Sendable (String) -> Void) {
    self.read = read
    note = write
  }

  /// Entries that do not read are left out.
  public var entries: [ActivityEntry] {
    read().split(separator: " ").compactMap { word in
      guard let seconds = Double(word.dropFirst()) else { return nil }
      return ActivityEntry(date: Date(timeIntervalSinceReferenceDate: seconds), isForeground: word.first == "f")
    }
  }

  public func append(_ entry: ActivityEntry) {
    let kept = read().split(separator: " ").suffix(Self.limit - 1).map(String.init)
    let word = "\(entry.isForeground ? "f" : "b")\(entry.date.timeIntervalSinceReferenceDate)"
    note((kept + [word]).joined(separator: " "))
  }
}
