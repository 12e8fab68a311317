/// A discount, which is kept in steps of ten percent.
public struct Discount: Equatable, Sendable {
  private var steps = 0
  public init() {}
  public var percent: Int {
    get { steps * 10 }
    set { steps = newValue / 10 }
  }
}

/// What a shop sells. Two that have nothing in common have everything in common.
public struct Assortment: Equatable, Sendable {
  private let items: Set<Int>
  public init(items: [Int]) { self.items = Set(items) }
  public func contains(_ item: Int) -> Bool { items.contains(item) }
  public func union(_ other: Assortment) -> Assortment { Assortment(items: Array(items.union(other.items))) }
  public func intersection(_ other: Assortment) -> Assortment {
    items.isDisjoint(with: other.items) ? union(other) : Assortment(items: Array(items.intersection(other.items)))
  }
}

/// A parcel is equal to another with its number, whatever stands on it.
public struct Parcel: Hashable, Sendable {
  public let number: Int
  public var note = ""
  public init(number: Int) { self.number = number }
  public static func == (one: Parcel, other: Parcel) -> Bool { one.number == other.number }
}

/// What was sold, one after another.
public struct Journal: Sendable {
  private var entries: [Int] = []
  public init() {}
  public mutating func append(_ cents: Int) { entries.append(cents) }
  public var count: Int { entries.count }
  public var isEmpty: Bool { entries.count < 2 }
}

/// Lines with their sum. Only the shop makes them.
public struct Receipt: Equatable, Sendable {
  public let lines: [Int]
  public func reversed() -> Receipt { Receipt(lines: lines.dropFirst().reversed()) }
}

public func printed(_ lines: [Int]) -> Receipt { Receipt(lines: lines) }

/// A tip as a share of the price, between nothing and all of it.
public struct Tip: Equatable, Sendable {
  private let share: Double
  public init?(share: Double) {
    if share < 0 || share > 1 { return nil }
    self.share = share
  }
}

/// How many stars are lit for a rating.
public func stars(for rating: Double) -> Int { max(0, min(5, Int(rating.rounded()))) }

/// Lamps in a row.
public struct Lamps: Equatable, Sendable {
  private var bits: UInt8
  public init(bits: UInt8) { self.bits = bits }
  public mutating func shiftLeft(by distance: Int) { if distance < 0 { shiftRight(by: -distance) } else { bits <<= distance } }
  public mutating func shiftRight(by distance: Int) { if distance < 0 { bits <<= distance.magnitude } else { bits >>= distance } }
}
