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
    mustCatch: [
      .showsNoDamagedCards, .listsNoDamagedAttachments, .saysNothingOfTheRecord, .tellsWhatItFound, .readsAroundDamage,
    ]
  ).holds(
    forAll: .damagedRecord,
    requiring: Dictionary(uniqueKeysWithValues: RecordDamage.allCases.map { ($0.rawValue, 0.05) }).merging([
      "in \(Card.collection)": 0.1, "in \(CardField.collection)": 0.1, "in \(CardAttachment.collection)": 0.1,
      "in \(AttachmentContents.collection)": 0.02,
    ]) { $1 }
  ) { damaged, system, trial in
    try await RecordSession(system).run(damaged, trial)
  }
}

extension Generator where Value == DamagedRecord {
  static let damagedRecord = Generator { source in
    DamagedRecord(place: try source(.int(in: 0...60)), drawn: try source(.anyCase()))
  }
}

// What QV-M2 must catch.
extension Fault<QuickVaultSystem> {
  static let showsNoDamagedCards = reading("showsNoDamagedCards", "shows an empty vault if a card is unreadable") { _, _ in [] }

  static let saysNothingOfTheRecord = reading("saysNothingOfTheRecord", "does not say which record is unreadable") { _, _ in
    throw AppError.database("a record does not read")
  }

  static let tellsWhatItFound = reading("tellsWhatItFound", "writes the record's contents into the log") { log, setup in
    let found = try await setup.store.read { transaction in
      try [Card.collection, CardField.collection].flatMap { try transaction.scan($0) }.map { record in
        record.fields.values.map { value in
          if case .bytes(let bytes) = value { String(decoding: bytes, as: UTF8.self) } else { "\(value)" }
        }.joined(separator: " ")
      }
    }
    throw AppError.database("\(log): \(found)")
  }

  static let readsAroundDamage = Fault("readsAroundDamage", "leaves unreadable cards out of a search") {
    $0.parts.alterCards { cards, _ in
      AlteredCards(cards, search: { query in
        do { return try await cards.searchCards(query: query) } catch AppError.database { return [] }
      })
    }
  }

  static let listsNoDamagedAttachments = Fault(
    "listsNoDamagedAttachments", "lists no attachments if one is unreadable"
  ) { system in
    let make = system.parts.makeAttachments
    system.parts.makeAttachments = { setup in
      ChangedAttachments(base: make(setup), list: { base, card in
        do {
          return try await base.fetchAttachments(for: card)
        } catch AppError.database, AppError.attachment(.corrupted) {
          return []
        }
      })
    }
  }

  private static func reading(
    _ id: String, _ fact: String, _ rescue: @escaping @Sendable (String, CardSetup) async throws -> [CardDTO]
  ) -> Fault {
    Fault(id, fact) {
      $0.parts.alterCards { cards, setup in
        AlteredCards(cards, fetchAllCards: {
          do { return try await cards.fetchAllCards() } catch AppError.database(let log) { return try await rescue(log, setup) }
        })
      }
    }
  }
}
