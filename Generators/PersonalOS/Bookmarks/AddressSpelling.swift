import PropertyTesting

extension WebAddress {
  /// Ways to write the address that keep its meaning, mostly near the canonical one. The order of the parameters stays.
  var spelling: Generator<String> {
    Generator { source in
      func mostly(_ usual: String, or others: String...) throws -> String {
        try source(.frequency((5, .constant(usual)), (1, .element(of: others))))
      }
      func written(_ units: [Unit]) throws -> String {
        let isCanonical = try source(Generator<Bool>.frequency((3, .constant(true)), (1, .constant(false))))
        return isCanonical ? units.text : try units.map { try source(.element(of: $0)) }.joined()
      }
      func interspersed(_ parts: [String], with additions: [String]) throws -> [String] {
        var parts = parts
        let some = Generator<[String]>.array(of: .element(of: additions), count: 1...2)
        for addition in try source(.frequency((3, .constant([])), (1, some))) {
          parts.insert(addition, at: try source(.int(in: 0...parts.count)))
        }
        return parts
      }

      let scheme = try mostly("https", or: "http", "HTTPS", "Http")
      let user = try mostly("", or: "me@", "me:secret@", "@")
      let labels = try host.split(separator: ".").map { try mostly(String($0), or: $0.uppercased()) }
      let name = labels.joined(separator: ".") + (try mostly("", or: "."))
      let port = try port.map { ":\($0)" } ?? mostly("", or: ":443", ":80", ":", ":0443")
      let segments = try interspersed(path.map(written), with: [".", "%2e", "zz/..", "zz/.%2E", "zz/%2e%2e"])
      let path = segments.map { "/" + $0 }.joined() + (try mostly("", or: "/", "//"))
      let parameters = try parameters.map { parameter in
        try written(parameter.name) + (parameter.value.map { try "=" + written($0) } ?? "")
      }
      let query = try interspersed(parameters, with: tracking + [""])
      let fragment = try mostly("", or: "#", "#top", "#a/b?c=%41")
      return "\(scheme)://\(user)\(name)\(port)\(path)" + (query.isEmpty ? "" : "?")
        + query.joined(separator: "&") + fragment
    }
  }
}

private let tracking = [
  "utm_source=x", "utm_campaign=a%20b", "gclid=1", "fbclid=Ab", "mc_cid=", "mc_eid=2", "igshid", "utm%5Fid=3", "utm_=",
]

extension Generator where Value == String {
  /// Text that is not a usable web address: mostly a usable one with one mistake at its beginning or its end.
  static var brokenAddress: Generator {
    let rest = Generator<WebAddress>.webAddress.map { $0.canonical.dropFirst("https://".count) }
    return .frequency(
      (1, .element(of: ["", " ", "article", "example.com/a", "//example.com/a", "mailto:me@example.com", "https://"])),
      (3, .build({ $0 + $1 }, from: .element(of: beginnings), rest)),
      (2, .build({ "https://" + $0 + $1 }, from: rest, .element(of: endings))))
  }
}

private let beginnings = [
  "ftp://", "httpss://", "https:/", "https:", " https://", "https:///", "https://:8080/", "https://./",
  "https://me@you@", "https://me[@", "https://a:65536/", "https://a:8o80/", "https://a:%38%30/", "https://a:808%30/",
  "https://[::1/", "https://a:1:2/",
]

private let endings = [" ", "\n", "%", "%4", "%4g", "<", "\"", "#a#b"]
