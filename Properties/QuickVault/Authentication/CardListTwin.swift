import Foundation
import PropertyTesting
import QuickVaultReference

/// A second list, which asks the service anew after each change.
@MainActor
final class CardListTwin: CardList {
  enum Defect: String, CaseIterable, Sendable {
    case keepsCards = "keeps the cards when the vault is locked"
    case showsWhatWasBeingRead = "shows cards whose read was under way at the lock"
    case keepsACopyForFiltering = "drops the cards and keeps those that the filter shows"
  }

  nonisolated static let twin = Twin<QuickVaultSystem, Defect>("CardListTwin") { system, defect in
    system.parts.makeCardList = { CardListTwin($0, defect) }
  }

  private(set) var cards: [CardDTO] = []
  private(set) var filteredCards: [CardDTO] = []
  private(set) var selectedGroup: CardGroup?
  private(set) var searchQuery = ""
  private(set) var error: AppError?
  private let setup: CardListSetup
  private let defect: Defect?
  private var lives = 0

  init(_ setup: CardListSetup, _ defect: Defect?) {
    self.setup = setup
    self.defect = defect
  }

  func loadCards() async {
    let life = lives
    do {
      let found = try await setup.cards.fetchAllCards()
      guard life == lives || defect == .showsWhatWasBeingRead else { return }
      cards = setup.sort(found)
      error = nil
      filter()
    } catch {
      self.error = error as? AppError
    }
  }

  func filterByGroup(_ group: CardGroup?) {
    selectedGroup = group
    filter()
  }

  func search(_ query: String) {
    searchQuery = query
    filter()
  }

  func deleteCard(_ id: UUID) async {
    await change(id) {
      try await $0.deleteCard(id: id)
      return nil
    }
  }

  func togglePin(_ id: UUID) async { await change(id) { try await $0.togglePin(id: id) } }

  private func change(_ id: UUID, _ change: (any CardService) async throws -> CardDTO?) async {
    do {
      let card = try await change(setup.cards)
      setup.announce(id, card)
      await loadCards()
    } catch {
      self.error = error as? AppError
    }
  }

  private func filter() {
    let search = CardSearch(searchQuery)
    filteredCards = cards.filter {
      (selectedGroup.map(\.rawValue) ?? $0.group) == $0.group && search.matches($0)
    }
  }

  func cardDidChange(_ id: UUID, to card: CardDTO?) {
    guard let index = cards.firstIndex(where: { $0.id == id }) else { return }
    if let card { cards[index] = card } else { cards.remove(at: index) }
    cards = setup.sort(cards)
    filter()
  }

  func vaultDidLock() {
    lives += 1
    searchQuery = ""
    if defect == .keepsCards { return }
    cards = []
    if defect != .keepsACopyForFiltering { filter() }
  }

  var content: ScreenContent {
    ScreenContent(texts: filteredCards.flatMap { card in [card.title] + card.tags + card.fields.map(\.value) } + [searchQuery])
  }
}
