import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract
import StorageFaults
import Synchronization

extension Fault<PersonalOSSystem> {
  // POS-15.

  static let encryptsNothing = storage("encryptsNothing", "returns data unencrypted", .encryptsNothing)
  static let encryptsWithOneNonce = randomness(
    "encryptsWithOneNonce", "encrypts everything with one nonce") { _ in 7 }
  static let countsNoncesAnewAtEachLaunch = randomness(
    "countsNoncesAnewAtEachLaunch", "restarts its nonce counter at each launch") { $0 }
  static let readsWithoutCheckingTheTag = storage(
    "readsWithoutCheckingTheTag", "decrypts without checking the tag", .readsWithoutCheckingTheTag)
  static let makesAKeyForEachCaller = storage(
    "makesAKeyForEachCaller", "makes a key for each caller if there is none yet", .makesAKeyForEachCaller)
  static let encryptsWithAKeyInItsCode = storage(
    "encryptsWithAKeyInItsCode", "encrypts with a key in its code", .encryptsWithAKeyInItsCode)
  static let keepsTheDataKeyBesideTheData = storage(
    "keepsTheDataKeyBesideTheData", "stores the key beside the data", .keepsTheDataKeyBesideTheData)
  static let forgetsToEncryptProjectNotes = Fault(
    "forgetsToEncryptProjectNotes", "forgets to encrypt the notes of projects") { system in
    system.security.makeSealing = { storage in
      StorageSealing(storage, fields: SensitiveFields.all.filter { $0.key != ProjectItem.collection })
    }
  }
  static let sealsNotesForNoRecordInParticular = Fault(
    "sealsNotesForNoRecordInParticular", "lets the encrypted notes of one record pass for another's"
  ) { system in
    system.security.makeSealing = { UnboundSealing(storage: $0) }
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

  static let fallsBackToThePreferences = storage(
    "fallsBackToThePreferences", "falls back to the preferences when the keychain refuses", .fallsBackToThePreferences)
  static let ignoresAccessibility = storage(
    "ignoresAccessibility", "stores every item so that it is readable while locked", .ignoresAccessibility)
  static let ignoresTheLock = keychain("ignoresTheLock", "reads items whatever the state of the lock", .ignoresTheLock)
  static let printsTokensToTheLog = storage("printsTokensToTheLog", "prints tokens to the log", .printsTokensToTheLog)
  static let cachesTokensInAFile = storage(
    "cachesTokensInAFile", "keeps a copy of tokens in a file", .cachesTokensInAFile)
  static let addsInsteadOfReplacing = storage(
    "addsInsteadOfReplacing", "adds a second item instead of replacing the first", .addsInsteadOfReplacing)
  static let deletesBeforeARefusedStore = storage(
    "deletesBeforeARefusedStore", "replaces by deleting first, and is refused then", .deletesBeforeARefusedStore)
  static let sendsDeviceItemsAway = storage(
    "sendsDeviceItemsAway", "forgets that an item stays on its device", .sendsDeviceItemsAway)
  static let keepsKeychainItemsPlain = keychain(
    "keepsKeychainItemsPlain", "keeps the keychain unencrypted", .keepsItemsPlain)
  /// The reference encrypts an empty value too, to 28 bytes and more; so the defect harms a keychain that
  /// does not.
  static let losesEmptyCredentials = keychain(
    "losesEmptyCredentials", "keeps a keychain of rows over a backend that drops empty values (BF-16)",
    nil, over: .dropsEmptyValues)
  /// The reference gets a record by its key; the defect harms a keychain that looks through all of them.
  static let findsReplacedCredentials = keychain(
    "findsReplacedCredentials", "keeps a keychain of rows over a backend that scans old and new (BF-20)",
    nil, over: .scansOldAndNew)

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
  static let exportsWhatIsLocked = keychain(
    "exportsWhatIsLocked", "exports items that are locked", .exportsWhatIsLocked)

  // POS-17.

  static let pinsTheWholeCertificate = validator(
    "pinsTheWholeCertificate", "compares pins with the whole certificate", .pinsTheWholeCertificate)
  static let matchesTheSubjectsText = validator(
    "matchesTheSubjectsText", "matches certificates by the subject's text", .matchesTheSubjectsText)
  static let matchesHostsBySuffix = validator(
    "matchesHostsBySuffix", "accepts a name that ends like the host", .matchesHostsBySuffix)
  static let matchesWildcardsAcrossLabels = validator(
    "matchesWildcardsAcrossLabels", "lets a wildcard stand for several labels", .matchesWildcardsAcrossLabels)
  static let trustsTheCommonName = validator(
    "trustsTheCommonName", "accepts the common name as a name of the host", .trustsTheCommonName)
  static let acceptsCriticalHostsWithoutPins = validator(
    "acceptsCriticalHostsWithoutPins", "accepts critical hosts for which no pin is configured",
    .acceptsCriticalHostsWithoutPins)
  static let trustsCriticalHostsAsThePlatformDoes = validator(
    "trustsCriticalHostsAsThePlatformDoes", "asks the platform instead, for critical hosts too",
    .trustsCriticalHostsAsThePlatformDoes)
  static let looksForPinsAnywhereInTheChain = validator(
    "looksForPinsAnywhereInTheChain", "takes a pinned certificate that has signed nothing",
    .looksForPinsAnywhereInTheChain)
  static let takesAnyIssuerForAnAuthority = validator(
    "takesAnyIssuerForAnAuthority", "lets every certificate issue others", .takesAnyIssuerForAnAuthority)
  static let ignoresTheValidity = validator("ignoresTheValidity", "does not look at the dates", .ignores(.outOfDate))
  static let ignoresNameConstraints = validator(
    "ignoresNameConstraints", "lets an authority sign for domains outside its constraints", .ignores(.nameNotPermitted))
  static let ignoresPathLengths = validator(
    "ignoresPathLengths", "lets more authorities follow one than its path length allows", .ignores(.pathTooLong))
  static let ignoresThePurpose = validator("ignoresThePurpose", "accepts any certificate as a server's", .ignores(.wrongPurpose))
  static let ignoresCriticalExtensions = validator(
    "ignoresCriticalExtensions", "ignores critical extensions that it does not know", .ignores(.unknownCriticalExtension))
  static let takesAddressesForNames = validator(
    "takesAddressesForNames", "looks for an address among the DNS names", .takesAddressesForNames)
  static let refusesAddresses = validator("refusesAddresses", "refuses every host that is an address", .refusesAddresses)
  static let readsLeadingZeros = validator(
    "readsLeadingZeros", "reads an address with leading zeros as if they were not there", .readsLeadingZeros)
  static let takesPinsOfAllHosts = validator(
    "takesPinsOfAllHosts", "accepts the pins of any host for every host", .takesPinsOfAllHosts)
  static let comparesHostsByCase = validator(
    "comparesHostsByCase", "treats a host in capitals as not critical", .comparesHostsByCase)
  static let matchesWildcardsOfTopLevelDomains = validator(
    "matchesWildcardsOfTopLevelDomains", "lets a wildcard stand for every host of a top-level domain",
    .matchesWildcardsOfTopLevelDomains)
  static let leavesAFailedConnectionOpen = client(
    "leavesAFailedConnectionOpen", "leaves the connection open when the request fails", .leavesAFailedConnectionOpen)
  static let ignoresTheValidator = client(
    "ignoresTheValidator", "sends whatever the validator says", .ignoresTheValidator)
  static let validatesAfterSending = client(
    "validatesAfterSending", "validates when it has sent already", .validatesAfterSending)

  private static func storage(_ id: String, _ fact: String, _ defect: DefectiveSecureStorage.Defect) -> Fault {
    Fault(id, fact) { $0.security.openSecureStorage = { DefectiveSecureStorage($0, defect) } }
  }

  private static func keychain(
    _ id: String, _ fact: String, _ defect: TableKeychain.Defect?, over storeDefect: BackendDefect? = nil
  ) -> Fault {
    Fault(id, fact) { system in
      if let storeDefect { Fault.over(storeDefect).apply(&system) }
      system.security.openKeychain = { TableKeychain($0.store, $0.device, $0.deviceKey, defect) }
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

  private static func validator(_ id: String, _ fact: String, _ defect: DefectiveValidator.Defect) -> Fault {
    Fault(id, fact) { $0.security.makeValidator = { DefectiveValidator(setup: $0, defect: defect) } }
  }

  private static func client(_ id: String, _ fact: String, _ defect: DefectivePinnedClient.Defect) -> Fault {
    Fault(id, fact) { system in
      system.security.makePinnedClient = {
        DefectivePinnedClient(validator: $0, connector: $1, defect: defect)
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
