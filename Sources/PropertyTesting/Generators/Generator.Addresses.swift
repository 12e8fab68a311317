import Foundation

extension Generator where Value == String {
  /// Names of hosts: up to four labels of letters, digits and inner hyphens, of which the last has letters alone, as RFC 1123 demands.
  /// Some are one label, some are as long as a label may be (63), some are in Punycode. `a.a` is the simplest.
  public static var host: Generator {
    let last = Generator.frequency(
      (6, .element(of: ["com", "org", "net", "io", "dev", "example", "co.uk"])), (1, .text(.of("abcdefghijklmnopqrstuvwxyz"), count: 2...6)))
    return Generator { source in
      let labels = try source(.array(of: hostLabel, count: 0...3))
      return (labels + [try source(last)]).joined(separator: ".")
    }
  }

  /// Addresses of electronic mail that RFC 5321 allows without quotes. Few have a local part of 64 characters.
  public static var email: Generator {
    let word = Generator.text(.of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+-"), count: 1...12)
    return Generator { source in
      let words = try source(.array(of: word, count: 1...3)).joined(separator: ".")
      let isLong = try source(.int(in: 0...31)) == 31
      let local = isLong ? words + String(repeating: "x", count: 64 - words.count) : words
      let host = try source(.host)
      return local + "@" + (host.contains(".") ? host : host + ".com")
    }
  }

  /// Addresses of the internet protocol in print: of version 4, or of version 6 with one run of zeros shortened (RFC 5952). Loopback, private and
  /// unspecified addresses are frequent. `0.0.0.0` is the simplest.
  public static var ipAddress: Generator { .frequency((3, .ipv4Address), (2, .ipv6Address)) }

  /// Addresses of version 4, as `192.168.0.1`.
  public static var ipv4Address: Generator {
    let byte = Generator<Int>.frequency((3, .int(in: 0...255)), (1, .element(of: [0, 1, 10, 127, 192, 168, 255])))
    let any = Generator<[Int]>.array(of: byte, count: 4).map { $0.map(String.init).joined(separator: ".") }
    return .frequency((5, any), (1, .element(of: ["0.0.0.0", "127.0.0.1", "10.0.0.1", "192.168.0.1", "255.255.255.255", "169.254.0.1"])))
  }

  /// Addresses of version 6, as `2001:db8::1`.
  public static var ipv6Address: Generator {
    let group = Generator<Int>.frequency((2, .int(in: 0...0xFFFF)), (1, .constant(0)))
    let any = Generator<[Int]>.array(of: group, count: 8).map(shortened)
    return .frequency((5, any), (1, .element(of: ["::", "::1", "fe80::1", "2001:db8::1", "::ffff:10.0.0.1"])))
  }

  private static var hostLabel: Generator {
    let inner = Generator.text(.of("abcdefghijklmnopqrstuvwxyz0123456789-"), count: 0...10)
    let letter = Generator.text(.of("abcdefghijklmnopqrstuvwxyz"), count: 1...1)
    let usual = Generator { source in
      // Two hyphens in the third place would be Punycode.
      let (first, middle, last) = (try source(letter), try source(inner).replacingOccurrences(of: "--", with: "-"), try source(letter))
      return middle.isEmpty ? first : first + middle + last
    }
    return .frequency(
      (30, usual), (1, .constant(String(repeating: "a", count: 63))), (1, .element(of: ["xn--bcher-kva", "xn--fsqu00a", "localhost"])))
  }

  /// The longest run of zero groups, the first of several, as `::` (RFC 5952, 4.2).
  private static func shortened(_ groups: [Int]) -> String {
    var (start, length) = (0, 0)
    var place = 0
    while place < groups.count {
      let end = groups[place...].firstIndex { $0 != 0 } ?? groups.count
      if end - place > length { (start, length) = (place, end - place) }
      place = max(end, place + 1)
    }
    func text(_ part: ArraySlice<Int>) -> String { part.map { String($0, radix: 16) }.joined(separator: ":") }
    guard length > 1 else { return text(groups[...]) }
    return text(groups[..<start]) + "::" + text(groups[(start + length)...])
  }
}

extension Generator where Value == URL {
  /// Absolute addresses of the web: `https` or `http`, a host or an IP address, and often a port, a path, a query or a fragment, with
  /// percent-encoded parts. `https://com` is the simplest.
  public static var url: Generator { .url(schemes: ["https", "http"]) }

  /// Absolute addresses with one of `schemes`; the first is the simplest.
  public static func url(schemes: [String]) -> Generator {
    let part = Generator<String>.frequency(
      (4, .text(.of("abcdefghijklmnopqrstuvwxyzABC0123456789-._~"), count: 1...8)),
      (1, .text(.unicode, count: 1...4)),
      (1, .element(of: ["..", ".", "%2F", "+", "a b"])))
    return Generator { source in
      var text = try source(.element(of: schemes)) + "://"
      let host = try source(.frequency((8, .host), (1, .ipv4Address), (1, Generator<String>.ipv6Address.map { "[\($0)]" })))
      text += host
      if let port = try source(.optional(.int(in: 1...65_535))), port % 4 > 0 { text += ":\(port)" }
      let path = try source(.array(of: part, count: 0...4))
      text += path.map { "/" + encoded($0) }.joined()
      if try source(.bool), try source(.bool) { text += "/" }
      let query = try source(.array(of: Generator<(String, String)>.zip(part, part), count: 0...3))
      if !query.isEmpty {
        if path.isEmpty { text += "/" }
        text += "?" + query.map { encoded($0.0) + "=" + encoded($0.1) }.joined(separator: "&")
      }
      if let fragment = try source(.optional(part)), fragment.utf8.count % 2 == 0 { text += "#" + encoded(fragment) }
      guard let url = URL(string: text) else { throw Discard(reason: "Foundation reads no URL in \(text)") }
      return url
    }
  }

  /// With all but unreserved characters as percent escapes (RFC 3986, 2.3). What is an escape stays one.
  private static func encoded(_ text: String) -> String {
    if text == "%2F" { return text }
    return text.utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      let isUnreserved = byte < 0x80 && (scalar.properties.isAlphabetic || (0x30...0x39).contains(byte) || "-._~".unicodeScalars.contains(scalar))
      return isUnreserved ? String(scalar) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
