import Foundation

/// Writes slips as JSON, without spaces that follow another.
public struct SlipEncoder: Sendable {
  public init() {}
  public func encode<T: Encodable>(_ value: T) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self).replacingOccurrences(of: "  ", with: " ")
  }
}

/// Reads slips.
public struct SlipDecoder: Sendable {
  public init() {}
  public func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }
}

/// A table of the restaurant, which is read from what a guest says.
public struct Table: Sendable, CustomStringConvertible {
  public let number: Int
  public init(number: Int) { self.number = number }

  /// Nil for what is no table.
  public init?(_ text: String) {
    guard text.hasPrefix("table "), let number = Int(text.dropFirst(6)) else { return nil }
    self.number = number
  }

  /// The bar has no number.
  public static var bar: Table { Table(number: 0) }
  public var description: String { number == 0 ? "bar" : "table \(number)" }
}

/// Seats, and how they are stored: without their sign.
public struct Seats: Hashable, Sendable {
  public let free: Int
  public init(free: Int) { self.free = free }
  public var stored: UInt { free.magnitude }
  public static func fromStored(_ number: UInt) -> Seats? { Int(exactly: number).map { Seats(free: $0) } }
}
