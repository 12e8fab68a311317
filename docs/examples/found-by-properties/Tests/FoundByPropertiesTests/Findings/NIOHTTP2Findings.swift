import NIOHPACK
import NIOHTTP1
import PropertyTesting

/// apple/swift-nio-http2.
enum NIOHTTP2Findings {
  static let all = [nameBits]

  private static let package = "apple/swift-nio-http2"

  private static let names = ["a", "A", "^", "~", "1", "-"]

  static let nameBits = Finding(
    "hpack-name", in: package, by: .byHand,
    "`HPACKHeaders` takes `^` and `~` in names for the same character.",
    demand: """
      Both may be in a name ([RFC 9110, section 5.6.2](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2)), and only the case of
      letters does not matter. `==` does tell them apart.
      """,
    known: "like [this](https://github.com/apple/swift-nio/pull/3713), open",
    result: "true false",
    reproduction: { print in
      print(HPACKHeaders([("a~", "b")]).contains(name: "a^"))
      print(HPACKHeaders([("a~", "b")]) == HPACKHeaders([("a^", "b")]))
    },
    forAll: .zip(.element(of: names), .element(of: names))
  ) { name, other in
    let isThere = HPACKHeaders([(name, "b")]).contains(name: other)
    try expect("\(other) is \(name)", isThere, equals: name.lowercased() == other.lowercased())
  }
}
