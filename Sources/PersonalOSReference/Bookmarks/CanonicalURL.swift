/// The canonical form of a web address. All spellings of an address have the same canonical form, so the app recognises an
/// article however its address is written.
///
/// - The scheme is `https`, also for `http`. The two default ports are left out.
/// - The host is in lower case, without a dot at its end. User information and fragment are left out.
/// - The path has no dot segments and no slash at its end, except for the path "/".
/// - Percent-encodings are normalised as in RFC 3986, 6.2.2: unreserved characters are not encoded, and hexadecimal digits
///   are in upper case.
/// - Tracking parameters are dropped. The others are sorted by name, then by value, both by bytes, and duplicates stay.
/// - "www." and the case of the path stay.
///
/// - Law: `CanonicalURL(url.text) == url`.
public struct CanonicalURL: Sendable, Hashable {
  /// The address in ASCII: "https://host[:port]/path[?query]".
  public let text: String

  /// Reads an address. It is nil unless the text is an `http` or `https` URI with a host, by the grammar of RFC 3986. An IP
  /// literal in brackets is accepted without a check of the address. A character outside ASCII counts as the
  /// percent-encodings of its UTF-8 bytes (RFC 3987, 3.1).
  public init?(_ url: String) {
    // RFC 3986, 3.2.3: a port consists of plain digits. Look for encoded ones now, because they look the same after
    // normalisation.
    guard let written = Self.afterScheme(url), !Self.hasEncodedPort(written),
      var rest = PercentEncoding.normalized(written)?[...]
    else { return nil }
    // RFC 3986, 3: [userinfo "@"] host [":" port] ["/" path] ["?" query] ["#" fragment]
    let fragment = Self.cut(&rest, atFirst: "#")
    let query = Self.cut(&rest, atFirst: "?")
    let path = Self.cut(&rest, atFirst: "/")
    guard let authority = Self.canonicalAuthority(rest), !fragment.dropFirst().contains("#"),
      !Self.hasBrackets(path + query + fragment)
    else { return nil }
    text = "https://" + authority + Self.canonicalPath(path) + Self.canonicalQuery(query.dropFirst())
  }

  /// The text after "http://" or "https://", or nil if it starts with neither.
  private static func afterScheme(_ url: String) -> Substring.UTF8View? {
    for scheme in ["http://", "https://"] {
      let start = url.utf8.prefix(scheme.utf8.count)
      if String(decoding: start, as: UTF8.self).lowercased() == scheme { return url.utf8[start.endIndex...] }
    }
    return nil
  }

  private static func hasEncodedPort(_ text: Substring.UTF8View) -> Bool {
    let authority = text.prefix { !"/?#".utf8.contains($0) }
    let host = authority.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false).last ?? authority
    guard let colon = host.lastIndex(of: UInt8(ascii: ":")), !host[colon...].contains(UInt8(ascii: "]")) else { return false }
    return host[colon...].contains(UInt8(ascii: "%"))
  }

  /// Cuts the text before the first `delimiter` and returns the rest, which starts with the delimiter. The rest is empty if
  /// there is no delimiter.
  private static func cut(_ text: inout Substring, atFirst delimiter: Character) -> Substring {
    let index = text.firstIndex(of: delimiter) ?? text.endIndex
    defer { text = text[..<index] }
    return text[index...]
  }

  /// "host" or "host:port". It is nil if there is no host, or if the port is not a number below 65,536.
  private static func canonicalAuthority(_ authority: Substring) -> String? {
    var user = authority
    let afterUser = cut(&user, atFirst: "@")
    if !afterUser.isEmpty && hasBrackets(user) { return nil }
    var host = afterUser.isEmpty ? authority : afterUser.dropFirst()
    var port = ""
    // A colon inside the brackets of an IP literal belongs to the address.
    if let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") {
      let digits = host[colon...].dropFirst()
      host = host[..<colon]
      guard digits.allSatisfy(\.isNumber), let number = UInt16("0" + digits) else { return nil }
      if number != 80 && number != 443 && !digits.isEmpty { port = ":\(number)" }
    }
    return canonicalHost(host).map { $0 + port }
  }

  private static func canonicalHost(_ text: Substring) -> String? {
    let isLiteral = text.hasPrefix("[") && text.hasSuffix("]")
    let host = isLiteral ? text.dropFirst().dropLast() : text
    guard !hasBrackets(host), !host.contains("@"), isLiteral || !host.contains(":") else { return nil }
    // This restores the upper case of the digits in the remaining percent-encodings.
    guard var canonical = PercentEncoding.normalized(host.lowercased()[...].utf8) else { return nil }
    // A dot at the end of a name stands for the root of DNS. In brackets it belongs to the address.
    while !isLiteral, canonical.hasSuffix(".") { canonical.removeLast() }
    guard !canonical.isEmpty else { return nil }
    return isLiteral ? "[" + canonical + "]" : canonical
  }

  private static func hasBrackets(_ text: Substring) -> Bool {
    text.utf8.contains { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }
  }

  /// Removes dot segments as in RFC 3986, 5.2.4, and slashes at the end. `path` is empty or starts with a slash.
  private static func canonicalPath(_ path: Substring) -> String {
    var segments: [Substring] = []
    for segment in path.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      switch segment {
      case ".": break
      case "..": _ = segments.popLast()
      default: segments.append(segment)
      }
    }
    while segments.last == "" { segments.removeLast() }
    return "/" + segments.joined(separator: "/")
  }

  /// "?" and the parameters that select the page, sorted. It is empty if there are none.
  private static func canonicalQuery(_ query: Substring) -> String {
    let parameters = query.split(separator: "&")
      .map { parameter in
        let end = parameter.firstIndex(of: "=") ?? parameter.endIndex
        return (name: parameter[..<end], value: parameter[end...])
      }
      .filter { !isTracking($0.name) }
      .sorted { ($0.name, $0.value) < ($1.name, $1.value) }
    return parameters.isEmpty ? "" : "?" + parameters.map { $0.name + $0.value }.joined(separator: "&")
  }

  private static func isTracking(_ name: Substring) -> Bool {
    name.hasPrefix("utm_") || ["gclid", "fbclid", "mc_cid", "mc_eid", "igshid"].contains(name)
  }
}
