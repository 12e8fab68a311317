/// Names the critical hosts, and the public keys that each of them may use.
public struct PinPolicy: Sendable, Equatable {
  /// The pins by host name, in the form of ``HostName/text``.
  public let pins: [String: Set<String>]

  /// Creates a policy. The pins of two spellings of one host are merged.
  /// - Parameter pins: by critical host, the base64 of the SHA-256 of each SubjectPublicKeyInfo. A host without any
  ///   pin is still critical, and no certificate satisfies it.
  public init(_ pins: [String: Set<String>]) {
    self.pins = Dictionary(pins.map { (HostName($0.key).text, $0.value) }) { $0.union($1) }
  }

  /// The pins of the host; nil if the host is not critical.
  public func pins(for host: HostName) -> Set<String>? { pins[host.text] }
}

/// A host name in a form that makes two spellings of it equal: with lower-case ASCII letters, and without a dot at the
/// end.
public struct HostName: Sendable {
  /// The name in that form.
  public let text: String

  /// Converts any spelling of a host name. Only one dot at the end is removed.
  public init(_ text: String) {
    // Letters beyond ASCII stay as they are: the Kelvin sign must not become "k".
    let bytes = text.utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
    self.text = String(decoding: bytes.last == 0x2E ? bytes.dropLast() : bytes[...], as: UTF8.self)
  }

  /// Whether it is an address that different readers interpret differently: some read "010.0.0.1" as 8.0.0.1.
  var isAmbiguousAddress: Bool {
    let labels = text.utf8.split(separator: UInt8(ascii: "."))
    return labels.allSatisfy { $0.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }
      && labels.contains { $0.count > 1 && $0.first == UInt8(ascii: "0") }
  }
}
