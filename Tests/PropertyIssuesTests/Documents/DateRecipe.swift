import Foundation
import PropertyTesting

private let utc = {
  var calendar = Calendar(identifier: .gregorian)
  calendar.timeZone = .gmt
  return calendar
}()

private struct Day: Equatable {
  var year: Int, month: Int, day: Int
}

/// The first bill, and one a month after it.
private func billingDays(from first: Day, count: Int) -> [Day] {
  var date = utc.date(from: DateComponents(year: first.year, month: first.month, day: first.day)) ?? .distantPast
  return (0..<count).map { _ in
    defer { date = utc.date(byAdding: .month, value: 1, to: date) ?? date }
    let parts = utc.dateComponents([.year, .month, .day], from: date)
    return Day(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0)
  }
}

enum DateRecipe {
  static func billsKeepTheirDay() throws {
    let days = Generator { source in
      let (year, month) = (try source(.int(in: 2000...2030)), try source(.int(in: 1...12)))
      return Day(year: year, month: month, day: try source(.int(in: 1...daysOfMonth(year, month))))
    }
    try check("bills keep their day", forAll: days, .int(in: 1...24), seed: 1) { first, count in
      for (number, bill) in billingDays(from: first, count: count).enumerated() {
        try expect("day of bill \(number)", bill.day, equals: min(first.day, daysOfMonth(bill.year, bill.month)))
      }
    }
  }
}

private func daysOfMonth(_ year: Int, _ month: Int) -> Int {
  if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
  return [4, 6, 9, 11].contains(month) ? 30 : 31
}
