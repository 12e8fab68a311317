/// Which hosts are critical, and the public keys that each of them is known by.
public struct PinPolicy: Sendable, Equatable {
  private let pins: [String: Set<String>]

  /// - Parameter pins: by critical host, base64 of the SHA-256 of a SubjectPublicKeyInfo. A host without
  ///   any pin is
  ///   critical all the same, and nothing satisfies it.
  public init(_ pins: [String: Set<String>]) {
    self.pins = Dictionary(pins.map { (HostName($0.key).text, $0.value) }) { $0.union($1) }
  }

  /// Nil for a host that is not critical.
  public func pins(for host: HostName) -> Set<String>? { pins[host.text] }
}

/// A host's name in the form in which two spellings of it are the same text: ASCII letters small, no dot at
/// the end.
public struct HostName: Sendable {
  public let text: String

  public init(_ text: String) {
    // Letters beyond ASCII stay: the Kelvin sign is no "k" here.
    let bytes = text.utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
    self.text = String(decoding: bytes.last == 0x2E ? bytes.dropLast() : bytes[...], as: UTF8.self)
  }

  /// Whether a DNS name of a certificate names this host: the same name, or one whose left-most label is
  /// `*` and whose others are this host's, at least two of them.
  public func isNamed(by dnsName: String) -> Bool {
    let name = HostName(dnsName).labels
    guard name.count == labels.count, !labels.contains([]) else { return false }
    if name[0] == Array("*".utf8) { return name.count >= 3 && name.dropFirst() == labels.dropFirst() }
    return name == labels
  }

  /// As bytes, for `==` of texts knows no difference between spellings of an accent.
  private var labels: [[UInt8]] {
    text.utf8.split(separator: 0x2E, omittingEmptySubsequences: false).map { Array($0) }
  }
}
