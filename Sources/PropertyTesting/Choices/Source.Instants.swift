extension Source {
  /// A day that calendars go wrong at, at midnight, at noon or at any second of it, or an instant that is days away from the
  /// one before. In every second designed case only the first instant is designed: the first or the last day of a month,
  /// each once. Nil for the others, and where the range has no such day.
  mutating func designedInstant(in range: ClosedRange<Double>) -> Double? {
    let draw = Int(designed.numbers)
    designed.numbers &+= 1
    guard let slot = designedSlot else {
      guard draw == 0 else { return nil }
      let word = nextWord()
      let border = Design.place(slot: betweenSlot, of: NamedInstants.monthBorders, seed: seed, draw: 0)
      return second(of: NamedInstants.monthBorder(border, word, in: range), word, in: range)
    }
    let word = nextWord()
    if !recentDouble.isNaN, slot & 1 == 0 {
      let days = [1, -1, 7, 365, 30, -7, -365, 0.5, 1, -1, 7, 365, 30, -30, 0, 0][Int(word & 15)]
      let instant = recentDouble + days * 86_400
      return range.contains(instant) ? instant : nil
    }
    let place = Design.place(slot: slot, of: 22, seed: seed, draw: draw % Design.orderedDraws)
    if place < NamedInstants.epochs.count {
      let instant = NamedInstants.epochs[place]
      return range.contains(instant) ? instant : NamedInstants.leapDay(word, in: range)
    }
    let day =
      switch place % 4 {
      case 0, 1: NamedInstants.leapDay(word, in: range)
      case 2:
        // Those that the other designed cases do not come to.
        NamedInstants.monthBorder(
          Design.place(
            slot: Design.wholeCases + (place - 10) / 4, of: NamedInstants.monthBorders, seed: seed, draw: draw % Design.orderedDraws),
          word, in: range)
      default: NamedInstants.firstOfMonth(word, in: range)
      }
    return second(of: day, word, in: range)
  }

  private func second(of day: Double?, _ word: UInt64, in range: ClosedRange<Double>) -> Double? {
    guard let day else { return nil }
    let second = [0, 43_200, Double((word >> 40) % 86_400), 86_399][Int(word >> 8 & 3)]
    return range.contains(day + second) ? day + second : nil
  }
}

/// Days at which calendars go wrong, in seconds since the reference date and in UTC.
enum NamedInstants {
  /// Where counts begin or end: 1970, 2001, 1900 and 1904, the last second of 32 bits, 2000 and the second before it, 2100.
  static let epochs: [Double] = [
    -978_307_200, 0, -3_187_296_000, -3_061_152_000, 1_169_176_447, 1_169_176_448, -31_622_400, -31_622_401, 3_124_137_600,
  ]

  /// 29 February of a leap year in the range.
  static func leapDay(_ random: UInt64, in range: ClosedRange<Double>) -> Double? {
    // Leap years are at most eight years apart.
    let year = year(random, in: range)
    for year in [year - year % 4, year - year % 4 + 4, year - year % 4 - 4] where isLeap(year) {
      let day = seconds(of: year, month: 2, day: 29)
      if range.contains(day) { return day }
    }
    return nil
  }

  /// The first of a month, January and March more often than others.
  static func firstOfMonth(_ random: UInt64, in range: ClosedRange<Double>) -> Double? {
    let month = [1, 1, 1, 3, 3, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1][Int(random >> 12 & 15)]
    let day = seconds(of: year(random, in: range), month: month, day: 1)
    return range.contains(day) ? day : nil
  }

  /// How many days begin or end a month.
  static let monthBorders = 24

  /// The first day of a month, or the day before it.
  static func monthBorder(_ border: Int, _ random: UInt64, in range: ClosedRange<Double>) -> Double? {
    let first = seconds(of: year(random, in: range), month: 1 + border / 2, day: 1)
    let day = border % 2 == 0 ? first : first - 86_400
    return range.contains(day) ? day : nil
  }

  /// Half of the time of our days, if the range has some of them.
  private static func year(_ random: UInt64, in range: ClosedRange<Double>) -> Int {
    // Of the years 1 to 4001: what lies beyond has no calendar that anybody relies on.
    let first = Int(min(max(2001 + range.lowerBound / 31_556_952, 1), 4_001))
    let last = Int(min(max(2001 + range.upperBound / 31_556_952, 1), 4_001))
    let near = max(first, 1970)...max(min(last, 2050), max(first, 1970))
    let years = random >> 16 & 1 == 0 && last >= 1970 && first <= 2050 ? near : first...max(first, last)
    return years.lowerBound + Int((random >> 20) % UInt64(years.count))
  }

  private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  /// Midnight of a day of the Gregorian calendar, which is counted in years that begin in March.
  static func seconds(of year: Int, month: Int, day: Int) -> Double {
    let years = month > 2 ? year : year - 1
    let era = years / 400
    let yearOfEra = years - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    // 730,792 days from 1 March of the year 0 to 1 January 2001.
    return Double(era * 146_097 + dayOfEra - 730_791) * 86_400
  }
}
