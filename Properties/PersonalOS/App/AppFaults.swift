import Foundation
import PersonalOSReference
import PropertyTesting
import StorageContract

extension PersonalOSSystem {
  /// Changes the parts when the app is launched: by what the device gives it.
  mutating func wire(_ change: @escaping @Sendable (PersonalOSPlatform, inout PersonalOSParts) -> Void) {
    let launch = launch
    self.launch = { platform, parts in
      var parts = parts
      change(platform, &parts)
      return try await launch(platform, parts)
    }
  }
}

// Mistakes in how the app is put together, which no part shows alone.
extension Fault<PersonalOSSystem> {
  // What lies on the disk.

  static let leavesOlderRowsInClear = Fault(
    "leavesOlderRowsInClear", "leaves notes in clear that an older version stored, until somebody saves them"
  ) { system in
    let make = system.security.makeSealing
    system.security.makeSealing = { UnhurriedSealing(base: make($0)) }
  }

  static let keepsBackupsInClear = Fault("keepsBackupsInClear", "writes backups of migrations as they are") { system in
    system.security.sealBackups = { place, _ in place }
  }

  /// Over a store whose files hold what was replaced until they are rewritten, as journals do.
  static let leavesOlderTextInFiles = Fault(
    "leavesOlderTextInFiles", "seals older notes, and leaves their text in the files"
  ) { system in
    let written = Remembered<[UInt8]>([])
    let (openStore, rawBytes, make) = (system.openStore, system.rawBytes, system.security.makeSealing)
    system.openStore = {
      var hooks = StoreHooks()
      hooks.hookCalls { calls in
        calls.put = { transaction, fields, key, collection in
          written.withValue { $0 += fields.values.flatMap { Array($0.exactText.utf8) } }
          return try transaction.put(fields, at: key, in: collection)
        }
      }
      hooks.compact = { store in
        written.set([])
        try await store.compact()
      }
      return InterposedStore(try await openStore(), hooks)
    }
    system.rawBytes = { try await rawBytes() + written.now }
    system.security.makeSealing = { StayingFiles(base: make($0)) }
  }

  static let makesAKeyToRead = Fault("makesAKeyToRead", "makes a new key when it only reads") { system in
    let open = system.security.openSecureStorage
    system.security.openSecureStorage = { EagerKeys(base: try await open($0)) }
  }

  static let startsWithoutTheNotes = Fault(
    "startsWithoutTheNotes", "takes a locked keychain for one without a key"
  ) { system in
    let open = system.security.openSecureStorage
    system.security.openSecureStorage = { CarelessKeys(base: try await open($0)) }
  }

  // What is there.

  static let storesTradesLater = Fault("storesTradesLater", "stores a trade when trades are read the next time") { system in
    let open = system.trading.openLedger
    system.trading.openLedger = { LateLedger(base: try await open($0)) }
  }

  static let importsBesideWhatIsThere = Fault(
    "importsBesideWhatIsThere", "leaves bookmarks there that an import does not hold"
  ) { system in
    let open = system.backup.openService
    system.backup.openService = { AddingImport(base: try await open($0), data: $0.data) }
  }

  static let syncsOverNotes = Fault("syncsOverNotes", "replaces projects with what GitHub says of them") { system in
    let open = system.gitHub.openSync
    system.gitHub.openSync = { ForgetfulSync(base: try await open($0), data: $0.data) }
  }

  static let showsPostsOfBefore = Fault(
    "showsPostsOfBefore", "shows the posts of before an import until they are loaded again"
  ) { system in
    let make = system.social.makeDashboard
    system.social.makeDashboard = { setup in LoadedOnce(make(setup)) }
  }

  // What is shown.

  static let presentsNoRefusedTrade = presenting("presentsNoRefusedTrade", "throws a refusal of the ledger and shows it to nobody") {
    _ in {}
  }
  static let presentsTradesTwice = presenting("presentsTradesTwice", "shows a refusal of the ledger twice") { present in
    {
      await present()
      await present()
    }
  }

  private static func presenting(
    _ id: String, _ fact: String,
    _ change: @escaping @Sendable (@escaping @Sendable () async -> Void) -> @Sendable () async -> Void
  ) -> Fault {
    Fault(id, fact) { (system: inout PersonalOSSystem) in
      let open = system.trading.openLedger
      system.trading.openLedger = { setup in
        var changed = setup
        changed.present = { error in await change { await setup.present(error) }() }
        return try await open(changed)
      }
    }
  }

  static let keepsFailedImportsToItself = Fault("keepsFailedImportsToItself", "takes a failed import for done") { system in
    let open = system.backup.openService
    system.backup.openService = { SilentImport(base: try await open($0)) }
  }

  static let startsInSilence = Fault("startsInSilence", "does not say why it cannot start") { system in
    let launch = system.launch
    system.launch = { platform, parts in
      do {
        return try await launch(platform, parts)
      } catch is LaunchFailure {
        throw LaunchFailure(errors: [])
      }
    }
  }
}
