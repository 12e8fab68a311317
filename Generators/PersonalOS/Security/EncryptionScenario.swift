import PropertyTesting

/// Data that an app must encrypt, and what somebody does to it afterwards.
public struct EncryptionScenario: Sendable {
  /// A change of encrypted bytes, or of the key, after which nobody can read them.
  public struct Tampering: Sendable {
    /// What is changed, as the classes of the cases name it.
    public enum Kind: String, Sendable {
      case flippedBit = "tampers with a bit"
      case cut = "cuts"
      case cutInFront = "cuts in front"
      case byteAdded = "adds a byte"
      case wrongKey = "wrong key"
    }

    /// What is changed.
    public let kind: Kind
    /// Of the bit, of bytes, or of the byte.
    let number: Int

    /// The bytes after the change. A wrong key leaves them as they are.
    public func applied(to bytes: [UInt8]) -> [UInt8] {
      var bytes = bytes
      switch kind {
      case .flippedBit: bytes[number / 8 % bytes.count] ^= 1 << (number % 8)
      case .cut: bytes.removeLast(min(number % 64 + 1, bytes.count))
      case .cutInFront: bytes.removeFirst()
      case .byteAdded: bytes.append(UInt8(number % 256))
      case .wrongKey: break
      }
      return bytes
    }
  }

  /// One to three plaintexts of up to 64 KiB.
  public let payloads: [[UInt8]]
  /// What somebody does to each ciphertext.
  public let tampering: Tampering
  /// The notes of up to three trades. They begin with a `marker`.
  public let trades: [String]
  /// The notes of up to three projects. They begin with a `marker`, too.
  public let projects: [String]
}

extension Generator where Value == EncryptionScenario {
  /// One to three payloads, a change of their ciphertexts, and notes of trades and projects.
  public static var encryptionScenario: Generator {
    let text = Generator<String>.frequency((2, .constant("")), (1, .text(count: 0...12)))
    let note = Generator<String>.build({ $0 + $1 }, from: .marker, text)
    let notes = Generator<Int>.int(in: 0...3).flatMap { Generator<[String]>.array(of: note, count: $0) }
    let kind = Generator<EncryptionScenario.Tampering.Kind>.frequency(
      (4, .constant(.flippedBit)), (2, .constant(.cut)), (1, .constant(.cutInFront)), (1, .constant(.byteAdded)),
      (2, .constant(.wrongKey)))
    let tampering = Generator<EncryptionScenario.Tampering>.build(
      EncryptionScenario.Tampering.init, from: kind, .int(in: 0...600_000))
    return .build(EncryptionScenario.init, from: .array(of: .payload, count: 1...3), tampering, notes, notes)
  }
}
