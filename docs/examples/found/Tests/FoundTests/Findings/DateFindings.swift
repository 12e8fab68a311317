import Foundation
import PropertyTesting

/// Calendars, and dates as text.
enum DateFindings {
  static let all = [weekDate, fraction, oddSeconds, weekdayOrdinal, monthSubtraction, japaneseEra, chineseYear, notANumber]

  private static let day = 86_400.0
  /// Midnight of days from 1860 to 2079.
  private static let days = Generator<Int>.int(in: -40_000...40_000).map { Date(timeIntervalSince1970: Double($0) * day) }

  private static func calendar(_ identifier: Calendar.Identifier = .gregorian, _ zone: TimeZone = .gmt) -> Calendar {
    var calendar = Calendar(identifier: identifier)
    calendar.timeZone = zone
    return calendar
  }

  private static func shown(_ date: Date?) -> String { date.map { describe($0) } ?? "none" }

  static let weekDate = Finding(
    "iso-week-date", "a week date ends with the day of the week, 1 to 7", forAll: .int(in: -20_000...20_000),
    reproduction: { print in print(Date(timeIntervalSince1970: 3 * 86_400).formatted(.iso8601.year().weekOfYear().day())) }
  ) { days in
    let text = Date(timeIntervalSince1970: Double(days) * day).formatted(.iso8601.year().weekOfYear().day())
    // Day 4 of 1970 was the first Monday.
    let weekday = ((days - 4) % 7 + 7) % 7 + 1
    try expect("the day of \(text)", text.split(separator: "-").last.flatMap { Int($0) }, equals: weekday)
  }

  static let fraction = Finding(
    "iso-fraction", "a fraction of a second has three digits", forAll: .date(),
    reproduction: { print in
      print(Date(timeIntervalSinceReferenceDate: 0.0.nextDown).formatted(.iso8601.time(includingFractionalSeconds: true)))
    }
  ) { date in
    let text = date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    try expect("digits in \(text)", text.split(separator: ".").last?.filter(\.isNumber).count, equals: 3)
  }

  static let oddSeconds = Finding(
    "next-date-odd-seconds", "midnight comes within two days",
    forAll: .zip(days, .element(of: ["GMT", "Europe/Paris", "America/New_York", "Asia/Kolkata", "Africa/Monrovia"])),
    reproduction: { print in
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = TimeZone(identifier: "Africa/Monrovia")!
      let (day, midnight) = (Date(timeIntervalSince1970: 0), DateComponents(hour: 0, minute: 0))
      print(calendar.nextDate(after: day, matching: midnight, matchingPolicy: .nextTime))
    }
  ) { date, zone in
    let calendar = calendar(.gregorian, TimeZone(identifier: zone) ?? .gmt)
    let next = calendar.nextDate(after: date, matching: DateComponents(hour: 0, minute: 0), matchingPolicy: .nextTime)
    try expect("\(shown(next)) is the next", next.map { $0 > date && $0.timeIntervalSince(date) < 2.2 * day } == true)
  }

  static let weekdayOrdinal = Finding(
    "next-date-weekday-ordinal", "the next such weekday of a month comes within forty days",
    forAll: .zip(days, .int(in: 1...4), .int(in: 1...7)),
    reproduction: { print in
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = .gmt
      let (day, firstMonday) = (Date(timeIntervalSince1970: 2_851_200), DateComponents(weekday: 2, weekdayOrdinal: 1))
      print(calendar.nextDate(after: day, matching: firstMonday, matchingPolicy: .strict)!)
    }
  ) { date, ordinal, weekday in
    let components = DateComponents(weekday: weekday, weekdayOrdinal: ordinal)
    let next = calendar().nextDate(after: date, matching: components, matchingPolicy: .strict)
    try expect("\(shown(next)) is the next", next.map { $0 > date && $0.timeIntervalSince(date) <= 40 * day } == true)
  }

  static let monthSubtraction = Finding(
    "month-subtraction", "a date some months away has the same day, or the last of its month",
    forAll: .zip(days, .int(in: -500...500)),
    reproduction: { print in
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = .gmt
      print(calendar.date(byAdding: .month, value: -33, to: Date(timeIntervalSince1970: -34_387_200))!)
    }
  ) { date, months in
    let calendar = calendar()
    let moved = try Required.value(calendar.date(byAdding: .month, value: months, to: date))
    let last = try Required.value(calendar.range(of: .day, in: .month, for: moved)).upperBound - 1
    let (before, after) = (calendar.component(.day, from: date), calendar.component(.day, from: moved))
    try expect("\(shown(moved)) is the same day, or the last of its month", after == before || after == last && last < before)
  }

  static let japaneseEra = Finding(
    "japanese-era", "the interval of an era has the date that it was asked for", forAll: days,
    reproduction: { print in
      var calendar = Calendar(identifier: .japanese)
      calendar.timeZone = .gmt
      print(calendar.dateInterval(of: .era, for: Date(timeIntervalSince1970: 1_546_905_601))!)
    }
  ) { date in
    let era = try Required.value(calendar(.japanese).dateInterval(of: .era, for: date))
    try expect("it is between \(shown(era.start)) and \(shown(era.end))", era.contains(date))
  }

  static let chineseYear = Finding(
    "chinese-year", "a year has as many days as its interval", forAll: days,
    reproduction: { print in
      var calendar = Calendar(identifier: .chinese)
      calendar.timeZone = .gmt
      print(calendar.range(of: .day, in: .year, for: Date(timeIntervalSince1970: 2_748_470_400))!)
    }
  ) { date in
    let calendar = calendar(.chinese)
    let year = try Required.value(calendar.dateInterval(of: .year, for: date))
    let days = try Required.value(calendar.range(of: .day, in: .year, for: date))
    try expect("days of the year", days.count, equals: Int((year.duration / day).rounded()))
  }

  static let notANumber = Finding(
    "date-description", "every date has a description", forAll: .anyDouble, needsProcess: true,
    reproduction: { print in print(Date(timeIntervalSinceReferenceDate: .nan).description) }
  ) { seconds in
    try expect("a description", !Date(timeIntervalSinceReferenceDate: seconds).description.isEmpty)
  }
}

/// A nil that a calendar returned for a date like any other.
private enum Required {
  struct Missing: Error {}

  static func value<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw Missing() }
    return value
  }
}
