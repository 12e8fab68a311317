import Foundation
import OpenAPIRuntime
import PropertyTesting
import StandardLaws

/// apple/swift-openapi-runtime.
enum OpenAPIRuntimeFindings {
  static let all = [valueHash, objectHash, null, wholeNumber]

  private static let keys = (0..<8).map(String.init)
  /// The same members, in little room or in much: the order in which a dictionary lists its keys depends on that.
  private static let members = Generator<[String: (any Sendable)?]> { source in
    var members: [String: (any Sendable)?] = [:]
    if try source(.bool) { members.reserveCapacity(1_000) }
    for key in keys { members[key] = 0 }
    return members
  }

  static let valueHash = Finding(
    "open-api-value-hash", "equal values have equal hashes", of: .hashable,
    for: members.map { try! OpenAPIValueContainer(unvalidatedValue: $0) },
    reproduction: { print in
      let members: [String: (any Sendable)?] = ["a": 0, "b": 0, "c": 0, "d": 0, "e": 0, "f": 0, "g": 0, "h": 0]
      var roomy = members
      roomy.reserveCapacity(1_000)
      let (a, b) = (try OpenAPIValueContainer(unvalidatedValue: members), try OpenAPIValueContainer(unvalidatedValue: roomy))
      print([a == b, a.hashValue == b.hashValue])
    })

  static let objectHash = Finding(
    "open-api-object-hash", "equal values have equal hashes", of: .hashable,
    for: members.map { try! OpenAPIObjectContainer(unvalidatedValue: $0) },
    reproduction: { print in
      let members: [String: (any Sendable)?] = ["a": 0, "b": 0, "c": 0, "d": 0, "e": 0, "f": 0, "g": 0, "h": 0]
      var roomy = members
      roomy.reserveCapacity(1_000)
      let (a, b) = (try OpenAPIObjectContainer(unvalidatedValue: members), try OpenAPIObjectContainer(unvalidatedValue: roomy))
      print([a == b, a.hashValue == b.hashValue])
    })

  static let null = Finding(
    "open-api-null", "a value equals itself", of: .equatable,
    for: Generator<OpenAPIValueContainer> { source in
      try OpenAPIValueContainer(unvalidatedValue: try source(.bool) ? NSNull() : try source(.int(in: 0...3)))
    },
    reproduction: { print in
      let null = try OpenAPIValueContainer(unvalidatedValue: NSNull())
      print(null == null)
    })

  static let wholeNumber = Finding(
    "open-api-whole-number", "a value comes back from JSON", of: .codable,
    for: Generator<OpenAPIValueContainer> { source in .init(floatLiteral: Double(try source(.int(in: 0...9))) / 2) },
    reproduction: { print in
      let list: [OpenAPIValueContainer] = [2.0]
      print(try JSONDecoder().decode([OpenAPIValueContainer].self, from: JSONEncoder().encode(list)) == list)
    })
}
