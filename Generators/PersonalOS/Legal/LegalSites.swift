import PropertyTesting

/// The address of a site with legal documents, and flaws of addresses that are almost the same.
public struct LegalSite: Sendable {
  /// One defect that makes the address unusable.
  public enum Flaw: String, Sendable, CaseIterable {
    case plainHTTP = "no encryption"
    case anotherScheme = "another scheme"
    case longerScheme = "a scheme that begins as https does"
    case noScheme = "no scheme"
    case noHost = "no host"
    case user = "a user"
    case query = "a query"
    case emptyQuery = "an empty query"
    case fragment = "a fragment"
    case emptyFragment = "an empty fragment"
    case nothing = "no address at all"
  }

  /// "https", in upper, lower or mixed case.
  public let scheme: String
  /// The host, perhaps with a port.
  public let host: String
  /// The folders of the path, up to two.
  public let folders: [String]
  /// Whether the address ends with a slash.
  public let endsWithSlash: Bool
  /// The flaws to try one by one, at least one.
  public let flaws: [Flaw]

  /// The address without a slash at its end.
  public var base: String { "\(scheme)://\(place)" }
  private var place: String { ([host] + folders).joined(separator: "/") }

  /// The address, with this flaw if there is one.
  public func text(with flaw: Flaw? = nil) -> String {
    let slash = endsWithSlash ? "/" : ""
    return switch flaw {
    case nil: base + slash
    case .plainHTTP: "http://\(place)\(slash)"
    case .anotherScheme: "ftp://\(place)\(slash)"
    case .longerScheme: "httpss://\(place)\(slash)"
    case .noScheme: place + slash
    case .noHost: (["\(scheme)://"] + folders).joined(separator: "/") + slash
    case .user: "\(scheme)://user@\(place)\(slash)"
    case .query: base + slash + "?page=1"
    case .emptyQuery: base + slash + "?"
    case .fragment: base + slash + "#terms"
    case .emptyFragment: base + slash + "#"
    case .nothing: ""
    }
  }
}

extension LegalSite: CounterexampleDescribable {
  /// The address, and the names of the flaws to try.
  public var counterexampleDescription: String {
    text() + (flaws.isEmpty ? "" : ", then with \(flaws.map(\.rawValue).joined(separator: ", "))")
  }
}

extension Generator where Value == LegalSite {
  /// Addresses of few hosts and folders, each with 1 to 6 flaws.
  public static var legalSite: Generator {
    let host = Generator<String>.element(of: ["personalos.example", "a.example", "A.example:8443", "127.0.0.1"])
    let folder = Generator<String>.element(of: ["legal", "en", "v1.2", "a%20b"])
    return Generator { source in
      LegalSite(
        scheme: try source(.element(of: ["https", "HTTPS", "https", "Https"])), host: try source(host),
        folders: try source(.array(of: folder, count: 0...2)), endsWithSlash: try source(.bool),
        flaws: try source(.array(of: .anyCase(), count: 1...6)))
    }
  }
}
