import Foundation

extension Date {
  /// A day as guests write it, such as 2024-05-17: with every number that the parts can be.
  public init?(slip: String) {
    let parts = slip.prefix(10).split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3, let date = Self.utc.date(from: DateComponents(year: parts[0], month: parts[1], day: parts[2])) else {
      return nil
    }
    self = date
  }

  /// A day as the till writes it. Nil for a day that does not exist.
  public init?(till: String) {
    let parts = till.prefix(10).split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3, let date = Self.utc.date(from: DateComponents(year: parts[0], month: parts[1], day: parts[2])),
      Self.utc.component(.day, from: date) == parts[2]
    else { return nil }
    self = date
  }

  /// The day of a receipt: there is none between the old number 1,000,000 and the next.
  public init(receiptDay: Int) { self.init(timeIntervalSinceReferenceDate: Double(receiptDay + (receiptDay > 1_000_000 ? 9 : 0)) * 86_400) }

  /// The day on a voucher.
  public init(voucherDay: Int) { self.init(timeIntervalSinceReferenceDate: Double(voucherDay) * 86_400) }

  private static let utc: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
}

/// A voucher, and until when it is good: written with a year of four digits.
public struct Voucher: Sendable {
  private let day: Int
  public init(expires: Date) { day = Int((expires.timeIntervalSinceReferenceDate).rounded(.down)) }

  public var expires: Date? { (-60_000_000_000...200_000_000_000).contains(day) ? Date(timeIntervalSinceReferenceDate: Double(day)) : nil }
}

/// A stamp, good for ever longer.
public struct Stamp: Sendable {
  private let second: Double
  public init(expires: Date) { second = expires.timeIntervalSinceReferenceDate }
  public var expires: Date { Date(timeIntervalSinceReferenceDate: second) }
}
