import Foundation
import GRDB
import PropertyTesting

/// groue/GRDB.swift.
enum GRDBFindings {
  static let all = [nanosecond, timeZone, era, year, impossibleDate, julianDay, infiniteDay, decimal, dumpHeader, inflection]

  private static let package = "groue/GRDB.swift"

  static let nanosecond = Finding(
    "grdb-nanosecond", in: package, by: .byHand,
    "`DatabaseDateComponents.databaseValue` writes .1000 just before a whole second, which is read as .100.",
    demand: "The documented format is “HH:mm:ss.SSS”. The nanosecond is rounded to a thousandth of a second without carrying.",
    result: "\"01:02:03.1000\"",
    reproduction: { print in
      print(DatabaseDateComponents(DateComponents(hour: 1, minute: 2, second: 3, nanosecond: 999_999_999), format: .HMSS).databaseValue)
    },
    forAll: .zip(.int(in: 0...999), .element(of: [0, 1, 499_999, 999_999]))
  ) { millisecond, rest in
    let components = DatabaseDateComponents(DateComponents(nanosecond: millisecond * 1_000_000 + rest), format: .HMSS)
    let read = DatabaseDateComponents.fromDatabaseValue(components.databaseValue)?.dateComponents
    let difference = abs((read?.second ?? 0) * 1_000_000_000 + (read?.nanosecond ?? 0) - millisecond * 1_000_000 - rest)
    try expect("\(difference) ns of difference, at most a millisecond", difference <= 1_000_000)
  }

  static let timeZone = Finding(
    "grdb-time-zone", in: package, by: .byHand,
    "`DatabaseDateComponents.databaseValue` drops the time zone, so components read from a database are written as another time.",
    demand: "The readme says that dates are stored in UTC unless the format is followed by a time zone, and components with one are "
      + "read with it.",
    result: "2023-01-01 08:00:00 +0000 2023-01-01 10:00:00 +0000",
    reproduction: { print in
      let text = "2023-01-01 10:00+02:00".databaseValue
      print(Date.fromDatabaseValue(text)!)
      print(Date.fromDatabaseValue(DatabaseDateComponents.fromDatabaseValue(text)!.databaseValue)!)
    },
    forAll: .int(in: 0...12).map { "2023-01-01 10:00+\($0 < 10 ? "0" : "")\($0):00" }
  ) { text in
    let rewritten = DatabaseDateComponents.fromDatabaseValue(text.databaseValue)?.databaseValue ?? .null
    try expect("the date", Date.fromDatabaseValue(rewritten), equals: Date.fromDatabaseValue(text.databaseValue))
  }

  static let julianDay = Finding(
    "grdb-julian-day", in: package, by: .byHand,
    "`Date.init(julianDay:)` is days off before 15 October 1582.",
    demand: "A [Julian day](https://en.wikipedia.org/wiki/Julian_day) counts days without a gap. Here, a day later is nine days "
      + "earlier: the calendar that reads the components is Julian before that day.",
    result: "-9.0",
    reproduction: { print in
      print(Date(julianDay: 2_299_160.5)!.timeIntervalSince(Date(julianDay: 2_299_159.5)!) / 86_400)
    },
    forAll: .int(in: 1_800_000...2_500_000)
  ) { day in
    try expect("seconds", Date(julianDay: Double(day) + 0.5)?.timeIntervalSince1970, equals: Double(day - 2_440_587) * 86_400)
  }

  static let infiniteDay = Finding(
    "grdb-julian-day-infinite", in: package, by: .notANumber,
    "`Date.init(julianDay:)` traps for an infinite number.",
    demand: "It may fail, and is to fail for a day that it cannot calculate, as a comment in it says. No date is an infinite number of days away.",
    result: "traps", needsProcess: true,
    reproduction: { print in print(Date(julianDay: .infinity)) },
    forAll: .element(of: [0, 2_400_000, -.infinity, .infinity, .nan])
  ) { (day: Double) in
    _ = Date(julianDay: day)
    try expect("it ends", true)
  }

  static let era = Finding(
    "grdb-era", in: package, by: .byHand,
    "`Date.databaseValue` leaves out the era, so a date before year 1 is read as a date after it.",
    demand: "The readme says that dates are stored and read in UTC, precise to the millisecond. 3 BC is stored as 0003.",
    result: "-62200000000.0 -62042233600.0",
    reproduction: { print in
      let date = Date(timeIntervalSince1970: -62_200_000_000)
      print(date.timeIntervalSince1970)
      print(Date.fromDatabaseValue(date.databaseValue)?.timeIntervalSince1970)
    },
    forAll: .int(in: -1_000_000...100_000)
  ) { day in
    let date = Date(timeIntervalSince1970: Double(day) * 86_400)
    try expect("seconds", Date.fromDatabaseValue(date.databaseValue)?.timeIntervalSince1970, equals: date.timeIntervalSince1970)
  }

  static let year = Finding(
    "grdb-year", in: package, by: .byHand,
    "`Date.fromDatabaseValue` does not read what `Date.databaseValue` writes for the year 10000 and later.",
    demand: "The readme says that dates are stored and read. A date that cannot be stored in the format is stored without an error.",
    known: "[known](https://github.com/groue/GRDB.swift/issues/1168), closed",
    result: "nil",
    reproduction: { print in
      print(Date.fromDatabaseValue(Date(timeIntervalSince1970: 253_402_300_800).databaseValue))
    },
    forAll: .int(in: 0...5_000_000)
  ) { day in
    let date = Date(timeIntervalSince1970: Double(day) * 86_400)
    try expect("seconds", Date.fromDatabaseValue(date.databaseValue)?.timeIntervalSince1970, equals: date.timeIntervalSince1970)
  }

  static let impossibleDate = Finding(
    "grdb-impossible-date", in: package, by: .byHand,
    "`Date.fromDatabaseValue` makes another date of a month or day that does not exist.",
    demand: "Its documentation says that the text is interpreted as a [SQLite date](https://sqlite.org/lang_datefunc.html). In "
      + "SQLite, `date('2023-13-45')` is NULL.",
    result: "2024-02-14 00:00:00 +0000",
    reproduction: { print in
      print(Date.fromDatabaseValue("2023-13-45".databaseValue)!)
    },
    forAll: .int(in: 0...399).map { "2023-\(10 + $0 / 40)-\($0 % 40 < 10 ? "0" : "")\($0 % 40)" }
  ) { text in
    let sqlite = try DatabaseQueue().read { try String.fetchOne($0, sql: "SELECT date(?)", arguments: [text]) }
    try expect("\(text) is a date", Date.fromDatabaseValue(text.databaseValue) != nil, equals: sqlite != nil)
  }

  static let decimal = Finding(
    "grdb-decimal", in: package, by: .byHand,
    "`Decimal.fromDatabaseValue` reads a text that is no number, but begins with one.",
    demand: "The documentation of `fromDatabaseValue` says that it returns nil if decoding is impossible, as for a date with a rest.",
    result: "12",
    reproduction: { print in
      print(Decimal.fromDatabaseValue("12 apples".databaseValue))
    },
    forAll: .array(of: .element(of: ["1", "2", "x", " "]), count: 1...4).map { $0.joined() }
  ) { text in
    try expect("\(text.debugDescription) is read", Decimal.fromDatabaseValue(text.databaseValue) != nil, equals: Int(text) != nil)
  }

  static let dumpHeader = Finding(
    "grdb-dump-header", in: package, by: .byHand,
    "`Database.dumpSQL` writes a header with more columns than its rows if a name begins with “grdb_”.",
    demand: "The documentation says that the header is made of the column names. The rows leave such columns out. "
      + "(`Text` is a stream that keeps what is written to it.)",
    result: #""a|grdb_b\n1\n""#,
    reproduction: { print in
      let text = Text()
      try DatabaseQueue().dumpSQL("SELECT 1 AS a, 2 AS grdb_b", format: .list(header: true), to: text)
      print(text.text.debugDescription)
    },
    forAll: .array(of: .element(of: ["a", "b", "grdb_c"]), count: 1...3)
  ) { names in
    let columns = names.map { "1 AS \($0)" }.joined(separator: ", ")
    let lines = try DatabaseQueue().read { try dumped($0, "SELECT \(columns)") }.split(separator: "\n")
    let columnCounts = lines.map { $0.split(separator: "|").count }
    try expect("columns of the row", columnCounts.last, equals: columnCounts.first)
  }

  private static func dumped(_ db: Database, _ sql: String) throws -> String {
    let text = Text()
    try db.dumpSQL(SQL(sql: sql), format: .list(header: true), to: text)
    return text.text
  }

  /// A class, because the dump takes its stream by value.
  private final class Text: TextOutputStream {
    var text = ""
    func write(_ more: String) { text += more }
  }

  static let inflection = Finding(
    "grdb-inflection", in: package, by: .byHand,
    "`Inflections.pluralize` takes the digit 0 at the end of a name for a part of the word.",
    demand: "Digits at the end do not count: `blueFish11` stays as it is. A pattern has `[a-z1-9]` instead of `[a-z0-9]`.",
    result: "blueFishes10 blueFish11",
    reproduction: { print in
      print(Inflections.default.pluralize("blueFish10"))
      print(Inflections.default.pluralize("blueFish11"))
    },
    forAll: .int(in: 1...99)
  ) { number in
    try expect("the plural", Inflections.default.pluralize("blueFish\(number)"), equals: "blueFish\(number)")
  }
}
