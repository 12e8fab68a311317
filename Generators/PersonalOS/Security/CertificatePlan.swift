import Foundation
import PlatformStandIns
import PropertyTesting

/// The certificates of a server before they are issued: leaf, authorities, keys.
struct CertificatePlan {
  let host: String
  /// The key of the leaf, then that of each authority above it. The last authority signs itself.
  var keys: [SigningKey]
  /// The place of the pinned key in ``keys``.
  let pinnedPlace: Int
  var dnsNames: [String]
  private(set) var validity: ClosedRange<Date>
  var serialNumber = 1
  private let salt: UInt8

  init(_ source: inout Source) throws {
    host = try source(
      .element(of: [
        "api.example.com", "proxy.news.example.org", "example.net", "news.example", "x.y.z.example.com", "01b.example.co",
      ]))
    salt = try source(.integer(in: UInt8.min...250))
    keys = []
    let depth = try source(.int(in: 1...3))
    for place in 0..<depth {
      // Authorities sign with Ed25519, whose signatures are deterministic. Leaves have keys of all kinds.
      let spare = try source(.int(in: 0...4 * KeyPool.keys.count))
      keys.append(
        place == 0 && depth > 1 && spare < KeyPool.keys.count
          ? KeyPool.keys[spare] : try Self.key(salt, place))
    }
    pinnedPlace = try source(.int(in: 0...depth - 1))
    dnsNames = [host]
    if try source(.bool) { dnsNames.insert("other.example.com", at: 0) }
    let start = Date(timeIntervalSince1970: Double(try source(.int(in: 0...2_600_000_000))))
    validity = start...start + Double(try source(.int(in: 1...86_400 * 800)))
  }

  /// Issues the chain in DER, the leaf first.
  func issue() throws -> [[UInt8]] {
    try keys.indices.map { place in
      let issuer = min(place + 1, keys.count - 1)
      return try request(place).certificate(
        for: keys[place], issuer: commonName(issuer), issuerKey: keys[issuer])
    }
  }

  /// A chain in which one leaf has signed another, and all signatures are valid. If the plan has a single certificate,
  /// that one becomes the authority of both.
  func issueThroughALeaf() throws -> [[UInt8]] {
    let (liarKey, leafKey) = (try Self.key(salt, 7), try Self.key(salt, 8))
    let authority = keys.count - 1
    var ofLiar = request(0)
    ofLiar.commonName = "evil.example.com"
    ofLiar.dnsNames = ["evil.example.com"]
    ofLiar.isAuthority = false
    var ofLeaf = request(0)
    ofLeaf.isAuthority = false
    var ofAuthority = request(authority)
    ofAuthority.isAuthority = true
    ofAuthority.commonName = "authority"
    return [
      try ofLeaf.certificate(for: leafKey, issuer: ofLiar.commonName, issuerKey: liarKey),
      try ofLiar.certificate(for: liarKey, issuer: "authority", issuerKey: keys[authority]),
      try ofAuthority.certificate(for: keys[authority], issuer: "authority", issuerKey: keys[authority]),
    ]
  }

  /// A chain of its own for this host: leaf, two authorities and a root. One of them has the content of `saying`.
  func issue(_ saying: Said) throws -> [[UInt8]] {
    let keys = try (0..<4).map { try Self.key(salt, 40 + $0) }
    var requests = (0..<4).map { place in
      CertificateRequest(
        commonName: place == 0 ? host : "level \(place)", dnsNames: place == 0 ? saying.dnsNames ?? [host] : [],
        validity: validity.lowerBound - 86_400 * 30...validity.upperBound + 86_400 * 30, serialNumber: place + 1,
        isAuthority: place > 0)
    }
    requests[0].addresses = saying.addresses
    requests[saying.place].restrictions = saying.restrictions
    if let validity = saying.validity { requests[saying.place].validity = validity }
    return try requests.indices.map { place in
      let issuer = min(place + 1, 3)
      return try requests[place].certificate(
        for: keys[place], issuer: requests[issuer].commonName, issuerKey: keys[issuer])
    }
  }

  /// The content of one certificate in a chain of four.
  struct Said {
    /// The place of the certificate in the chain: 0 is the leaf, 3 the root.
    var place = 0
    var restrictions: [CertificateRequest.Restriction] = []
    var validity: ClosedRange<Date>?
    var dnsNames: [String]?
    var addresses: [String] = []

    var words: String {
      let says =
        restrictions.map { "\($0)" } + (validity.map { ["it is valid until \($0.upperBound.timeIntervalSince1970)"] } ?? [])
        + (dnsNames.map { ["DNS names \($0)"] } ?? []) + (addresses.isEmpty ? [] : ["addresses \(addresses)"])
      return "certificate \(place) of 4, from the server's own, says " + says.joined(separator: ", ")
    }
  }

  /// The pin of the root's key in a chain of four.
  var rootPin: String { get throws { try Self.key(salt, 43).pin } }

  /// As many keys as the plan has, all of them different from the plan's.
  func strangersKeys() throws -> [SigningKey] {
    try keys.indices.map { try Self.key(salt &+ 1, $0 + 20) }
  }

  mutating func shiftValidity(by seconds: Double) {
    validity = validity.lowerBound + seconds...validity.upperBound + seconds
  }

  /// An instant within the validity, often its first or its last.
  var instantWithin: Generator<Date> {
    let last = Int(validity.upperBound.timeIntervalSince(validity.lowerBound))
    let start = validity.lowerBound
    return Generator<Int>.oneOf(.constant(0), .constant(last), .int(in: 0...last)).map { start + Double($0) }
  }

  private var labels: [Substring] { host.split(separator: ".") }

  /// A wildcard that matches the host. If the host has only two labels, the host itself in capitals.
  var wildcard: String {
    labels.count < 3 ? host.uppercased() : "*." + labels.dropFirst().joined(separator: ".")
  }

  /// Names that a careless check accepts for the host.
  var nearMissNames: Generator<[String]> {
    let parent = labels.dropFirst().joined(separator: ".")
    let names = [
      "evil-\(host)", "evil.\(host)", "\(host).evil.org", parent, "*.\(host)", "*.\(parent.dropFirst())",
      "*", "*.*.\(labels.dropFirst(2).joined(separator: "."))", "q\(host.dropFirst())", "\(host)m",
      labels.count > 2 ? "*." + labels.dropFirst(2).joined(separator: ".") : "*.\(parent)",
      String(host.replacing(".", with: "-")),
    ]
    // None of these names is the host, so any selection of them excludes the host.
    return Generator { source in try names.filter { _ in try source(.int(in: 0...3)) > 0 } }
  }

  /// The last two labels of the host.
  var domain: String { labels.suffix(2).joined(separator: ".") }

  /// A name that is almost the host.
  var otherHost: Generator<String> {
    .element(of: ["evil-\(host)", "sub.\(host)", "\(host).org", labels.dropFirst().joined(separator: ".")])
  }

  private func request(_ place: Int) -> CertificateRequest {
    CertificateRequest(
      commonName: commonName(place), dnsNames: place == 0 ? dnsNames : [],
      validity: place == 0
        ? validity : validity.lowerBound - 86_400 * 400...validity.upperBound + 86_400 * 400,
      serialNumber: serialNumber, isAuthority: place > 0)
  }

  /// The common name. The leaf's is the host, even if its alternative names do not contain the host.
  private func commonName(_ place: Int) -> String { place == 0 ? host : "authority \(place)" }

  private static func key(_ salt: UInt8, _ place: Int) throws -> SigningKey {
    try .ed25519(seed: Array(repeating: salt, count: 31) + [UInt8(truncatingIfNeeded: place)])
  }
}
