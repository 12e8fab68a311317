import ArgusReference
import Foundation
import PropertyTesting

/// When a user opened the app, as seen from a moment.
struct Activity: Sendable {
  let entries: [ActivityEntry]
  let now: Date
  /// In seconds.
  let utcOffset: Int

  /// In seconds: counts each hour by itself, and goes from hour to hour until the right one begins.
  func expectedWait(_ trial: Trial) -> Int {
    let counted = entries.filter { $0.isForeground && $0.date <= now && $0.date >= now - 14 * 86_400 }
    trial.label("no use counts", if: counted.isEmpty)
    trial.label("a background launch is left out", if: entries.contains { !$0.isForeground })
    trial.label("an old use is left out", if: entries.contains { $0.isForeground && $0.date < now - 14 * 86_400 })
    var usual: (hour: Int, count: Int)?
    for hour in 0..<24 {
      let count = counted.filter { self.hour(of: $0.date) == hour }.count
      if count > usual?.count ?? 0 { usual = (hour, count) }
      if count > 0 && count == usual?.count && hour != usual?.hour { trial.label("several hours are as usual") }
    }
    guard let usual else { return 3_600 }
    trial.label("the user has a usual hour")
    let intoTheHour = ((Int(now.timeIntervalSinceReferenceDate.rounded(.down)) + utcOffset) % 3_600 + 3_600) % 3_600
    var wait = intoTheHour == 0 ? 0 : 3_600 - intoTheHour
    while hour(of: now + Double(wait)) != (usual.hour + 23) % 24 { wait += 3_600 }
    trial.label("it would be too soon", if: wait < 900)
    return max(900, wait)
  }

  private func hour(of date: Date) -> Int {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: utcOffset) ?? .gmt
    return calendar.component(.hour, from: date)
  }
}

extension Generator where Value == Activity {
  /// Uses around two hours of the day, some of them older than 14 days and some by the system.
  static let activity = Generator { source in
    let hours = try source(.array(of: .int(in: 0...23), count: 1...3))
    let utcOffset = try source(.element(of: [0, 3_600, -18_000, 20_700]))
    // Now and then just before the time at which the run should be, or just after it.
    let local = 800_064_000 + hours[0] * 3_600 + utcOffset
    let justBefore = local - local % 3_600 - 3_600 - utcOffset
    // Often not on a whole second.
    let fraction = Generator<Double>.element(of: [0, 0, 0.25, 0.75])
    let now = Date(
      timeIntervalSinceReferenceDate: try source(fraction) + Double(
        try source(
          .frequency((3, .int(in: 800_000_000...800_172_800)), (1, .int(in: (justBefore - 900)...(justBefore + 1))),
            (1, .int(in: justBefore...(justBefore + 1_800)))))))
    let entry = Generator<ActivityEntry> { source in
      let days = try source(.frequency((3, .int(in: 0...13)), (1, .int(in: 13...40))))
      let second = try source(.element(of: hours)) * 3_600 + (try source(.element(of: [0, 1, 1_800, 3_599])))
      let midnight = (now.timeIntervalSinceReferenceDate / 86_400).rounded(.down) * 86_400
      let usual = Date(timeIntervalSinceReferenceDate: midnight - Double(days * 86_400) + Double(second) + (try source(fraction)))
      // Now and then at the first or the last moment that counts, or just beyond it.
      let border = Generator<Double>.element(of: [0, 1, -14 * 86_400, -14 * 86_400 - 1]).map { now + $0 }
      return ActivityEntry(
        date: try source(.frequency((8, .constant(usual)), (1, border))),
        isForeground: try source(.frequency((3, .constant(true)), (1, .constant(false)))))
    }
    return Activity(
      entries: try source(.array(of: entry, count: 0...12)), now: now,
      utcOffset: utcOffset)
  }
}
