import Foundation

extension Generator where Value == Duration {
  /// Durations in `range`, by default from minus to plus a hundred years, exact to the attosecond. Many are whole seconds, milliseconds or
  /// nanoseconds. Zero is the simplest, or the bound that is nearer to it.
  public static func duration(in range: ClosedRange<Duration> = .seconds(-3_155_760_000)...(.seconds(3_155_760_000))) -> Generator {
    let (first, last) = (range.lowerBound.components.seconds, range.upperBound.components.seconds)
    return Generator { source in
      let seconds = try source(Generator<Int64>.integer(in: first...last))
      let unit = try source(Generator<Int64>.element(of: [0, 1_000_000_000_000_000, 1_000_000_000, 1]))
      let parts = unit == 0 ? 0 : try source(Generator<Int64>.integer(in: 0...(1_000_000_000_000_000_000 / unit - 1)))
      let drawn = Duration(secondsComponent: seconds, attosecondsComponent: parts * unit)
      return Swift.min(Swift.max(drawn, range.lowerBound), range.upperBound)
    }
  }
}

extension Generator where Value == TimeZone {
  /// Time zones: UTC, which is the simplest, those whose rules are known to break programs, any that this machine knows, and fixed offsets of
  /// up to 18 hours.
  public static var timeZone: Generator {
    let named = troublesomeZones.compactMap { TimeZone(identifier: $0) }
    let all = TimeZone.knownTimeZoneIdentifiers.sorted().compactMap { TimeZone(identifier: $0) }
    let fixed = Generator<Int>.int(in: -64_800...64_800).compactMap { TimeZone(secondsFromGMT: $0) }
    return .frequency((4, .element(of: named)), (2, .element(of: named + all)), (1, fixed))
  }

  /// Half hours and quarters, clocks that change at midnight or by half an hour, a day that was left out, offsets beyond twelve hours.
  private static var troublesomeZones: [String] {
    [
      "UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Asia/Kathmandu", "Australia/Lord_Howe", "America/Sao_Paulo",
      "Africa/Cairo", "Pacific/Apia", "Pacific/Kiritimati", "America/St_Johns", "Asia/Tokyo", "Africa/Casablanca", "Europe/Dublin",
    ]
  }
}

extension Generator where Value == Locale {
  /// Locales: `en_US_POSIX`, which is the simplest, those whose letters, digits, calendars and separators differ most, and any that this
  /// machine knows.
  public static var locale: Generator {
    let named = [
      "en_US_POSIX", "en_US", "de_DE", "de_CH", "fr_FR", "tr_TR", "ar_EG", "fa_IR", "he_IL", "hi_IN", "ja_JP", "th_TH", "zh_Hans_CN", "lt_LT",
    ]
    let all = Locale.availableIdentifiers.sorted()
    return Generator<String>.frequency((3, .element(of: named)), (1, .element(of: named + all))).map { Locale(identifier: $0) }
  }
}

extension Generator where Value == Calendar {
  /// Calendars, with a time zone of ``timeZone``. The Gregorian one in UTC is the simplest.
  public static var calendar: Generator {
    let identifiers: [Calendar.Identifier] = [
      .gregorian, .iso8601, .buddhist, .japanese, .hebrew, .islamicUmmAlQura, .persian, .chinese, .indian, .republicOfChina, .coptic,
      .ethiopicAmeteMihret,
    ]
    return Generator { source in
      var calendar = Calendar(identifier: try source(.element(of: identifiers)))
      calendar.timeZone = try source(.timeZone)
      return calendar
    }
  }
}

extension Generator where Value == DateComponents {
  /// Components of dates, each there or not: years from 1 to 9999, and the others in the ranges of the Gregorian calendar. Not every
  /// combination is a date: there is a 31 February.
  public static var dateComponents: Generator {
    Generator { source in
      func part(_ range: ClosedRange<Int>, _ source: inout Source) throws -> Int? { try source(.optional(.int(in: range))) }
      var components = DateComponents()
      components.year = try source(.optional(.int(in: 1...9_999, target: 2_001)))
      components.month = try part(1...12, &source)
      components.day = try part(1...31, &source)
      components.hour = try part(0...23, &source)
      components.minute = try part(0...59, &source)
      components.second = try part(0...59, &source)
      components.nanosecond = try part(0...999_999_999, &source)
      return components
    }
  }
}

extension Generator {
  /// Measurements of `value` in one of `units`; the first is the simplest.
  public static func measurement<UnitType: Dimension>(_ value: Generator<Double>, in units: [UnitType]) -> Generator
  where Value == Measurement<UnitType>, UnitType: Sendable {
    let unit = Generator<UnitType>.element(of: units)
    return Generator { source in Measurement(value: try source(value), unit: try source(unit)) }
  }
}

// These hold pointers, and what they print of themselves is that of their locale.

extension TimeZone: CounterexampleDescribable {
  /// The identifier: "Europe/Berlin".
  public var counterexampleDescription: String { identifier }
}

extension Locale: CounterexampleDescribable {
  /// The identifier: "de_CH".
  public var counterexampleDescription: String { identifier }
}

extension Calendar: CounterexampleDescribable {
  /// The kind of calendar, and its time zone: "gregorian in Europe/Berlin".
  public var counterexampleDescription: String { "\(identifier) in \(timeZone.identifier)" }
}
