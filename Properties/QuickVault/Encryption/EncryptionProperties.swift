import PlatformStandIns
import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

/// What is encrypted, and with what key.
public enum EncryptionProperties: PropertyGroup {
  public static let all: [Property<QuickVaultSystem>] = [fieldEncryptionRoundTrip, keyDerivationDeterminism]

  // Feature: quick-vault-ios, Property 26: Field Encryption Round Trip
  static let fieldEncryptionRoundTrip = Requirement<QuickVaultSystem>(
    "QV-26", "Field Encryption Round Trip",
    says: """
      The vault decrypts each text byte for byte, whatever its characters. The ciphertext is 28 bytes \
      longer, shows nothing of the text, and differs each time. The vault refuses a value that was changed \
      or cut, that belongs to another field or key, or that is not text. While it is locked, it refuses \
      every value.
      """,
    covers: "10.1", "10.5", of: "CryptoService",
    mustCatch: [.repairsTexts]
  ).holds(
    forAll: .zip(.fieldValueOfAnySize, .fieldValue, .tampering, .bytes(count: 1...48)),
    requiring: [
      "an empty text": 0.03, "more than a block": 0.2, "a bit is flipped": 0.2, "is cut": 0.1, "is no text": 0.2,
      "64 KiB": 0.005,
    ]
  ) { scenario, system, trial in
    let (text, other, tampering, bytes) = scenario
    let session = CryptoDriver(system)
    let sealed = try session.expectRoundTrip(of: text)
    let again = try session.expectRoundTrip(of: text)
    let third = try session.expectRoundTrip(of: other)
    try expect("nonces that differ", Set([sealed, again, third].map { $0.prefix(12) }).count, equals: 3)
    try session.expectFileRoundTrip(of: bytes)
    try session.expectRefused("a value that was changed", tampering.applied(to: sealed))
    try session.expectRefused("a value of another field", sealed, for: "field/2")
    try session.expectRefused("a value of no field", sealed, for: "")
    try session.expectRefusedOfAnotherKey(sealed)
    try session.expectRefusedUnlessText(bytes)
    try session.expectLocked(sealed)

    trial.label("an empty text", if: text.isEmpty)
    trial.label("more than a block", if: text.utf8.count > 16)
    trial.label("64 KiB", if: text.utf8.count >= 65_536)
    trial.label("is no text", if: String(validating: bytes, as: UTF8.self) == nil)
    switch tampering {
    case .flippedBit: trial.label("a bit is flipped")
    case .cut, .cutInFront, .emptied: trial.label("is cut")
    case .byteAdded: trial.label("a byte is added")
    }
  }

  // Feature: quick-vault-ios, Property 27: Key Derivation Determinism
  static let keyDerivationDeterminism = Requirement<QuickVaultSystem>(
    "QV-27", "Key Derivation Determinism",
    says: """
      A password, a salt and a number of rounds always derive the same 32-byte key, in every service: that of \
      PBKDF2 with HMAC-SHA-256. One more round, a changed bit of the salt or a changed character of the \
      password (except U+0000 at its end) gives another key. Composed and decomposed letters are equal. A \
      hash has its own salt and verifies only its password. The app uses 100,000 rounds.
      """,
    covers: "10.4", of: "CryptoService.deriveKey",
    mustCatch: [.takesAThousandRounds]
  ).holds(
    forAll: .zip(.derivationPassword, .bytes(count: 0...20), .int(in: 1...6), .int(in: 0...159)),
    requiring: ["more than 8 bytes": 0.4, "more than 64 bytes": 0.06, "letters that can be composed": 0.1]
  ) { scenario, system, trial in
    let (password, salt, rounds, bit) = scenario
    let session = CryptoDriver(system, rounds: rounds)
    try session.expectKey(of: password, salt, rounds)
    if !salt.isEmpty {
      var changed = salt
      changed[bit / 8 % salt.count] ^= 1 << (bit % 8)
      try session.expectKey(of: password, changed, rounds)
      try expect(
        "one bit of the salt makes another key",
        session.key(of: password, salt, rounds) != session.key(of: password, changed, rounds))
    }
    for miss in try trial.draw(.array(of: .nearMiss(of: password), count: 3), "near misses")
    where !CryptoDriver.makeOneKey(miss, password) {
      try session.expectKey(of: miss, salt, rounds)
      try expect(
        "the key of \(describe(miss)) is another", session.key(of: miss, salt, rounds) != session.key(of: password, salt, rounds))
      try session.expectNotVerified(miss, by: password)
    }
    try expect(
      "one round more makes another key",
      session.key(of: password, salt, rounds) != session.key(of: password, salt, rounds + 1))
    try session.expectOneKeyHoweverComposed(password, salt, rounds)
    try session.expectVerified(password)
    try session.expectNotVerified(password, byADamagedHash: bit)
    try session.expectSalts()
    try session.expectRoundsOfTheApp()

    trial.label("more than 8 bytes", if: password.utf8.count > 8)
    trial.label("more than 64 bytes", if: password.utf8.count > 64)
    trial.label("letters that can be composed", if: CryptoDriver.canBeComposed(password))
  }
}

extension Fault<QuickVaultSystem> {
  fileprivate static let repairsTexts = Fault("repairsTexts", "repairs invalid text") {
    $0.parts.alterCrypto { crypto in
      AlteredCrypto(crypto, decrypt: { String(decoding: try crypto.decryptFile($0, for: $1), as: UTF8.self) })
    }
  }

  static let takesAThousandRounds = Fault("takesAThousandRounds", "uses a thousand rounds to be fast") { system in
    let make = system.parts.makeCrypto
    system.parts.makeCrypto = { setup in
      var setup = setup
      setup.rounds = min(setup.rounds, 1_000)
      return make(setup)
    }
  }
}
