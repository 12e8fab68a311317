import HTTPTypes
import PropertyTesting
import StandardLaws

/// apple/swift-http-types.
enum HTTPTypesFindings {
  static let all = [hash]

  static let hash = Finding(
    "http-fields-hash", "equal values have equal hashes", of: .hashable,
    for: Generator<HTTPFields> { source in
      try source(.bool) ? [.accept: "a", .server: "b"] : [.server: "b", .accept: "a"]
    },
    reproduction: { print in
      let (a, b): (HTTPFields, HTTPFields) = ([.accept: "a", .server: "b"], [.server: "b", .accept: "a"])
      print([a == b, a.hashValue == b.hashValue])
    })
}
