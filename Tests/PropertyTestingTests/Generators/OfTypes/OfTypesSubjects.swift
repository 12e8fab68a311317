import Foundation

/// Types as they occur in apps, for `.of`.
enum Subject {
  enum Size: String, Codable, Equatable, Sendable { case small = "S", large = "L", huge }
  enum Level: Int, Codable, CaseIterable { case low = 3, high = 9 }
  enum Plain: Codable, Equatable, Sendable { case one, two, three }
  enum Only: Codable, Equatable { case one }
  enum Shape: Codable, Equatable, Sendable { case circle(radius: Double), box(Int, Int), nothing }

  struct Address: Codable, Equatable {
    let street: String
    var zip: Int?
    let geo: [Double]
  }

  struct Order: Codable, Equatable {
    let id: UUID
    let quantity: Int
    var size: Size
    let shape: Shape
    let address: Address
    let placed: Date
    let page: URL
    let tags: Set<String>
    let counts: [Size: Int]
    let note: String??
    let price: Decimal
    let data: Data
    let days: ClosedRange<Int>

    enum CodingKeys: String, CodingKey {
      case id, size, shape, address, placed, page, tags, counts, note, price, data, days
      case quantity = "qty"
    }
  }

  indirect enum Formula: Codable, Equatable, Sendable {
    case sum(Formula, Formula), product(left: Formula, right: Formula), number(Int), negative(Formula)

    var depth: Int {
      switch self {
      case .number: 0
      case .negative(let formula): 1 + formula.depth
      case .sum(let left, let right), .product(let left, let right): 1 + max(left.depth, right.depth)
      }
    }
  }

  final class Node: Codable {
    let value: Int8
    let next: Node?
    let children: [String: Node]

    var depth: Int { 1 + ([next].compactMap(\.self) + Array(children.values)).map(\.depth).reduce(0, max) }
  }

  /// Decodes itself, trying one type after the other.
  enum JSON: Codable, Equatable {
    case null, bool(Bool), number(Double), text(String), list([JSON]), object([String: JSON])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let bool = try? container.decode(Bool.self) {
        self = .bool(bool)
      } else if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else if let list = try? container.decode([JSON].self) {
        self = .list(list)
      } else {
        self = .object(try container.decode([String: JSON].self))
      }
    }
  }

  /// Decodes itself by a word that its cases are named by.
  indirect enum Filter: Codable, Equatable {
    case all, not(Filter), both(Filter, Filter), named(String)

    enum Key: String, CodingKey { case kind, one, other, name }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      switch try container.decode(String.self, forKey: .kind) {
      case "all": self = .all
      case "not": self = .not(try container.decode(Filter.self, forKey: .one))
      case "both": self = .both(try container.decode(Filter.self, forKey: .one), try container.decode(Filter.self, forKey: .other))
      case "named": self = .named(try container.decode(String.self, forKey: .name))
      case let kind: throw DecodingError.dataCorruptedError(forKey: .kind, in: container, debugDescription: "no kind \(kind)")
      }
    }
  }

  struct Email: Codable, Equatable {
    let text: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      text = try container.decode(String.self)
      guard text.contains("@") else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is no address")
      }
    }
  }

  struct Rating: Codable, Equatable {
    let stars: Int

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      stars = try container.decode(Int.self)
      guard (1...5).contains(stars) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(stars) stars")
      }
    }
  }

  class Animal: Codable {
    let name: String
  }

  final class Dog: Animal {
    let age: UInt8
    enum Key: CodingKey { case age }

    required init(from decoder: any Decoder) throws {
      age = try decoder.container(keyedBy: Key.self).decode(UInt8.self, forKey: .age)
      try super.init(from: decoder)
    }
  }

  /// Any keys, a fixed number of elements, and one container in another.
  struct Odd: Decodable, Equatable {
    struct AnyKey: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init?(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    enum Key: CodingKey { case extra, place, rows }

    var extra: [String: Int] = [:]
    let x: Double
    let y: Double
    var rows: [Int] = []

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let extras = try container.nestedContainer(keyedBy: AnyKey.self, forKey: .extra)
      for key in extras.allKeys { extra[key.stringValue] = try extras.decode(Int.self, forKey: key) }
      var place = try container.nestedUnkeyedContainer(forKey: .place)
      x = try place.decode(Double.self)
      y = try place.decode(Double.self)
      var list = try container.nestedUnkeyedContainer(forKey: .rows)
      while !list.isAtEnd { rows.append(try list.decode(Int.self)) }
    }
  }

  struct Never1: Codable, Equatable {
    let text: String

    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
      guard text == "open sesame" else { throw CocoaError(.coderInvalidValue) }
    }
  }

  final class Endless: Codable {
    let inner: Endless
  }
}
