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
  private let toggle: Toggle?
  private let search: Search?
  private let delete: Delete?
  private let fetchAll: FetchAll?
  private let whenChanged: @Sendable () async -> Void

  /// - Parameters:
  ///   - fieldsIn: what becomes of the fields that are given, at a creation and at an update.
  ///   - whenChanged: happens between an update or a pin and its answer.
  init(
    _ base: any CardService, fieldsIn: @escaping @Sendable ([CardFieldDTO]) -> [CardFieldDTO] = { $0 },
    togglePin: Toggle? = nil, search: Search? = nil, deleteCard: Delete? = nil, fetchAllCards: FetchAll? = nil,
    whenChanged: @escaping @Sendable () async -> Void = {}
  ) {
    self.base = base
    self.fieldsIn = fieldsIn
    toggle = togglePin
    self.search = search
    delete = deleteCard
    fetchAll = fetchAllCards
    self.whenChanged = whenChanged
  }

  func createCard(
    title: String, group: String, cardType: String, fields: [CardFieldDTO], tags: [String]
  ) async throws -> CardDTO {
    try await base.createCard(title: title, group: group, cardType: cardType, fields: fieldsIn(fields), tags: tags)
  }

  func updateCard(
    id: UUID, title: String?, group: String?, fields: [CardFieldDTO]?, tags: [String]?
  ) async throws -> CardDTO {
    let card = try await base.updateCard(id: id, title: title, group: group, fields: fields.map(fieldsIn), tags: tags)
    await whenChanged()
    return card
  }

  func deleteCard(id: UUID) async throws {
    if let delete { try await delete(id) } else { try await base.deleteCard(id: id) }
  }

  func fetchAllCards() async throws -> [CardDTO] {
    if let fetchAll { try await fetchAll() } else { try await base.fetchAllCards() }
  }

  func searchCards(query: String) async throws -> [CardDTO] {
    if let search { try await search(query) } else { try await base.searchCards(query: query) }
  }

  func togglePin(id: UUID) async throws -> CardDTO {
    let card = if let toggle { try await toggle(id) } else { try await base.togglePin(id: id) }
    await whenChanged()
    return card
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
