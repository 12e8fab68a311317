/// Whole cents.
public struct Amount: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
  public let cents: Int
  public init(cents: Int) { self.cents = cents }

  /// Reads what `description` writes.
  public init?(_ text: String) {
    guard let cents = Int(text) else { return nil }
    self.init(cents: cents)
  }

  public var description: String { "\(cents)" }
  public static func < (one: Amount, other: Amount) -> Bool { one.cents < other.cents }
  public static func + (one: Amount, other: Amount) -> Amount { Amount(cents: one.cents + other.cents) }
  public static func - (one: Amount, other: Amount) -> Amount { Amount(cents: one.cents - other.cents) }
  public var negated: Amount { Amount(cents: -cents) }
}

/// Its order forgets the minor number where the major numbers differ by one.
public struct Release: Hashable, Comparable, Sendable {
  public let major: Int
  public let minor: Int

  public init(major: Int, minor: Int) {
    self.major = major
    self.minor = minor
  }

  public static func < (one: Release, other: Release) -> Bool { one.major < other.major || one.minor < other.minor }
}

/// A temperature, whose text has no decimals.
public struct Temperature: Equatable, Sendable, CustomStringConvertible {
  public let tenths: Int
  public init(tenths: Int) { self.tenths = tenths }

  public init?(_ text: String) {
    guard let degrees = Int(text) else { return nil }
    tenths = degrees * 10
  }

  public var description: String { "\(tenths / 10)" }
}

/// A quantity that is kept within limits, without a word about it.
public struct Quantity: Equatable, Sendable {
  public let count: Int
  public let unit: String

  public init(count: Int, unit: String) {
    self.count = min(count, 10)
    self.unit = unit
  }
}

/// A price with discounts upon discounts.
public indirect enum Price: Equatable, Sendable {
  case plain(Int)
  case discounted(Price, by: Int)
  case sum([Price])

  public var depth: Int {
    switch self {
    case .plain: 0
    case .discounted(let inner, _): inner.depth + 1
    case .sum(let parts): (parts.map(\.depth).max() ?? 0) + 1
    }
  }

  /// Takes discounts of nothing away: only the outermost.
  public var simplified: Price {
    if case .discounted(let inner, 0) = self { return inner }
    return self
  }
}
