import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract
import StorageFaults
import Synchronization

extension Fault<PersonalOSSystem> {
  // POS-15.

  static let encryptsWithOneNonce = randomness(
    "encryptsWithOneNonce", "encrypts everything with one nonce") { _ in 7 }
  static let countsNoncesAnewAtEachLaunch = randomness(
    "countsNoncesAnewAtEachLaunch", "restarts its nonce counter at each launch") { $0 }
  static let forgetsToEncryptProjectNotes = Fault(
    "forgetsToEncryptProjectNotes", "forgets to encrypt the notes of projects") { system in
    system.security.makeSealing = { storage in
      StorageSealing(storage, fields: SensitiveFields.all.filter { $0.key != ProjectItem.collection })
    }
  }

  // Each of those that write notes.

  static let writesTradesInClear = clearing("writesTradesInClear", "writes the ledger's trades in clear", TradeRecord.collection) {
    parts, clear in
    let open = parts.trading.openLedger
    parts.trading.openLedger = { setup in ClearLedger(base: try await open(setup), clear: { try await clear(setup.data) }) }
  }
  static let importsInClear = clearing("importsInClear", "imports trades in clear", TradeRecord.collection) { parts, clear in
    let open = parts.backup.openService
    parts.backup.openService = { setup in ClearImport(base: try await open(setup), clear: { try await clear(setup.data) }) }
  }
  static let syncsInClear = clearing("syncsInClear", "writes projects in clear when it syncs them", ProjectItem.collection) {
    parts, clear in
    let open = parts.gitHub.openSync
    parts.gitHub.openSync = { setup in ClearSync(base: try await open(setup), clear: { try await clear(setup.data) }) }
  }
  static let restoresInClear = clearing("restoresInClear", "restores a backup in clear", TradeRecord.collection) { parts, clear in
    let open = parts.migration.openMigrator
    parts.migration.openMigrator = { setup, steps in
      ClearRestore(base: try await open(setup, steps), clear: { try await clear(setup.data) })
    }
  }
  static let movesAsideInClear = Fault("movesAsideInClear", "moves a trade aside in clear") { system in
    system.security.makeSealing = { storage in
      StorageSealing(storage, fields: SensitiveFields.all.filter { $0.key != QuarantinedRecord.collection })
    }
  }
  static let readsNoOlderNotes = Fault("readsNoOlderNotes", "cannot read notes that an older version stored in clear") { system in
    system.security.makeSealing = { StrictSealing(base: StorageSealing($0)) }
  }

  static let insertsInClear = Fault("insertsInClear", "encrypts puts and does not encrypt inserts") { system in
    system.security.makeSealing = { InsertsInClear(base: StorageSealing($0)) }
  }

  /// A part after each of whose writes the records of a collection lie in clear.
  private static func clearing(
    _ id: String, _ fact: String, _ collection: String,
    _ change: @escaping @Sendable (inout PersonalOSParts, @escaping @Sendable (any DataAccess) async throws -> Void) -> Void
  ) -> Fault {
    Fault(id, fact) { (system: inout PersonalOSSystem) in
      system.wire { platform, parts in
        change(&parts) { data in
          let records = try await data.perform { try $0.live().scan(collection) }
          try await platform.store.write { transaction in
            for record in records { try transaction.put(record.fields, at: record.key, in: collection) }
          }
        }
      }
    }
  }

  // POS-16.

  /// The reference encrypts an empty value too, to 28 bytes and more; so the defect harms a keychain that
  /// does not.
  static let losesEmptyCredentials = keychain(
    "losesEmptyCredentials", "keeps a keychain of rows over a backend that drops empty values (BF-16)",
    over: .dropsEmptyValues)
  /// The reference gets a record by its key; the defect harms a keychain that looks through all of them.
  static let findsReplacedCredentials = keychain(
    "findsReplacedCredentials", "keeps a keychain of rows over a backend that scans old and new (BF-20)",
    over: .scansOldAndNew)

  static let keepsTheDataKeyOnItsDevice = Fault(
    "keepsTheDataKeyOnItsDevice", "keeps the key for data out of backups") { system in
    let open = system.security.openSecureStorage
    system.security.openSecureStorage = { setup in
      var setup = setup
      setup.keychain = HomeboundKeychain(base: setup.keychain)
      return try await open(setup)
    }
  }
  static let logsNoRefusals = Fault("logsNoRefusals", "does not log refusals of the keychain") { system in
    let open = system.security.openSecureStorage
    system.security.openSecureStorage = { setup in
      var setup = setup
      setup.log = DiagnosticLog()
      return try await open(setup)
    }
  }

  // POS-17.

  static let takesPinsOfAllHosts = Fault("takesPinsOfAllHosts", "accepts the pins of any host for every host") { system in
    system.security.makeValidator = changingSetup(of: system.security.makeValidator) { setup in
      let all = setup.policy.pins.values.reduce(into: Set<String>()) { $0.formUnion($1) }
      setup.policy = PinPolicy(setup.policy.pins.mapValues { _ in all })
    }
  }

  private static func keychain(_ id: String, _ fact: String, over defect: BackendDefect) -> Fault {
    Fault(id, fact) { system in
      Fault.over(defect).apply(&system)
      system.security.openKeychain = { TableKeychain($0.store, $0.device, $0.deviceKey) }
    }
  }

  /// The good storage whose nonces consist of one byte, which depends on how many were drawn since the
  /// launch.
  private static func randomness(_ id: String, _ fact: String, _ byte: @escaping @Sendable (UInt8) -> UInt8) -> Fault {
    Fault(id, fact) { system in
      let open = system.security.openSecureStorage
      system.security.openSecureStorage = { setup in
        var setup = setup
        let count = Counter()
        let randomBytes = setup.randomBytes
        setup.randomBytes = { size in
          size == AES256GCM.nonceSize
            ? Array(repeating: byte(count.next()), count: size) : try randomBytes(size)
        }
        return try await open(setup)
      }
    }
  }
}

/// A keychain that keeps the key for data, and it alone, from going with backups.
private struct HomeboundKeychain: Keychain {
  let base: any Keychain

  func store(_ value: [UInt8], for key: String, accessibility: KeychainAccessibility) async throws {
    try await base.store(
      value, for: key,
      accessibility: key == "key/data" ? .afterFirstUnlockThisDeviceOnly : accessibility)
  }

  func retrieve(_ key: String) async throws -> [UInt8]? { try await base.retrieve(key) }
  func delete(_ key: String) async throws { try await base.delete(key) }
  func deleteAll() async throws { try await base.deleteAll() }
}

private final class Counter: Sendable {
  private let count = Mutex<UInt8>(0)

  func next() -> UInt8 {
    count.withLock { count in
      count &+= 1
      return count
    }
  }
}
