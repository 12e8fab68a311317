import Foundation
import PropertyTesting
import QuickVaultReference
import StorageContract

// What can be looked at.
@MainActor
extension AppDriver {
  var screen: VisibleCards { Self.visible(in: app.screen) }
  /// What the system keeps of the screens.
  var picture: VisibleCards { Self.visible(in: app.switcherPicture) }
  var clipboard: String? { device.clipboard.text }
  /// The names of all files beside the store.
  var sharedNames: [String] {
    device.files.keys.map { String($0.split(separator: "/").last ?? "") }.sorted()
  }
  /// Whether something can be encrypted, and so decrypted.
  var hasKey: Bool { (try? app.crypto.encryptFile([0], for: "anywhere")) != nil }

  private static func visible(in content: ScreenContent) -> VisibleCards {
    let texts = content.texts.filter { $0.contains("MARKER") || AppModel.texts.contains($0) }
    return VisibleCards(texts: texts.sorted(), thumbnails: content.pictures.count)
  }

  /// All that the vault gives back.
  mutating func contents() async throws -> [VaultCard] {
    var found: [VaultCard] = []
    for card in try await app.cards.fetchAllCards() {
      let number = Self.number(in: card.title)
      cards[number] = card
      var seen = VaultCard(
        number: number, value: Self.number(in: card.fields.first?.value ?? ""), isPinned: card.isPinned)
      for attachment in try await app.attachments.fetchAttachments(for: card.id) {
        let kind: AttachedKind = attachment.fileName.hasSuffix("png") ? .picture : .document
        let file = Self.number(in: attachment.fileName)
        let isWhole = try await app.attachments.attachmentData(id: attachment.id) == Self.bytes(of: file, kind)
        files[file] = AttachedFile(id: attachment.id, card: number)
        seen.files.append(VaultFile(number: isWhole ? file : -1, kind: kind, text: attachment.watermarkText))
      }
      seen.files.sort { $0.number < $1.number }
      found.append(seen)
    }
    return found.sorted { $0.number < $1.number }
  }

  private static func number(in text: String) -> Int { Int(text.filter(\.isNumber)) ?? -1 }

  /// What lies on the disk when the app has ended; it is launched anew.
  mutating func atRest(secrets: [String]) async throws -> AtRest {
    let stored = try await StoredContents(store)
    func count(_ collection: String) -> Int { stored.records.count { $0.collection == collection } }
    let preferences = device.sandbox.preferences.map { "\($0.key) \($0.value)" } + device.sandbox.files.keys
    var bytes = Array(preferences.joined(separator: " ").utf8) + device.sandbox.files.values.joined()
    try await end()
    bytes += try await system.whatIsAtRest()
    try await launch()
    return AtRest(
      readable: stored.reading(secrets) ?? bytes.firstRevealed(of: secrets), cards: count(Card.collection),
      fields: count(CardField.collection), files: count(CardAttachment.collection),
      fileContents: count(AttachmentContents.collection))
  }
}

/// What came of a change in the middle of which the app died.
struct Aftermath: Sendable, Equatable, CounterexampleDescribable {
  /// Whether the app said that it was done.
  let wasAcknowledged: Bool
  /// The one that unlocked.
  let password: String
  let cards: [VaultCard]

  var counterexampleDescription: String {
    "\(wasAcknowledged ? "acknowledged" : "not acknowledged"); \(describe(password)) unlocks \(describe(cards))"
  }
}

/// What lies on the disk while no app runs.
struct AtRest: Sendable, Equatable {
  /// A secret that can be read there.
  var readable: String?
  // Records.
  var cards: Int
  var fields: Int
  var files: Int
  var fileContents: Int
}
