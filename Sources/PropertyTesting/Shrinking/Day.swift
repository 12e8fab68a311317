extension Choice {
  /// A double out of a range of more than two years, or beyond all bounds of dates.
  var couldBeDate: Bool {
    guard kind == .double else { return false }
    let width = Double(bitPattern: upper) - Double(bitPattern: lower)
    return width > 800 * Day.seconds && Double(bitPattern: value).magnitude < 0x1p40
  }

  /// Whether it is more than a day from its target, as a date that matters is.
  var isFarDate: Bool { (Double(bitPattern: value) - Double(bitPattern: target)).magnitude >= Day.seconds }
}

/// A day of the Gregorian calendar, in UTC.
struct Day: Hashable {
  static let seconds = 86_400.0

  /// Since the reference date, 2001-01-01.
  let number: Int

  init(number: Int) { self.number = number }

  /// Nil for what is no number, and for seconds that no calendar has.
  init?(at seconds: Double) {
    guard seconds.magnitude < 0x1p40 else { return nil }
    number = Int((seconds / Self.seconds).rounded(.down))
  }

  init?(of choice: Choice) {
    guard choice.kind == .double else { return nil }
    self.init(at: Double(bitPattern: choice.value))
  }

  /// A day of a month that is counted from the year 0.
  init(months: Int, day: Int) {
    let year = months >= 0 ? months / 12 : (months - 11) / 12
    let month = months - year * 12 + 1
    number = Int(NamedInstants.seconds(of: year, month: month, day: day) / Self.seconds)
  }

  var first: Double { Double(number) * Self.seconds }
  var last: Double { first + Self.seconds - 1 }
  /// The second that is nearest to the reference date.
  var simplest: Double { number < 0 ? last : first }

  /// The months since the year 0: see ``init(months:day:)``.
  var months: Int { civil.months }
  /// The day of the month, from 1.
  var day: Int { civil.day }

  /// By years that begin in March, 400 of which have as many days (Hinnant, "chrono-Compatible Low-Level Date Algorithms").
  private var civil: (months: Int, day: Int) {
    let days = number + 730_791
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    return ((era * 400 + yearOfEra) * 12 + month + 2, day)
  }
}
