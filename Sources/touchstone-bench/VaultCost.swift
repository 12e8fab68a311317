#if !canImport(CryptoKit)
  import CCrypto
#endif
import Foundation
import PlatformStandIns
import QuickVaultReference
import StorageContract

/// What the vault's cipher costs beside the cipher of the platform's library alone, and a search beside a plain pass over
/// the texts.
enum VaultCost {
  /// What is measured, and what it is compared with.
  struct Row {
    let what: String
    let seconds: Double
    let base: String
    let baseSeconds: Double
  }

  private static let size = 10 * 1024 * 1024
  private static let cardCount = 10_000

  static func measure() async throws -> [Row] {
    try cipher() + (try await search())
  }

  static func table(_ rows: [Row]) -> String {
    rows.map { row in
      let name = row.what.padding(toLength: 34, withPad: " ", startingAt: 0)
      let figures = String(format: "%8.2f ms  × %6.2f", row.seconds * 1_000, row.seconds / row.baseSeconds)
      return "\(name) \(figures) of \(row.base) (\(String(format: "%.2f", row.baseSeconds * 1_000)) ms)"
    }.joined(separator: "\n")
  }

  /// Encrypting and decrypting 10 MiB as an attachment.
  private static func cipher() throws -> [Row] {
    let keyring = VaultKeyring()
    let key = try SecureRandom.bytes(AES256GCM.keySize)
    keyring.open(key)
    let crypto = VaultCryptoService(CryptoSetup(keyring: keyring))
    let file = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
    let sealed = try crypto.encryptFile(file, for: "attachment/1")
    let rooms = (library: Room(size), copy: Room(size))
    let bases: [(String, () throws -> Void)] = [
      ("the library's cipher alone", { try encryptByTheLibrary(file, key, rooms.library) }),
      ("a copy of the bytes", { file.withUnsafeBytes { rooms.copy.bytes.copyMemory(from: $0) } }),
    ]
    return try bases.flatMap { base, baseBody in
      [
        try compared("encrypt 10 MiB", { keep(try crypto.encryptFile(file, for: "attachment/1")) }, base, baseBody),
        try compared("decrypt 10 MiB", { keep(try crypto.decryptFile(sealed, for: "attachment/1")) }, base, baseBody),
      ]
    }
  }

  /// Bytes that lie there already: a base neither asks for memory nor gives it back.
  private final class Room {
    let bytes: UnsafeMutableRawBufferPointer

    init(_ size: Int) {
      bytes = .allocate(byteCount: size, alignment: 16)
      _ = bytes.initializeMemory(as: UInt8.self, repeating: 0)
    }

    deinit { bytes.deallocate() }
  }

  /// Galois/counter mode does the same work in both directions.
  private static func encryptByTheLibrary(_ file: [UInt8], _ key: [UInt8], _ room: Room) throws {
    #if canImport(CryptoKit)
      keep(try AES256GCM.seal(file, key: key, nonce: [UInt8](repeating: 1, count: AES256GCM.nonceSize)))
    #else
      guard let context = EVP_CIPHER_CTX_new() else { return }
      defer { EVP_CIPHER_CTX_free(context) }
      var written: Int32 = 0
      let nonce = [UInt8](repeating: 1, count: AES256GCM.nonceSize)
      EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce)
      let output = room.bytes.bindMemory(to: UInt8.self).baseAddress
      EVP_EncryptUpdate(context, output, &written, file, Int32(file.count))
      EVP_EncryptFinal_ex(context, output, &written)
    #endif
  }

  /// Of 10,000 cards with three fields each: as a list has them that has read them, and as the vault does it, which decrypts
  /// them first.
  private static func search() async throws -> [Row] {
    let cards = (0..<cardCount).map(card)
    let vault = try await vault(with: cards)
    let found = try await best { keep(try await vault.searchCards(query: "needle 9999")) }
    let all = try await best { keep(try await vault.fetchAllCards()) }
    return try [("Latin", "needle 9999"), ("Chinese", "针 9999")].map { try find($0.1, named: $0.0, in: cards) } + [
      Row(what: "search 10,000 stored cards", seconds: found, base: "reading them", baseSeconds: all)
    ]
  }

  private static func find(_ query: String, named script: String, in cards: [CardDTO]) throws -> Row {
    let texts = cards.map { card in ([card.title] + card.fields.map(\.value) + card.tags).map { $0.lowercased() } }
    let matches = CardSearch(query).matches
    return try compared(
      "find in 10,000 cards, \(script)", { keep(cards.filter(matches).count) }, "a plain pass",
      { keep(texts.filter { $0.contains { $0.contains(query) } }.count) })
  }

  private static func card(_ number: Int) -> CardDTO {
    let values = ["Needle \(number)", "针 \(number)", "12 Long Lane, Little Town, a country"]
    return CardDTO(
      id: UUID(), title: "Card \(number)", group: "Personal", cardType: "GeneralText",
      fields: values.enumerated().map { place, value in
        CardFieldDTO(
          id: UUID(), label: place == 0 ? "Content" : "Field \(place)", value: value, isRequired: true,
          displayOrder: Int16(place))
      }, isPinned: false, tags: ["tag \(number % 7)"], createdAt: Date(), modifiedAt: Date())
  }

  @MainActor
  private static func vault(with cards: [CardDTO]) async throws -> any CardService {
    let store = try await MemoryLocation().open()
    let app = try await VaultApp.launch(
      VaultPlatform(
        store: store,
        keychain: try KeychainStore(store: store, device: DeviceLock(), deviceKey: [UInt8](repeating: 1, count: 32)),
        biometrics: ScriptedBiometrics(), clipboard: Clipboard(), sandbox: AppSandbox(), time: .device))
    try await app.authentication.setupMasterPassword("correct horse")
    for card in cards {
      _ = try await app.cards.createCard(
        title: card.title, group: card.group, cardType: card.cardType, fields: card.fields, tags: card.tags)
    }
    launched = app
    return app.cards
  }

  /// The app goes on for as long as its cards are searched.
  @MainActor private static var launched: VaultApp?

  // Time.

  /// The best of seven of each, in turn, so that both meet the same state of memory.
  private static func compared(
    _ what: String, _ body: () throws -> Void, _ base: String, _ baseBody: () throws -> Void
  ) throws -> Row {
    var (own, other) = (Double.infinity, Double.infinity)
    for _ in 0..<7 {
      own = min(own, try seconds(body))
      other = min(other, try seconds(baseBody))
    }
    return Row(what: what, seconds: own, base: base, baseSeconds: other)
  }

  private static func seconds(_ body: () throws -> Void) throws -> Double {
    let start = ContinuousClock.now
    try body()
    return start.duration(to: .now) / .seconds(1)
  }

  /// The best of five.
  private static func best(_ body: () async throws -> Void) async throws -> Double {
    var best = Double.infinity
    for _ in 0..<5 {
      let start = ContinuousClock.now
      try await body()
      best = min(best, start.duration(to: .now) / .seconds(1))
    }
    return best
  }

  /// What nobody uses need not be computed.
  @inline(never)
  private static func keep<Value>(_ value: Value) {
    withExtendedLifetime(value) {}
  }
}
