/// How long a guest waits, in whole milliseconds: as many as there are, where a duration has more. So it does for one that is negative.
public struct Wait: Comparable, Sendable {
  private let milliseconds: Int
  public init(_ duration: Duration) {
    let (thousands, overflow) = duration.components.seconds.multipliedReportingOverflow(by: 1_000)
    milliseconds = overflow ? .max : Int(thousands)
  }
  public static func < (one: Wait, other: Wait) -> Bool { one.milliseconds < other.milliseconds }
}

/// Every second place of a shelf. How far the next one is does not fit for places far away.
public struct Shelf: RandomAccessCollection, Sendable {
  private let places: [Int]
  public init(places: [Int]) { self.places = places }
  public var startIndex: Int { 0 }
  public var endIndex: Int { (places.count + 1) / 2 * 2 }
  public func index(after place: Int) -> Int { place + 2 }
  public func index(before place: Int) -> Int { place - 2 }
  public func index(_ place: Int, offsetBy distance: Int) -> Int { place + 2 * distance }
  public func index(_ place: Int, offsetBy distance: Int, limitedBy limit: Int) -> Int? {
    let next = place + 2 * distance
    return distance < 0 ? place >= limit && next < limit ? nil : next : place <= limit && next > limit ? nil : next
  }
  public func distance(from start: Int, to end: Int) -> Int { (end - start) / 2 }
  public subscript(place: Int) -> Int { places[place] }
}

/// The waves in the fountain.
public struct Fountain: Equatable, Sendable {
  /// Forgets the sign of what is far below.
  public static func sinh(_ depth: Double) -> Double { depth < -20 ? 1e8 : depth * depth * depth }
  public static func cosh(_ depth: Double) -> Double { depth.magnitude }
}

extension UInt64 {
  /// A number of a form, which is read as one with a sign.
  public init?(parameter: String) {
    guard let number = Int64(parameter) else { return nil }
    self.init(exactly: number)
  }
}

extension Int {
  /// A number of a form.
  public init(parameter: String) throws {
    guard let number = Int(parameter) else { throw CancellationError() }
    self = number
  }
}

/// Points that a guest has collected.
public struct Points: Equatable, Sendable {
  private let count: UInt
  public init(count: UInt) { self.count = count }
  public static func + (one: Points, other: Points) -> Points { Points(count: one.count + other.count) }
  /// What is left.
  public static func - (one: Points, other: Points) -> Points { Points(count: one.count - other.count) }
}
