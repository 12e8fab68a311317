import DeterministicScheduling
import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract

/// An app with a data store, and a keychain that lies elsewhere.
struct EncryptionSession {
  let system: PersonalOSSystem
  private let keychainLocation = MemoryLocation()
  private let deviceKey: [UInt8]
  private let sandbox = AppSandbox()
  private var app: App
  /// What earlier launches gave to the keychain.
  private var olderKeys: [[UInt8]] = []
  private var nonces: Set<[UInt8]> = []
  private var nonceCount = 0

  /// What lives from one launch to the next.
  private struct App {
    let store: any Store
    let keychainStore: any Store
    let keychain: WatchedKeychain
    let storage: any SecureStorage
    let data: any DataAccess
    let trades: BaseRepository<TradeRecord>
    let projects: BaseRepository<ProjectItem>
  }

  init(_ system: PersonalOSSystem) async throws {
    self.system = system
    deviceKey = try SecureRandom.bytes(32)
    app = try await Self.launch(system, keychainLocation, deviceKey, sandbox)
  }

  private static func launch(
    _ system: PersonalOSSystem, _ keychainLocation: MemoryLocation, _ deviceKey: [UInt8],
    _ sandbox: AppSandbox
  ) async throws -> App {
    let store = try await system.openStore()
    let keychainStore = try await keychainLocation.open()
    let keychain = WatchedKeychain(
      try await system.security.openKeychain(
        KeychainSetup(store: keychainStore, device: DeviceLock(), deviceKey: deviceKey)))
    let data = DataActor(store: store)
    let storage = try await system.security.openSecureStorage(
      SecureStorageSetup(
        keychain: keychain, data: data, sandbox: sandbox, log: system.errors.makeLog(1_000, []),
        now: { .distantPast }))
    let sealed = DataActor(store: system.security.makeSealing(storage).over(store))
    return App(
      store: store, keychainStore: keychainStore, keychain: keychain, storage: storage, data: sealed,
      trades: BaseRepository(sealed), projects: BaseRepository(sealed))
  }

  var storage: any SecureStorage { app.storage }
  private var keys: [[UInt8]] { olderKeys + app.keychain.everStored }

  // Bytes.

  mutating func expectEncryption(of plaintext: [UInt8]) async throws {
    let sealed = try await encrypt(plaintext)
    let again = try await encrypt(plaintext)
    try expect("equal plaintexts give different ciphertexts", sealed != again)
    try expect("size of \(plaintext.count) bytes encrypted", sealed.count, equals: plaintext.count + 28)
    try expect("decrypted", try await app.storage.decryptData(sealed), equals: plaintext)
    try expect("decrypted again", try await app.storage.decryptData(again), equals: plaintext)
    // The format, by a second reading of it.
    try expect(
      "opens as AES-256-GCM with a key that the keychain was given",
      keys.contains { $0.count == 32 && (try? AES256GCM.open(sealed, key: $0)) == plaintext })
  }

  mutating func expectRefusal(
    after tampering: EncryptionScenario.Tampering, with plaintext: [UInt8]
  ) async throws {
    var sealed = try await encrypt(plaintext)
    var reader = app.storage
    switch tampering {
    case .flippedBit(let number):
      let bit = number % (sealed.count * 8)
      sealed[bit / 8] ^= 1 << (bit % 8)
    case .cut(let count): sealed.removeLast(min(count, sealed.count))
    case .cutInFront: sealed.removeFirst()
    case .byteAdded(let byte): sealed.append(byte)
    case .wrongKey:
      // Of another device, which has encrypted something itself.
      reader = try await storageWithoutKey()
      _ = try await reader.encryptData([1])
    }
    try await expectRefusal("decrypting after \(tampering)") { try await reader.decryptData(sealed) }
  }

  /// Every nonce is another one, over all that the session encrypted.
  func expectFreshNonces() throws {
    try expect("different nonces", nonces.count, equals: nonceCount)
  }

  private mutating func encrypt(_ plaintext: [UInt8]) async throws -> [UInt8] {
    let sealed = try await app.storage.encryptData(plaintext)
    nonces.insert(Array(sealed.prefix(12)))
    nonceCount += 1
    return sealed
  }

  /// Parts of an app that encrypt at a time, before there is a key, use the same one.
  func expectOneKeyForAll(_ trial: Trial) async throws {
    let storage = try await storageWithoutKey()
    let sealed = try trial.schedule {
      let parts = ([1, 2] as [UInt8]).map { number in Task(name: "part \(number)") { try await storage.encryptData([number]) } }
      var sealed: [[UInt8]] = []
      for part in parts { sealed.append(try await part.value) }
      return sealed
    }
    for (index, bytes) in sealed.enumerated() {
      let opened = try? await storage.decryptData(bytes)
      try expect("decrypted, of two that were encrypted at a time", opened, equals: [UInt8(index + 1)])
    }
  }

  /// Of another device.
  func storageWithoutKey() async throws -> any SecureStorage {
    var other = system
    let location = MemoryLocation()
    other.openStore = { try await location.open() }
    return try await Self.launch(other, MemoryLocation(), try SecureRandom.bytes(32), AppSandbox()).storage
  }

  // Records.

  /// By each of the ways in which a transaction writes a record.
  func save(_ scenario: EncryptionScenario) async throws {
    for (number, trade) in scenario.trades.enumerated() {
      if number % 3 == 2 {
        try await app.trades.save(trade)
      } else {
        try await app.data.perform { try $0.live().insertOrExchange(trade) }
      }
    }
    if let trade = scenario.trades.last { try await app.data.perform { try $0.live().insertOrExchange(trade) } }
    for project in scenario.projects { try await app.projects.save(project) }
  }

  func expectSaved(_ scenario: EncryptionScenario) async throws {
    try expect(
      "trades", try await app.trades.fetch().map(StoredForm.init),
      equals: StoredForm.latest(scenario.trades))
    try expect(
      "projects", try await app.projects.fetch().map(StoredForm.init),
      equals: StoredForm.latest(scenario.projects))
  }

  /// Ends the app, searches all that lies on the disk, and starts the app again.
  mutating func expectNothingReadable(_ scenario: EncryptionScenario) async throws {
    try await app.store.close()
    try await app.keychainStore.close()
    olderKeys += app.keychain.everStored
    var search = SecretSearch()
    search.add("on the disk", try await system.whatIsAtRest())
    search.add("in the keychain's files", try await keychainLocation.rawBytes())
    search.add("in the preferences", sandbox.preferences.flatMap { [$0.key, $0.value] })
    search.add("in files", sandbox.files.values.flatMap { $0 })
    for marker in scenario.markers { try expect("sensitive text", search.find(marker), equals: nil) }
    for key in keys { try expect("a key", search.find(key), equals: nil) }
    app = try await Self.launch(system, keychainLocation, deviceKey, sandbox)
  }

  /// Exchanges the notes of two records, and then changes one bit of one.
  func expectTamperedNotesRefused(_ trades: [TradeRecord]) async throws {
    guard let first = trades.first?.storageKey else { return }
    if let second = trades.first(where: { $0.storageKey != first })?.storageKey {
      try await exchangeNotes(first, second)
      try await expectUnreadable(first, "with another trade's notes")
      try await exchangeNotes(first, second)
    }
    try await app.store.write { transaction in
      guard var fields = try transaction.get(first, in: TradeRecord.collection)?.fields,
        case .bytes(var notes)? = fields["notes"], !notes.isEmpty
      else { return try expect("notes are stored as encrypted bytes", false) }
      notes[notes.count / 2] ^= 4
      fields["notes"] = .bytes(notes)
      try transaction.put(fields, at: first, in: TradeRecord.collection)
    }
    try await expectUnreadable(first, "with a changed bit")
  }

  /// The refusal says which record it is, and the others still read.
  private func expectUnreadable(_ key: String, _ manner: String) async throws {
    let error = await thrownError { _ = try await app.trades.fetch() } as? UnreadableRecord
    try expect("the field that does not read \(manner)", error?.field, equals: "notes")
    let data = app.data
    let isKnown = await thrownError { try await data.perform { _ = try $0.fetch(TradeRecord.self, key: key) } }
    try expect("the trade that does not read \(manner)", (isKnown as? UnreadableRecord)?.key, equals: key)
  }

  private func exchangeNotes(_ first: String, _ second: String) async throws {
    try await app.store.write { transaction in
      guard var one = try transaction.get(first, in: TradeRecord.collection)?.fields,
        var other = try transaction.get(second, in: TradeRecord.collection)?.fields
      else { return try expect("both trades are stored", false) }
      (one["notes"], other["notes"]) = (other["notes"], one["notes"])
      try transaction.put(one, at: first, in: TradeRecord.collection)
      try transaction.put(other, at: second, in: TradeRecord.collection)
    }
  }

  func end() async throws {
    try await app.store.close()
  }

  private func expectRefusal<Result>(
    _ claim: String, _ body: () async throws -> Result
  ) async throws {
    do {
      _ = try await body()
    } catch SecurityError.encryptionFailed {
      return
    } catch {
      return try expect("\(claim) is refused with encryptionFailed, not with \(error)", false)
    }
    try expect("\(claim) is refused", false)
  }
}

extension WriteTransaction {
  fileprivate func insertOrExchange(_ trade: TradeRecord) throws {
    let (key, fields, collection) = (trade.storageKey, trade.storedFields, TradeRecord.collection)
    if let present = try get(key, in: collection) {
      let version = try compareAndSet(fields, at: key, in: collection, version: present.version)
      try expect("that a trade is exchanged of which the version is known", version != nil)
    } else {
      try expect("that a new trade is inserted", try insert(fields, at: key, in: collection) != nil)
    }
  }
}

/// A model as its record is: compared to the bit.
struct StoredForm: Equatable {
  let key: String
  let fields: [String: FieldValue]

  init(_ model: some StoredModel) {
    key = model.storageKey
    fields = model.storedFields
  }

  /// Of each key the last one, in the order of keys.
  static func latest(_ models: [some StoredModel]) -> [StoredForm] {
    let forms = Dictionary(models.map { ($0.storageKey, StoredForm($0)) }) { $1 }
    return forms.values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}
