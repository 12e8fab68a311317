import Foundation
import PlatformStandIns
import PropertyTesting
import QuickVaultReference
import StorageContract

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

  static let sharesAnEarlierPicture = sharing("sharesAnEarlierPicture", "shares an earlier version of a picture") {
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
    system.parts.makeWatermarks = changingSetup(of: system.parts.makeWatermarks) { setup in
      setup.sharedFiles = SharedFiles(AppSandbox())
    }
  }

  static let leavesFilesAtALaunch = Fault("leavesFilesAtALaunch", "leaves the files that an earlier launch shared") { system in
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

  static let keepsADraft = Fault("keepsADraft", "keeps the edited card in the preferences until it is stored") { system in
    system.wire { platform, parts in
      let make = parts.makeCardDetail
      parts.makeCardDetail = { card, setup in
        WiredDetail(make(card, setup), whenChanged: { screen in
          if let value = screen.card?.fields.first?.value { platform.sandbox.setPreference(value, for: "quickvault.draft") }
        })
      }
    }
  }

  static let remembersThePassword = Fault("remembersThePassword", "stores a right password for the next time") { system in
    system.wire { platform, parts in
      let make = parts.makeAuthScreen
      parts.makeAuthScreen = { authentication in
        WiredAuthScreen(make(authentication)) { platform.sandbox.setPreference($0, for: "quickvault.last") }
      }
    }
  }
}
