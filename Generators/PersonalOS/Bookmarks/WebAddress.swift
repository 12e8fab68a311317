import PropertyTesting

/// The meaning of a web address, apart from its spelling. Two addresses lead to the same article if and only if they
/// are equal up to the order of their parameters.
public struct WebAddress: Sendable, Hashable {
  /// The smallest part of a path or a query.
  public enum Unit: Sendable, Hashable {
    /// An unreserved character. Percent-encoded, it means the same.
    case plain(Character)
    /// A reserved character that is allowed at its place. Percent-encoded, it means something else.
    case sign(Character)
    /// A byte that can only be written percent-encoded.
    case byte(UInt8)
    /// A character outside of ASCII. It means the same as the percent-encodings of its UTF-8 bytes.
    case foreign(Character)
  }

  /// A parameter of the query.
  public struct Parameter: Sendable, Hashable {
    /// The name of the parameter, of unreserved characters.
    public var name: [Unit]
    /// The value. If nil, the parameter has no equals sign.
    public var value: [Unit]?
  }

  /// The labels of the host, in lower case.
  public var host: [String]
  /// The port. If nil, the address names none. It is never the scheme's default port.
  public var port: Int?
  /// The segments of the path. The last one is not empty, and none is "." or "..".
  public var path: [[Unit]]
  /// The parameters of the query. None of them is for tracking.
  public var parameters: [Parameter]
}

extension WebAddress {
  /// Whether both lead to the same article.
  public func leadsToSameArticle(as other: WebAddress) -> Bool {
    func counts(_ parameters: [Parameter]) -> [Parameter: Int] {
      Dictionary(parameters.map { ($0, 1) }, uniquingKeysWith: +)
    }
    return (host, port, path) == (other.host, other.port, other.path)
      && parameters.count == other.parameters.count && counts(parameters) == counts(other.parameters)
  }
}

extension Generator where Value == WebAddress {
  /// Short addresses from few characters, so two of them differ little.
  public static var webAddress: Generator {
    let host = Generator<[String]>.element(of: [
      ["example", "com"], ["www", "example", "com"], ["news", "example", "com"],
      ["a", "b-1", "example", "org"],
    ])
    let port = Generator<Int?>.frequency((5, .constant(nil)), (1, .element(of: [8080, 8443, 1, 65535])))
    let path = Generator<[[WebAddress.Unit]]>.oneOf(
      .array(of: .segment, count: 0...1), .array(of: .segment, count: 2...4))
    let parameters = Generator<[WebAddress.Parameter]>.oneOf(
      .array(of: .parameter, count: 0...1), .array(of: .parameter, count: 2...4))
    return Generator { source in
      var path = try source(path)
      while path.last == [] { path.removeLast() }
      return WebAddress(
        host: try source(host), port: try source(port), path: path, parameters: try source(parameters))
    }
  }
}

extension Generator where Value == [WebAddress.Unit] {
  fileprivate static var segment: Generator {
    let signs = Generator<WebAddress.Unit>.element(of: "+,;=:@&!$'()*".map { .sign($0) })
    return array(of: .unit(sign: signs), count: 0...4).map { units in
      units == [.plain(".")] || units == [.plain("."), .plain(".")] ? units + [.plain("a")] : units
    }
  }
}

extension Generator where Value == WebAddress.Parameter {
  /// Few names, so some occur twice. Some of them are almost those of tracking parameters.
  fileprivate static var parameter: Generator {
    let names = [
      "id", "id", "id", "id", "id", "id", "a", "a-", "a.b", "utm", "utmsource", "xutm_source", "gclid2",
      "fbcli", "mc", "ref", "ref", "source",
    ]
    let name = Generator<String>.element(of: names)
    let signs = Generator<WebAddress.Unit>.element(of: "+++/?:@=,;".map { .sign($0) })
    let value = Generator<[WebAddress.Unit]?>.frequency(
      (1, .constant(nil)),
      (6, Generator<[WebAddress.Unit]>.array(of: .unit(sign: signs), count: 1...3).map { $0 }))
    return Generator { source in
      WebAddress.Parameter(name: try source(name).map { .plain($0) }, value: try source(value))
    }
  }
}

extension Generator where Value == WebAddress.Unit {
  fileprivate static func unit(sign: Generator) -> Generator {
    .frequency(
      (8, Generator<Character>.element(of: Array("abcABC012-._~")).map { .plain($0) }),
      (2, sign),
      (
        2,
        Generator<UInt8>.element(of: [0x2F, 0x26, 0x3D, 0x3F, 0x23, 0x25, 0x20, 0x2B, 0x00, 0xFF]).map {
          .byte($0)
        }
      ),
      (1, Generator<Character>.element(of: ["é", "e\u{301}", "\u{301}", "漢", "😀"]).map { .foreign($0) }))
  }
}
