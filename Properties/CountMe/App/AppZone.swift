import Foundation

/// A time zone, with its rules written a second time.
enum AppZone: Sendable, Hashable {
  /// So many seconds from Greenwich.
  case fixed(Int)
  /// Nine hours behind Greenwich, eight in summer.
  case alaska

  /// When Alaska's clocks change, in seconds since the reference date, to summer first: the second Sunday in March and the
  /// first in November of the years that the cases reach, at 2:00 local time.
  private static let changes = [
    668_862_000, 689_421_600, 700_311_600, 720_871_200, 731_761_200, 752_320_800, 763_210_800, 783_770_400, 794_660_400,
  ]
  /// Half an hour before the midnight before such a change, and the morning after it.
  static let (lateEvening, morning) = (700_302_600, 700_302_600 + 21_600)

  func seconds(fromGreenwichAt seconds: Int) -> Int {
    switch self {
    case .fixed(let offset): offset
    case .alaska: Self.changes.filter { $0 <= seconds }.count.isMultiple(of: 2) ? -9 * 3_600 : -8 * 3_600
    }
  }

  var timeZone: TimeZone {
    switch self {
    case .fixed(let offset): TimeZone(secondsFromGMT: offset) ?? .gmt
    case .alaska: TimeZone(identifier: "America/Anchorage") ?? .gmt
    }
  }
}
