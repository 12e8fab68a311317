/// Which hosts are critical, and the public keys that each of them is known by.
public struct PinPolicy: Sendable, Equatable {
  /// By host.
  public let pins: [String: Set<String>]

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

  /// Whether it is an address that is not the same to all who read it: to some "010.0.0.1" is 8.0.0.1.
  var isAmbiguousAddress: Bool {
    let labels = text.utf8.split(separator: UInt8(ascii: "."))
    return labels.allSatisfy { $0.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }
      && labels.contains { $0.count > 1 && $0.first == UInt8(ascii: "0") }
  }
}
