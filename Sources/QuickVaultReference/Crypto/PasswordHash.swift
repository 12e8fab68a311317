import Foundation
import PlatformStandIns

/// The bytes of a password that its keys are derived from.
enum PasswordText {
  /// The UTF-8 of the password with composed letters (NFC), because keyboards write the same letter in different ways.
  static func bytes(_ password: String) -> [UInt8] { Array(password.precomposedStringWithCanonicalMapping.utf8) }
}

/// The hash of a password, with its parameters: `pbkdf2-sha256$100000$<salt>$<hash>`. Salt and hash are hexadecimal.
struct PasswordHash: Equatable {
  private static let algorithm = "pbkdf2-sha256"

  /// The rounds of PBKDF2, at least 1.
  let rounds: Int
  let salt: [UInt8]
  /// The derived key, 32 bytes.
  let hash: [UInt8]

  init(rounds: Int, salt: [UInt8], hash: [UInt8]) {
    self.rounds = rounds
    self.salt = salt
    self.hash = hash
  }

  /// Parses a text of this form; nil for any other text.
  init?(_ text: String) {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 4, parts[0] == Self.algorithm, let rounds = Int(parts[1]), rounds >= 1,
      rounds <= Int(Int32.max), let salt = Self.bytes(parts[2]), let hash = Self.bytes(parts[3]), hash.count == 32
    else { return nil }
    self.init(rounds: rounds, salt: salt, hash: hash)
  }

  var text: String {
    [Self.algorithm, String(rounds), salt.hexadecimalText, hash.hexadecimalText].joined(separator: "$")
  }

  private static func bytes(_ hexadecimal: String) -> [UInt8]? {
    let digits = hexadecimal.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
    let values = digits.compactMap { $0 }
    return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }
}
