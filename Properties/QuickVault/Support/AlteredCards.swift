import Foundation
import QuickVaultReference

/// A card service with some of its calls changed: for faults of one line, and for what interrupts a call.
struct AlteredCards: CardService {
  typealias Toggle = @Sendable (UUID) async throws -> CardDTO
  typealias Search = @Sendable (String) async throws -> [CardDTO]
  typealias Delete = @Sendable (UUID) async throws -> Void
  typealias FetchAll = @Sendable () async throws -> [CardDTO]

  private let base: any CardService
  private let fieldsIn: @Sendable ([CardFieldDTO]) -> [CardFieldDTO]
  private let cardOut: @Sendable (CardDTO) -> CardDTO
  private let toggle: Toggle?
  private let search: Search?
  private let delete: Delete?
  private let fetchAll: FetchAll?

  /// - Parameters:
  ///   - fieldsIn: what becomes of the fields that are given, at a creation and at an update.
  ///   - cardOut: what becomes of each card that is returned.
  init(
    _ base: any CardService, fieldsIn: @escaping @Sendable ([CardFieldDTO]) -> [CardFieldDTO] = { $0 },
    cardOut: @escaping @Sendable (CardDTO) -> CardDTO = { $0 }, togglePin: Toggle? = nil, search: Search? = nil,
    deleteCard: Delete? = nil, fetchAllCards: FetchAll? = nil
  ) {
    self.base = base
    self.fieldsIn = fieldsIn
    self.cardOut = cardOut
    toggle = togglePin
    self.search = search
    delete = deleteCard
    fetchAll = fetchAllCards
  }

  func createCard(
    title: String, group: String, cardType: String, fields: [CardFieldDTO], tags: [String]
  ) async throws -> CardDTO {
    cardOut(
      try await base.createCard(title: title, group: group, cardType: cardType, fields: fieldsIn(fields), tags: tags))
  }

  func updateCard(
    id: UUID, title: String?, group: String?, fields: [CardFieldDTO]?, tags: [String]?
  ) async throws -> CardDTO {
    cardOut(try await base.updateCard(id: id, title: title, group: group, fields: fields.map(fieldsIn), tags: tags))
  }

  func deleteCard(id: UUID) async throws {
    if let delete { try await delete(id) } else { try await base.deleteCard(id: id) }
  }

  func fetchAllCards() async throws -> [CardDTO] {
    guard let fetchAll else { return try await base.fetchAllCards().map(cardOut) }
    return try await fetchAll().map(cardOut)
  }

  func searchCards(query: String) async throws -> [CardDTO] {
    guard let search else { return try await base.searchCards(query: query).map(cardOut) }
    return try await search(query).map(cardOut)
  }

  func togglePin(id: UUID) async throws -> CardDTO {
    guard let toggle else { return cardOut(try await base.togglePin(id: id)) }
    return cardOut(try await toggle(id))
  }
}

extension VaultParts {
  mutating func alterCards(_ alter: @escaping @Sendable (any CardService, CardSetup) -> any CardService) {
    let make = makeCards
    makeCards = { alter(make($0), $0) }
  }

  mutating func alterCrypto(_ alter: @escaping @Sendable (any CryptoService) -> any CryptoService) {
    let make = makeCrypto
    makeCrypto = { alter(make($0)) }
  }
}
