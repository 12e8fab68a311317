import Foundation
import Hummingbird
import HummingbirdCore
import PropertyTesting

/// hummingbird-project/hummingbird.
enum HummingbirdFindings {
  static let all = mediaTypes + cookies + uris + [collision, lowercased]

  private static let package = "hummingbird-project/hummingbird"
  private static func text(of parts: [String], count: ClosedRange<Int> = 0...4) -> Generator<String> {
    Generator<[String]>.array(of: .element(of: parts), count: count).map { $0.joined() }
  }

  // MARK: MediaType

  static let mediaTypes = [
    dot, epub, anyType, secondParameter, quotes, parameterCase, spaces,
  ]

  static let dot = Finding(
    "media-type-dot", in: package, by: .byHand,
    "`MediaType.init(from:)` reads no subtype with a dot in it.",
    demand: """
      [RFC 6838, section 4.2](https://www.rfc-editor.org/rfc/rfc6838#section-4.2) allows dots in subtypes. The package has several
      such types itself, and they do not survive `Codable`.
      """,
    result: "application/vnd.ms-excel nil",
    reproduction: { print in
      print(MediaType.applicationXls)
      print(MediaType(from: "\(MediaType.applicationXls)"))
    },
    forAll: text(of: ["a", "b", "."], count: 1...3)
  ) { subType in
    let type = MediaType(type: .application, subType: subType)
    try expect("MediaType(from: \(type))", MediaType(from: "\(type)")?.subType, equals: subType)
  }

  static let epub = Finding(
    "media-type-epub", in: package, by: .byHand,
    "`MediaType.applicationEpub` and `applicationMpkg` have two categories.",
    demand: """
      `MediaType.getMediaType(forExtension:)` has them for files.
      [RFC 6838, section 4.2](https://www.rfc-editor.org/rfc/rfc6838#section-4.2) allows no slash in a subtype.
      """,
    result: "application/application/epub+zip",
    reproduction: { print in print(MediaType.applicationEpub) },
    forAll: .element(of: ["css", "epub", "html", "jar", "json", "mpkg", "xml", "zip"])
  ) { name in
    let type = MediaType.getMediaType(forExtension: name)?.description ?? ""
    try expect("\(type) has one slash", type.count { $0 == "/" } == 1)
  }

  static let anyType = Finding(
    "media-type-any", in: package, by: .byHand,
    "`MediaType.init(from:)` does not read `*/*`.",
    demand: """
      It says that it reads the value of a header, and `*/*` is a range of `Accept` headers
      ([RFC 9110, section 12.5.1](https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1)). There is a category for it, `any`,
      which is printed and read as the word “any”.
      """,
    result: "nil any/html",
    reproduction: { print in
      print(MediaType(from: "*/*"))
      print(MediaType(from: "any/html"))
    },
    forAll: .zip(.element(of: ["text", "image", "*"]), .element(of: ["html", "*"]))
  ) { category, subType in
    try expect(
      "\(category)/\(subType) is read", MediaType(from: "\(category)/\(subType)") != nil)
  }

  static let secondParameter = Finding(
    "media-type-second-parameter", in: package, by: .byHand,
    "`MediaType.init(from:)` takes what follows the first parameter for its value.",
    demand: """
      Parameters are separated by semicolons
      ([RFC 9110, section 5.6.6](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.6)), so the value of `charset` is `utf-8`.
      """,
    result: "utf-8; q=0.5",
    reproduction: { print in print(MediaType(from: "text/html; charset=utf-8; q=0.5")?.parameter?.value ?? "") },
    forAll: Generator<[String]>.array(of: .element(of: ["q=0.5", "level=1"]), count: 0...2)
  ) { others in
    let header = (["text/html", "charset=utf-8"] + others).joined(separator: "; ")
    try expect("charset of \(header)", MediaType(from: header)?.parameter?.value, equals: "utf-8")
  }

  static let quotes = Finding(
    "media-type-quotes", in: package, by: .byHand,
    "`MediaType.description` has parameters without the quotes that they need.",
    demand: """
      A parameter’s value is a token, or else it is in quotes
      ([RFC 9110, section 5.6.6](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.6)). Values with quotes are not read back.
      """,
    result: #"text/plain; title="a" b a"#,
    reproduction: { print in
      let type = MediaType.textPlain.withParameter(name: "title", value: #""a" b"#)
      print(type)
      print(MediaType(from: "\(type)")?.parameter?.value)
    },
    forAll: text(of: ["a", " ", "\""])
  ) { value in
    let type = MediaType.textPlain.withParameter(name: "title", value: value)
    try expect("title of \(type)", MediaType(from: "\(type)")?.parameter?.value, equals: value)
  }

  static let parameterCase = Finding(
    "media-type-parameter-case", in: package, by: .byHand,
    "`MediaType.isType` compares the names of parameters with their case.",
    demand: """
      The names of parameters have no case
      ([RFC 9110, section 5.6.6](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.6)).
      """,
    result: "false",
    reproduction: { print in
      let type = MediaType.textHtml.withParameter(name: "charset", value: "utf-8")
      print(MediaType(from: "text/html; Charset=utf-8")?.isType(type) ?? true)
    },
    forAll: .element(of: ["charset", "Charset", "CHARSET"])
  ) { name in
    let type = MediaType.textHtml.withParameter(name: "charset", value: "utf-8")
    let header = "text/html; \(name)=utf-8"
    try expect("\(header) is \(type)", MediaType(from: header)?.isType(type) ?? false)
  }

  static let spaces = Finding(
    "media-type-space", in: package, by: .byHand,
    "`MediaType.init(from:)` takes a space before a semicolon for a part of the subtype.",
    demand: """
      White space on both sides of a semicolon does not count
      ([RFC 9110, section 5.6.6](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.6)). After it, white space is left out.
      """,
    result: #"false"#,
    reproduction: { print in print(MediaType(from: "text/html ; charset=utf-8")?.isType(.textHtml)) },
    forAll: .zip(.element(of: ["", " ", "\t"]), .element(of: ["", " ", "\t"]))
  ) { before, after in
    let header = "text/html\(before);\(after)charset=utf-8"
    try expect("subtype", MediaType(from: header)?.subType, equals: "html")
  }

  // MARK: Cookie

  static let cookies = [equalsSign, emptyCookie, distantPast]

  static let equalsSign = Finding(
    "cookie-equals-sign", in: package, by: .byHand,
    "`Cookies` drops each `=` that a value begins with.",
    demand: """
      A value may contain `=` anywhere ([RFC 6265, section 4.1.1](https://www.rfc-editor.org/rfc/rfc6265#section-4.1.1)), and
      `Cookie.validated` accepts it.
      """,
    result: "b",
    reproduction: { print in print(Cookies(from: ["a==b"])["a"]?.value ?? "") },
    forAll: text(of: ["b", "="], count: 1...3).filter { $0 != "=" && $0 != "==" && $0 != "===" }
  ) { value in
    try expect("a cookie of \(value)", Cookies(from: ["a=\(value)"])["a"]?.value, equals: value)
  }

  static let emptyCookie = Finding(
    "cookie-empty", in: package, by: .byHand,
    "`Cookies` has no cookie whose value is empty.",
    demand: """
      A value may be empty ([RFC 6265, section 4.1.1](https://www.rfc-editor.org/rfc/rfc6265#section-4.1.1)), and
      `Cookie.validated` accepts that.
      """,
    result: "nil",
    reproduction: { print in print(Cookies(from: ["a="])["a"]) },
    forAll: text(of: ["b", "c"])
  ) { value in
    try expect("a cookie of \(value)", Cookies(from: ["a=\(value)"])["a"]?.value, equals: value)
  }

  static let distantPast = Finding(
    "cookie-year", in: package, by: .byHand,
    "`Cookie.expires` is nil for a date before the year 1000, such as `Date.distantPast`.",
    demand: """
      It is what the initializer was given. The year in the header has one digit, but
      [RFC 9110, section 5.6.7](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7) demands four. By
      [RFC 6265, section 5.1.1](https://www.rfc-editor.org/rfc/rfc6265#section-5.1.1), it is ignored, and the cookie is not removed.
      """,
    result: "nil",
    reproduction: { print in print(Cookie(name: "a", value: "b", expires: .distantPast).expires) },
    forAll: .int(in: -600...300).map { Date(timeIntervalSince1970: Double($0) * 100_000_000) }
  ) { date in
    try expect("expires", Cookie(name: "a", value: "b", expires: date).expires, equals: date)
  }

  // MARK: URI

  static let uris = [fragment, ipv6, queryKey, emptyPath]

  static let fragment = Finding(
    "uri-fragment", in: package, by: .byHand,
    "`URI.path` includes the fragment, unless there is a query.",
    demand: """
      A path ends at the first `?` or `#` ([RFC 3986, section 3.3](https://www.rfc-editor.org/rfc/rfc3986#section-3.3)).
      `URI.query` does end at `#`.
      """,
    result: "/a#b",
    reproduction: { print in print(URI("/a#b").path) },
    forAll: text(of: ["a", "?", "#"])
  ) { rest in
    try expect("no # in the path of /\(rest)", !URI("/\(rest)").path.contains("#"))
  }

  static let ipv6 = Finding(
    "uri-ipv6", in: package, by: .byHand,
    "`URI.host` of an IPv6 address is a bracket.",
    demand: """
      An IPv6 address is in brackets, and the port begins after them
      ([RFC 3986, section 3.2.2](https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2)).
      """,
    result: "[ nil",
    reproduction: { print in
      print(URI("http://[::1]:8080/").host)
      print(URI("http://[::1]:8080/").port)
    },
    forAll: .element(of: ["localhost", "127.0.0.1", "[::1]", "[2001:db8::1]"])
  ) { host in
    try expect("port of \(host):8080", URI("http://\(host):8080/").port, equals: 8080)
  }

  static let queryKey = Finding(
    "uri-query-key", in: package, by: .byHand,
    "`URI.queryParameters` decodes values, but not keys.",
    demand: """
      In a query, keys are escaped as values are
      ([URL Standard, section 5.1](https://url.spec.whatwg.org/#urlencoded-parsing)), and `URI.decodeQuery` decodes both.
      """,
    result: "a%20b=c d",
    reproduction: { print in
      for (key, value) in URI("/?a%20b=c%20d").queryParameters { print("\(key)=\(value)") }
    },
    forAll: text(of: ["a", "é", " "], count: 1...3)
  ) { text in
    let escaped = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    let parameters = URI("/?\(escaped)=\(escaped)").queryParameters
    try expect("the key", parameters.first.map { "\($0.key)" }, equals: text)
  }

  static let emptyPath = Finding(
    "uri-empty-path", in: package, by: .byHand,
    "`URI.path` is empty between a port and a query, and `/` otherwise.",
    demand: """
      Both have no path, and an empty path of HTTP is the same as `/`
      ([RFC 9110, section 4.2.3](https://www.rfc-editor.org/rfc/rfc9110#section-4.2.3)).
      """,
    result: "/ ",
    reproduction: { print in
      print(URI("http://a?b").path)
      print(URI("http://a:80?b").path)
    },
    forAll: .zip(.element(of: ["a", "a:80"]), .element(of: ["", "?b"]))
  ) { host, query in
    try expect("path of http://\(host + query)", URI("http://\(host + query)").path, equals: "/")
  }


  // MARK: Others

  /// A key whose hash is the same for all.
  struct Digit: Hashable {
    let value: Int

    func hash(into hasher: inout Hasher) { hasher.combine(0) }
  }

  static let collision = Finding(
    "flat-dictionary-collision", in: package, by: .byHand,
    "`FlatDictionary` takes keys with the same hash for the same key.",
    demand: """
      Different values may have the same hash
      ([Hashable](https://developer.apple.com/documentation/swift/hashable)), as all digits of the example have.
      """,
    result: "one",
    reproduction: { print in
      let names: FlatDictionary<Digit, String> = [Digit(value: 1): "one", Digit(value: 2): "two"]
      print(names[Digit(value: 2)] ?? "")
    },
    forAll: Generator<[Int]>.distinct(of: .int(in: 0...9), count: 0...4)
  ) { digits in
    let dictionary = FlatDictionary(digits.map { (key: Digit(value: $0), value: $0) })
    for digit in digits {
      try expect("value of \(digit)", dictionary[Digit(value: digit)], equals: digit)
    }
  }

  static let lowercased = Finding(
    "router-path-lowercased", in: package, by: .byHand,
    "`RouterPath.lowercased` leaves the text beside a wildcard as it is.",
    demand: "Its documentation promises a lowercased path, and the text beside a parameter is lowercased.",
    result: "/{name}.jpg /*.JPG",
    reproduction: { print in
      print(RouterPath("{name}.JPG").lowercased())
      print(RouterPath("*.JPG").lowercased())
    },
    forAll: .zip(.element(of: ["", "*", "{name}"]), .element(of: [".jpg", ".JPG"]))
  ) { first, last in
    let path = RouterPath("\(first)\(last)").lowercased().description
    try expect("\(path) in lower case", path, equals: path.lowercased())
  }
}
