/// Moves two doubles that may be dates by whole days, months or years of the calendar, so that a day of the year, a month, a weekday
/// or a number of days between them stays: the first to its target, the second as far from it as it was, at the first
/// second of the day, or before the target at the last one.
struct MoveDates: ShrinkPass {
  let name = "move dates"

  /// In a case of more choices it is less likely that two dates are related.
  private static let few = 12

  func run(_ shrinker: Shrinker) {
    guard shrinker.best.choiceTokens.count <= Self.few else { return }
    var places: [Int] = []
    for (place, token) in shrinker.best.choiceTokens.enumerated() {
      if let choice = shrinker.best.choice(at: token), choice.couldBeDate { places.append(place) }
    }
    for first in places {
      for second in places where second > first && !shrinker.isExhausted() { move(first, second, shrinker) }
    }
  }

  private func move(_ first: Int, _ second: Int, _ shrinker: Shrinker) {
    let shape = shrinker.best
    guard second < shape.choiceTokens.count else { return }
    let (own, other) = (shape.choiceTokens[first], shape.choiceTokens[second])
    guard let a = shape.choice(at: own), let b = shape.choice(at: other), a.couldBeDate, b.couldBeDate,
      let from = Day(of: a), let to = Day(of: b), a.isFarDate || b.isFarDate
    else { return }
    // A value that is none of its range may be a date though the range has none.
    guard let start = Day(at: Double(bitPattern: a.target)) else { return }
    let months = to.months - from.months
    let moved: [Day] = [
      // The same day of another year, and of the next years.
      Day(months: start.months + months / 12 * 12, day: start.day),
      Day(months: start.months + 12, day: start.day), Day(months: start.months - 12, day: start.day),
      // As many days or months away.
      Day(number: start.number + to.number - from.number), Day(months: start.months + months, day: start.day),
    ]
    for day in moved {
      // The simplest of the day comes first.
      for value in [day.first, day.last].sorted(by: { Complexity(of: $0) < Complexity(of: $1) }) where b.spans(value) {
        let tokens = shape.replacing([own: a.target, other: value.bitPattern])
        if isSimpler(tokens, than: shape.tokens), shrinker.consider(tokens) { return }
      }
    }
  }
}

extension Choice {
  /// A double out of a range of more than two years, or beyond all bounds of dates.
  fileprivate var couldBeDate: Bool {
    guard kind == .double else { return false }
    let width = Double(bitPattern: upper) - Double(bitPattern: lower)
    return width > 800 * Day.seconds && Double(bitPattern: value).magnitude < 0x1p40
  }

  /// Whether it is more than a day from its target, as a date that matters is.
  fileprivate var isFarDate: Bool { (Double(bitPattern: value) - Double(bitPattern: target)).magnitude >= Day.seconds }
}

/// A day of the Gregorian calendar, in UTC.
private struct Day {
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
