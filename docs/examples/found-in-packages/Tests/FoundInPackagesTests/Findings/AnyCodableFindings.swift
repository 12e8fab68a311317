import AnyCodable
import Foundation
import PropertyTesting
import StandardLaws

/// Flight-School/AnyCodable.
enum AnyCodableFindings {
  static let all = [encodableItself, decodableItself, codableItself, codableTransitive, codableHash, codableNil]

  private static let number = Generator<Int>.int(in: 0...3)
  private static let encodables = Generator<AnyEncodable> { source in
    try source(.bool) ? AnyEncodable([try source(number)]) : AnyEncodable(try source(number))
  }
  private static let decodables = Generator<AnyDecodable> { source in
    let value = try source(number)
    return try JSONDecoder().decode([AnyDecodable].self, from: Data((try source(.bool) ? "[[\(value)]]" : "[\(value)]").utf8))[0]
  }
  private static let codables = Generator<AnyCodable> { source in
    switch try source(.int(in: 0...3)) {
    case 0: AnyCodable(try source(number))
    case 1: AnyCodable(try source(.bool))
    case 2: AnyCodable(NSNumber(value: try source(number)))
    default: AnyCodable(nil as Int?)
    }
  }
  private static let dates = Generator<AnyCodable> { source in
    try source(.bool) ? AnyCodable(Date(timeIntervalSince1970: Double(try source(number)))) : AnyCodable(try source(number))
  }

  static let encodableItself = Finding(
    "any-encodable-array", "a value equals itself", of: .equatable, for: encodables,
    reproduction: { print in
      let list: AnyEncodable = [1]
      print(list == list)
    })

  static let decodableItself = Finding(
    "any-decodable-array", "a value equals itself", of: .equatable, for: decodables,
    reproduction: { print in
      let list = try JSONDecoder().decode(AnyDecodable.self, from: Data("[1]".utf8))
      print(list == list)
    })

  static let codableItself = Finding(
    "any-codable-date", "a value equals itself", of: .equatable, for: dates,
    reproduction: { print in
      let date = AnyCodable(Date())
      print(date == date)
    })

  static let codableTransitive = Finding(
    "any-codable-transitive", "equality is transitive", of: .equatable, for: codables,
    reproduction: { print in
      let one = AnyCodable(NSNumber(value: 1))
      print([one == true, one == 1, true == AnyCodable(1)])
    })

  static let codableHash = Finding(
    "any-codable-hash", "equal values have equal hashes", of: .hashable, for: codables,
    reproduction: { print in
      let one = AnyCodable(NSNumber(value: 1))
      print([one == 1, one.hashValue == AnyCodable(1).hashValue])
    })

  static let codableNil = Finding(
    "any-codable-nil", "a value comes back from JSON", of: .codable, for: codables,
    reproduction: { print in
      let list: [AnyCodable] = [nil]
      print(try JSONDecoder().decode([AnyCodable].self, from: JSONEncoder().encode(list)) == list)
    })
}
