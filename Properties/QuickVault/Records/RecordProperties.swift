import Foundation
import PropertyTesting
import QuickVaultReference
import StorageContract

/// What somebody else has done to the store.
public enum RecordProperties: PropertyGroup {
  public static let all: [Property<QuickVaultSystem>] = [damagedRecords]

  static let damagedRecords = Requirement<QuickVaultSystem>(
    "QV-M2", "Unreadable Records",
    says: """
      If a stored record lacks a field, has an invalid type, range or key, or holds another record's ciphertext, the \
      app refuses every operation that reads it, and a change has no effect. The log names the record and the field, \
      and shows none of the contents. Operations that do not read the record work. Once the record is repaired, \
      everything can be read again.
      """,
    covers: "10.1", "21.1", of: "CardService, AttachmentService", needs: [.storage],
    mustCatch: [.showsNoDamagedCards]
  ).holds(
    forAll: .damagedRecord,
    requiring: Dictionary(uniqueKeysWithValues: RecordDamage.allCases.map { ($0.rawValue, 0.05) }).merging([
      "in \(Card.collection)": 0.1, "in \(CardField.collection)": 0.1, "in \(CardAttachment.collection)": 0.1,
      "in \(AttachmentContents.collection)": 0.02,
    ]) { $1 }
  ) { damaged, system, trial in
    try await RecordDriver(system).run(damaged, trial)
  }
}

extension Generator where Value == DamagedRecord {
  static let damagedRecord = Generator { source in
    DamagedRecord(place: try source(.int(in: 0...60)), drawn: try source(.anyCase()))
  }
}

extension Fault<QuickVaultSystem> {
  static let showsNoDamagedCards = Fault("showsNoDamagedCards", "shows an empty vault if a card is unreadable") {
    $0.parts.alterCards { cards, _ in
      AlteredCards(cards, fetchAllCards: {
        do { return try await cards.fetchAllCards() } catch AppError.database { return [] }
      })
    }
  }
}
