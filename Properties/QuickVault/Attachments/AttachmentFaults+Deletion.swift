import Foundation
import PlatformStandIns
import PropertyTesting
import QuickVaultReference
import StorageContract

// What QV-16 must catch.
extension Fault<QuickVaultSystem> {
  private static let places = [CardAttachment.collection, AttachmentContents.collection]

  /// A fault that puts back some of what a deletion removed, or removes more.
  private static func deleting(
    _ id: String, _ fact: String, from collections: [String] = places,
    restoring isRestored: @escaping @Sendable (_ attachment: Record, _ number: Int) -> Bool
  ) -> Fault {
    Fault(id, fact) { system in
      system.parts.alterCards { cards, setup in
        AlteredCards(cards, deleteCard: { card in
          let before = try await setup.store.read { transaction in
            try transaction.scan(CardAttachment.collection).filter { $0.fields["card"] == .uuid(card) }
          }
          let restored = before.enumerated().filter { isRestored($0.element, $0.offset) }.map { $0.element.key }
          let records = try await setup.store.read { transaction in
            try collections.flatMap { collection in
              try restored.compactMap { key in try transaction.get(key, in: collection).map { (collection, $0) } }
            }
          }
          try await cards.deleteCard(id: card)
          try await setup.store.write { transaction in
            for (collection, record) in records { _ = try transaction.put(record.fields, at: record.key, in: collection) }
          }
        })
      }
    }
  }

  static let leavesAttachments = deleting("leavesAttachments", "leaves the attachments of a deleted card") { _, _ in true }
  static let leavesContents = deleting(
    "leavesContents", "leaves the contents of a deleted card's attachments", from: [AttachmentContents.collection]
  ) { _, _ in true }
  static let deletesTheFirstAttachmentOnly = deleting(
    "deletesTheFirstAttachmentOnly", "deletes the first attachment of the card only") { _, number in number > 0 }
  static let leavesWatermarkedAttachments = deleting(
    "leavesWatermarkedAttachments", "leaves attachments that have a watermark"
  ) { record, _ in record.fields["watermarkText"] != .null }

  static let leavesSharedFiles = Fault("leavesSharedFiles", "leaves files that were shared of a deleted card") { system in
    system.parts.makeCards = changingSetup(of: system.parts.makeCards) { setup in
      setup.sharedFiles = SharedFiles(AppSandbox())
    }
  }

  static let deletesAttachmentsOfAllCards = Fault(
    "deletesAttachmentsOfAllCards", "deletes the attachments of all cards with one") { system in
    system.parts.alterCards { cards, setup in
      AlteredCards(cards, deleteCard: { card in
        try await cards.deleteCard(id: card)
        try await setup.store.write { transaction in
          for collection in places {
            for record in try transaction.scan(collection) { _ = try transaction.delete(record.key, in: collection) }
          }
        }
      })
    }
  }

  static let endsAllShares = Fault("endsAllShares", "ends the shares of other cards too") { system in
    let launch = system.launch
    system.launch = { platform, parts in
      var parts = parts
      parts.alterCards { cards, _ in
        AlteredCards(cards, deleteCard: { card in
          try await cards.deleteCard(id: card)
          for path in platform.sandbox.files.keys { platform.sandbox.removeFile(at: path) }
        })
      }
      return try await launch(platform, parts)
    }
  }
}
