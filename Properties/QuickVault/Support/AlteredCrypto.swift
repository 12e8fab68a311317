import QuickVaultReference

/// A crypto service with some of its calls changed: for faults of one line, and for what counts calls.
struct AlteredCrypto: CryptoService {
  typealias Encrypt = @Sendable (_ text: String, _ place: String) throws -> [UInt8]
  typealias Decrypt = @Sendable (_ sealed: [UInt8], _ place: String) throws -> String
  typealias Change = @Sendable (_ bytes: [UInt8], _ place: String) throws -> [UInt8]

  private let base: any CryptoService
  private let encryptText: Encrypt?
  private let decryptText: Decrypt?
  private let seal: Change?
  private let open: Change?
  private let whenDerived: @Sendable () -> Void

  /// - Parameter whenDerived: called after each derivation of a key, be it one that failed.
  init(
    _ base: any CryptoService, encrypt: Encrypt? = nil, decrypt: Decrypt? = nil, encryptFile: Change? = nil,
    decryptFile: Change? = nil, whenDerived: @escaping @Sendable () -> Void = {}
  ) {
    self.base = base
    encryptText = encrypt
    decryptText = decrypt
    seal = encryptFile
    open = decryptFile
    self.whenDerived = whenDerived
  }

  /// A cipher that is none.
  static func clearText(_ base: any CryptoService) -> AlteredCrypto {
    AlteredCrypto(
      base, encrypt: { text, _ in Array(text.utf8) }, decrypt: { sealed, _ in String(decoding: sealed, as: UTF8.self) },
      encryptFile: { bytes, _ in bytes }, decryptFile: { bytes, _ in bytes })
  }

  func encrypt(_ text: String, for place: String) throws -> [UInt8] {
    try encryptText?(text, place) ?? base.encrypt(text, for: place)
  }

  func decrypt(_ sealed: [UInt8], for place: String) throws -> String {
    try decryptText?(sealed, place) ?? base.decrypt(sealed, for: place)
  }

  func encryptFile(_ data: [UInt8], for place: String) throws -> [UInt8] {
    try seal?(data, place) ?? base.encryptFile(data, for: place)
  }

  func decryptFile(_ sealed: [UInt8], for place: String) throws -> [UInt8] {
    try open?(sealed, place) ?? base.decryptFile(sealed, for: place)
  }

  var rounds: Int { base.rounds }

  func deriveKey(from password: String, salt: [UInt8], rounds: Int) throws -> [UInt8] {
    defer { whenDerived() }
    return try base.deriveKey(from: password, salt: salt, rounds: rounds)
  }

  func generateSalt() throws -> [UInt8] { try base.generateSalt() }
  func hashPassword(_ password: String) throws -> String { try base.hashPassword(password) }
  func verifyPassword(_ password: String, hash: String) throws -> Bool { try base.verifyPassword(password, hash: hash) }
}
