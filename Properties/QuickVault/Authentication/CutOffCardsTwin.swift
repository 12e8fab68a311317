import Foundation
import PropertyTesting
import QuickVaultReference
import Synchronization

/// The reference's cards behind another service: what it does when a lock comes in the middle.
struct CutOffCardsTwin: CardService {
  enum Defect: String, CaseIterable, Sendable {
    case storesAndTellsOfALock = "stores a card and reports a lock instead"
    case givesOutWhatItReadBefore = "returns contents read earlier although the vault is locked"
  }

  static let twin = Twin<QuickVaultSystem, Defect>("CutOffCardsTwin") { system, defect in
    let make = system.parts.makeCards
    system.parts.makeCards = { CutOffCardsTwin($0, make($0), defect) }
  }

  private let setup: CardSetup
  private let base: any CardService
  private let defect: Defect?
  private let cache = Cache()

  private final class Cache: Sendable {
    let cards = Mutex<[CardDTO]>([])
  }

  init(_ setup: CardSetup, _ base: any CardService, _ defect: Defect?) {
    self.setup = setup
    self.base = base
    self.defect = defect
  }

  func createCard(
    title: String, group: String, cardType: String, fields: [CardFieldDTO], tags: [String]
  ) async throws -> CardDTO {
    let card = try await base.createCard(title: title, group: group, cardType: cardType, fields: fields, tags: tags)
    if defect == .storesAndTellsOfALock, (try? await setup.access.begin()) == nil { throw AppError.card(.locked) }
    return card
  }

  func updateCard(
    id: UUID, title: String?, group: String?, fields: [CardFieldDTO]?, tags: [String]?
  ) async throws -> CardDTO {
    try await base.updateCard(id: id, title: title, group: group, fields: fields, tags: tags)
  }

  func deleteCard(id: UUID) async throws { try await base.deleteCard(id: id) }

  func fetchAllCards() async throws -> [CardDTO] {
    do {
      let cards = try await base.fetchAllCards()
      cache.cards.withLock { $0 = cards }
      return cards
    } catch AppError.card(.locked) {
      let cached = cache.cards.withLock { $0 }
      if defect == .givesOutWhatItReadBefore && !cached.isEmpty { return cached }
      throw AppError.card(.locked)
    }
  }

  func searchCards(query: String) async throws -> [CardDTO] { try await base.searchCards(query: query) }

  func togglePin(id: UUID) async throws -> CardDTO { try await base.togglePin(id: id) }
}
