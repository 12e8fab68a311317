import PlatformStandIns
import PropertyTesting

/// The meaning of a web address, apart from its spelling.
public struct WebAddress: Sendable, Hashable, CounterexampleDescribable {
  /// The smallest part of a path or a query: all ways to write it, the canonical one first.
  typealias Unit = [String]

  struct Parameter: Sendable, Hashable {
    var name: [Unit]
    /// Nil: the parameter has no equals sign.
    var value: [Unit]?
  }

  /// In lower case.
  var host: String
  /// Never the scheme's default port.
  var port: Int?
  /// The segments. The last one is not empty, and none is "." or "..".
  var path: [[Unit]]
  /// None of them is for tracking.
  var parameters: [Parameter]

  /// The canonical form. Two addresses lead to the same article if and only if theirs are equal.
  public var canonical: String {
    let parameters = parameters.map { ($0.name.text, $0.value.map { "=" + $0.text } ?? "") }
    let query = parameters.sorted(by: <).map { $0 + $1 }.joined(separator: "&")
    let authority = host + (port.map { ":\($0)" } ?? "")
    let path = path.map(\.text).joined(separator: "/")
    return "https://\(authority)/\(path)\(query.isEmpty ? "" : "?")\(query)"
  }

  /// The id that the article at this address must have.
  public var articleID: String { digestedArticleID(canonical) }

  /// The canonical form.
  public var counterexampleDescription: String { canonical }
}

/// The identity that an article must have if `text` is all that distinguishes it from other articles. Oracles use it,
/// and so do faults that digest the wrong text. It does not call the reference's own function.
package func digestedArticleID(_ text: String) -> String {
  "art_" + SHA256Digest.of(text).hexadecimalText.prefix(32)
}

extension WebAddress.Unit {
  /// An unreserved character. Percent-encoded, it means the same.
  static func plain(_ character: Character) -> Self { [String(character)] + encoded(String(character).utf8) }

  /// A reserved character that is allowed at its place. Percent-encoded, it means something else.
  static func sign(_ character: Character) -> Self { [String(character)] }

  /// A byte that can only be written percent-encoded, or a character outside of ASCII.
  static func encoded(_ bytes: some Sequence<UInt8>) -> Self {
    [true, false].map { isUpper in
      bytes.map { ($0 < 16 ? "%0" : "%") + String($0, radix: 16, uppercase: isUpper) }.joined()
    }
  }
}

extension [WebAddress.Unit] {
  var text: String { map { $0[0] }.joined() }
}

extension Generator where Value == WebAddress {
  /// Short addresses from few characters, so two of them differ little.
  static var webAddress: Generator {
    let host = Generator<String>.element(of: ["example.com", "www.example.com", "a.b-1.example.org"])
    let port = Generator<Int?>.frequency((5, .constant(nil)), (1, .element(of: [8080, 8443, 1, 65535])))
    let path = Generator<[[WebAddress.Unit]]>.array(of: .segment, count: 0...4).map { path in
      Array(path.prefix((path.lastIndex { !$0.isEmpty } ?? -1) + 1))
    }
    let parameters = Generator<[WebAddress.Parameter]>.array(of: .parameter, count: 0...4)
    return .build(WebAddress.init, from: host, port, path, parameters)
  }
}

extension Generator where Value == [WebAddress.Unit] {
  fileprivate static var segment: Generator {
    array(of: .unit(signs: "+,;=:@&!$'()*"), count: 0...4).map { units in
      [".", ".."].contains(units.text) ? units + [.plain("a")] : units
    }
  }
}

extension Generator where Value == WebAddress.Parameter {
  /// Few names, so some occur twice. Some of them are almost those of tracking parameters.
  fileprivate static var parameter: Generator {
    let names = "id id id id id id a a- a.b utm utmsource xutm_source gclid2 fbcli mc ref ref source"
    let name = Generator.element(of: names.split(separator: " ")).map { $0.map(WebAddress.Unit.plain) }
    let value = Generator<[WebAddress.Unit]>.array(of: .unit(signs: "+++/?:@=,;"), count: 1...3)
    return .build(WebAddress.Parameter.init, from: name, .optional(value))
  }
}

extension Generator where Value == WebAddress.Unit {
  fileprivate static func unit(signs: String) -> Generator {
    let bytes: [UInt8] = [0x2F, 0x26, 0x3D, 0x3F, 0x23, 0x25, 0x20, 0x2B, 0x00, 0xFF]
    return .frequency(
      (8, .element(of: "abcABC012-._~".map(WebAddress.Unit.plain))), (2, .element(of: signs.map(WebAddress.Unit.sign))),
      (2, .element(of: bytes.map { .encoded([$0]) })),
      // It means the same as the percent-encodings of its bytes.
      (1, .element(of: ["é", "\u{301}", "漢", "😀"].map { .encoded($0.utf8) + [$0] })))
  }
}
