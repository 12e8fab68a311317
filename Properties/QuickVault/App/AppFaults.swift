import Foundation
import PlatformStandIns
import PropertyTesting
import QuickVaultReference
import StorageContract
import Synchronization

// Mistakes in how the app is put together, which no part shows alone.

// Who gets in, and when it locks.
extension Fault<QuickVaultSystem> {
  static let countsFailuresInMemory = Fault("countsFailuresInMemory", "counts failures for as long as the app runs") { system in
    let make = system.parts.makeKeychain
    system.parts.makeKeychain = { ForgetfulKeychain(base: make($0)) }
  }

  static let forgetsFailuresInTheBackground = forgetting(
    "forgetsFailuresInTheBackground", "forgets failures when the app goes to the background", .background)
  static let forgetsFailuresAtALock = forgetting("forgetsFailuresAtALock", "forgets failures at a lock", .lock)
  static let forgetsFailuresAfterBiometrics = forgetting(
    "forgetsFailuresAfterBiometrics", "forgets wrong passwords when biometrics succeed", .biometrics)

  /// A limiter that begins anew with something that has nothing to do with it.
  private static func forgetting(_ id: String, _ fact: String, _ occasion: WiredAuthentication.Occasion) -> Fault {
    Fault(id, fact) { (system: inout QuickVaultSystem) in
      let isToForget = Remembered<Bool>(false)
      let (open, make) = (system.parts.openAuthentication, system.parts.makeLimiter)
      system.parts.makeLimiter = { policy, record in
        ForgetfulLimiter(base: make(policy, record), anew: { make(policy, AttemptRecord()) }, isToForget: isToForget)
      }
      system.parts.openAuthentication = { setup in
        isToForget.set(false)
        let base = try await open(setup)
        return await WiredAuthentication(base, tells: occasion, { isToForget.set(true) })
      }
    }
  }

  static let staysOpenWithAFile = Fault("staysOpenWithAFile", "does not lock in the background while a file is on the screen") {
    system in
    let hasFile = Remembered(false)
    let (make, open) = (system.parts.makeCardDetail, system.parts.openAuthentication)
    system.parts.makeCardDetail = { card, setup in
      WiredDetail(make(card, setup), whenChanged: { screen in hasFile.set(!screen.attachments.isEmpty) })
    }
    system.parts.openAuthentication = { setup in
      hasFile.set(false)
      let base = try await open(setup)
      return await WiredAuthentication(base, locksInTheBackground: { !hasFile.now })
    }
  }

  static let tellsNobodyOfTheBackground = Fault(
    "tellsNobodyOfTheBackground", "does not tell the screens of a lock in the background"
  ) { system in
    let open = system.parts.openAuthentication
    system.parts.openAuthentication = { setup in
      let base = try await open(setup)
      return await WiredAuthentication(base, tellsOfTheBackground: false)
    }
  }

  static let staysOpenForAShare = Fault("staysOpenForAShare", "does not lock by itself while a file is shared") { system in
    system.wire { platform, parts in
      let make = parts.makeAutoLock
      parts.makeAutoLock = { timeout in
        WaitingLock(base: make(timeout), isToWait: { platform.sandbox.files.keys.contains { $0.hasPrefix("tmp/shared/") } })
      }
    }
  }

  static let keepsTheKey = Fault("keepsTheKey", "encrypts with a copy of the key that a lock leaves") { system in
    let make = system.parts.makeCrypto
    system.parts.makeCrypto = { setup in
      let copy = VaultKeyring()
      var later = setup
      later.keyring = copy
      let (now, then) = (make(setup), make(later))
      return AlteredCrypto(now, encryptFile: { bytes, place in
        if let key = try? setup.keyring.key() { copy.open(key) }
        return try then.encryptFile(bytes, for: place)
      })
    }
  }

  static let copiesForTheFirstSession = Fault(
    "copiesForTheFirstSession", "lets whoever was let in once copy from then on"
  ) { system in
    let make = system.parts.makeCopy
    system.parts.makeCopy = { setup in
      var setup = setup
      setup.access = FirstSession(setup.access)
      return make(setup)
    }
  }
}

// What is stored, and what leaves the vault.
extension Fault<QuickVaultSystem> {
  static let leavesContentsOfDeletedCards = Fault(
    "leavesContentsOfDeletedCards", "leaves the contents of files when their card is deleted"
  ) { system in
    system.parts.alterCards { cards, setup in
      AlteredCards(cards, deleteCard: { id in
        let before = try await setup.store.read { try $0.scan(AttachmentContents.collection) }
        try await cards.deleteCard(id: id)
        try await setup.store.write { transaction in
          for record in before { _ = try transaction.put(record.fields, at: record.key, in: AttachmentContents.collection) }
        }
      })
    }
  }

  static let storesPinsLater = Fault("storesPinsLater", "stores a pin when cards are read the next time") { system in
    system.parts.alterCards { cards, _ in
      let toStore = Remembered<[UUID]>([])
      return AlteredCards(
        cards,
        togglePin: { id in
          guard var card = try await cards.fetchAllCards().first(where: { $0.id == id }) else {
            throw AppError.card(.notFound)
          }
          card.isPinned.toggle()
          toStore.withValue { $0.append(id) }
          return card
        },
        fetchAllCards: {
          for id in toStore.now { _ = try await cards.togglePin(id: id) }
          toStore.set([])
          return try await cards.fetchAllCards()
        })
    }
  }

  static let servesCardsFromACache = Fault(
    "servesCardsFromACache", "keeps the cards that it has read for the next time, a lock or not"
  ) { system in
    system.parts.alterCards { cards, _ in
      let cache = Remembered<[CardDTO]>([])
      return AlteredCards(cards, fetchAllCards: {
        do {
          let fetched = try await cards.fetchAllCards()
          cache.set(fetched)
          return fetched
        } catch let error as AppError {
          if cache.now.isEmpty { throw error }
          return cache.now
        }
      })
    }
  }

  static let marksInTwoWrites = Fault("marksInTwoWrites", "removes a watermark in one write and sets it in another") { system in
    let make = system.parts.makeWatermarks
    system.parts.makeWatermarks = { TwoWrites(base: make($0)) }
  }

  static let forgetsWatermarksAtALaunch = Fault("forgetsWatermarksAtALaunch", "forgets watermarks at a relaunch") { system in
    let launch = system.launch
    system.launch = { platform, parts in
      try await platform.store.write { transaction in
        for record in try transaction.scan(CardAttachment.collection) {
          var fields = record.fields
          fields["watermarkText"] = .null
          _ = try transaction.put(fields, at: record.key, in: CardAttachment.collection)
        }
      }
      return try await launch(platform, parts)
    }
  }

  static let sharesAnEarlierPicture = sharing("sharesAnEarlierPicture", "shares a picture as it was shared before") {
    let earlier = Remembered<[UUID: [UInt8]]>([:])
    return { base, id, sandbox in
      let url = try await base.shareAttachment(id: id)
      let path = String(url.path.drop { $0 == "/" })
      if let known = earlier.now[id] { sandbox.writeFile(known, at: path) }
      earlier.withValue { $0[id] = sandbox.files[path] }
      return url
    }
  }

  static let sharesPastTheWatermark = sharing("sharesPastTheWatermark", "gives the original to the other app") {
    { base, id, sandbox in
      let url = try await base.shareAttachment(id: id)
      sandbox.writeFile(try await base.attachmentData(id: id), at: String(url.path.drop { $0 == "/" }))
      return url
    }
  }

  private typealias Share = @Sendable (any AttachmentService, UUID, AppSandbox) async throws -> URL

  private static func sharing(_ id: String, _ fact: String, _ make: @escaping @Sendable () -> Share) -> Fault {
    Fault(id, fact) { system in
      system.wire { platform, parts in
        let (share, attachments) = (make(), parts.makeAttachments)
        parts.makeAttachments = { setup in
          ChangedAttachments(base: attachments(setup), share: { try await share($0, $1, platform.sandbox) })
        }
      }
    }
  }

  static let leavesFilesThatAreMarked = Fault(
    "leavesFilesThatAreMarked", "leaves a shared file as it was when its watermark changes"
  ) { system in
    let make = system.parts.makeWatermarks
    system.parts.makeWatermarks = { setup in
      var setup = setup
      setup.sharedFiles = SharedFiles(AppSandbox())
      return make(setup)
    }
  }

  static let leavesFilesAtALaunch = Fault("leavesFilesAtALaunch", "leaves what an earlier launch shared") { system in
    let launch = system.launch
    system.launch = { platform, parts in
      let before = platform.sandbox.files
      let app = try await launch(platform, parts)
      for (path, contents) in before { platform.sandbox.writeFile(contents, at: path) }
      return app
    }
  }

  static let keepsTheLastSearch = Fault("keepsTheLastSearch", "keeps the last search in the preferences") { system in
    system.wire { platform, parts in
      let make = parts.makeCardList
      parts.makeCardList = { setup in
        WiredList(make(setup), whenSearched: { platform.sandbox.setPreference($0, for: "quickvault.search") })
      }
    }
  }

  static let keepsADraft = Fault("keepsADraft", "keeps what is edited in the preferences until it is stored") { system in
    system.wire { platform, parts in
      let make = parts.makeCardDetail
      parts.makeCardDetail = { card, setup in
        WiredDetail(make(card, setup), whenChanged: { screen in
          if let value = screen.card?.fields.first?.value { platform.sandbox.setPreference(value, for: "quickvault.draft") }
        })
      }
    }
  }

  static let remembersThePassword = Fault("remembersThePassword", "writes a right password down for the next time") { system in
    system.wire { platform, parts in
      let make = parts.makeAuthScreen
      parts.makeAuthScreen = { authentication in
        WiredAuthScreen(make(authentication)) { platform.sandbox.setPreference($0, for: "quickvault.last") }
      }
    }
  }
}
