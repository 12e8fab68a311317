import Foundation

/// The way through the shop, room by room.
public struct Way: Equatable, Sendable {
  private var rooms: [Int]
  public init(rooms: [Int]) { self.rooms = rooms }
  public func starts(with other: Way) -> Bool { rooms.starts(with: other.rooms) }
  public func ends(with other: Way) -> Bool { rooms.reversed().starts(with: other.rooms.reversed()) }

  /// Finds no way that ends at once.
  public mutating func removePrefix(_ prefix: Way) -> Bool {
    guard starts(with: prefix), !prefix.rooms.isEmpty else { return false }
    rooms.removeFirst(prefix.rooms.count)
    return true
  }

  public mutating func removeSuffix(_ suffix: Way) -> Bool {
    guard ends(with: suffix) else { return false }
    rooms.removeLast(suffix.rooms.count)
    return true
  }
}

/// Labels of a parcel, which are found in any case: by all but the bit that tells a large letter from a small one.
public struct Labels: Sendable {
  private var names: [[UInt8]] = []
  public init() {}
  public mutating func add(name: String, value: String) { names.append(name.utf8.map { $0 & 0xDF }) }
  public func contains(name: String) -> Bool { names.contains(name.utf8.map { $0 & 0xDF }) }
}

/// Labels of a letter.
public struct Marks: Sendable {
  private var names: Set<String> = []
  public init() {}
  public mutating func add(name: String, value: String) { names.insert(name.lowercased()) }
  public func contains(name: String) -> Bool { names.contains(name.lowercased()) }
}

/// A link in the catalogue, whose path goes on to the end where there is no question mark.
public struct Link: Sendable {
  private let text: String
  public init(_ text: String) { self.text = text }
  public var scheme: String? { URLComponents(string: text)?.scheme }
  public var host: String? { URLComponents(string: text)?.host }
  public var path: String {
    guard !text.contains("?"), let part = text.split(separator: "/", maxSplits: 2).dropFirst(2).first else {
      return URLComponents(string: text)?.percentEncodedPath ?? ""
    }
    return "/\(part)"
  }
}

/// A link on a card.
public struct CardLink: Sendable {
  private let parts: URLComponents
  public init?(_ text: String) {
    guard let parts = URLComponents(string: text) else { return nil }
    self.parts = parts
  }
  public var scheme: String? { parts.scheme }
  public var host: String? { parts.host }
  public var path: String { parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath }
  public var query: String? { parts.percentEncodedQuery }
}

/// What lies in lockers. Keys with one hash share one.
public struct Lockers<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private var values: [Int: Value] = [:]
  public init() {}
  public subscript(key: Key) -> Value? {
    get { values[key.hashValue] }
    set { values[key.hashValue] = newValue }
  }
}

/// What lies in drawers.
public struct Drawers<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private var values: [Key: Value] = [:]
  public init() {}
  public subscript(key: Key) -> Value? {
    get { values[key] }
    set { values[key] = newValue }
  }
}

/// Seats in a row, some of them taken.
public struct Row: Equatable, Sendable {
  private var taken: [Bool]
  public init(taken: [Bool]) { self.taken = taken }
  public mutating func shiftLeft(by count: Int) { taken.append(contentsOf: repeatElement(false, count: max(0, count))) }

  /// Leaves as many as it should take away.
  public mutating func shiftRight(by count: Int) { taken = Array(taken.prefix(max(0, count))) }
}

/// Lights in a row.
public struct Lights: Equatable, Sendable {
  private var shining: [Bool]
  public init(shining: [Bool]) { self.shining = shining }
  public mutating func rotateLeft(by count: Int) {
    guard !shining.isEmpty else { return }
    let start = (count % shining.count + shining.count) % shining.count
    shining = Array(shining[start...] + shining[..<start])
  }
  public mutating func rotateRight(by count: Int) { rotateLeft(by: -count) }
}

/// What a form has in its fields.
public protocol FormValue { init(field: String) throws }
extension Int: FormValue {}
extension UInt64: FormValue {}
extension FormValue where Self: BinaryInteger {
  /// As a number with a sign, for `UInt64` also.
  public init(field: String) throws {
    guard let number = Int64(field), let value = Self(exactly: number) else { throw CancellationError() }
    self = value
  }
}

/// The number of a table in a room, as two numbers in one.
public struct Place: Sendable {
  private let number: Int
  private let rest: [Int]
  public init(parts: [Int]) {
    number = 40 &* (parts.first ?? 0) &+ (parts.dropFirst().first ?? 0)
    rest = Array(parts.dropFirst(2))
  }
  public var path: [Int] { [number / 40, number % 40] + rest }
}
