import Foundation
import Observation
import PropertyTesting
import QuickVaultReference

/// A second list, which keeps what it shows in place of computing it.
@MainActor
@Observable
final class FilteredListTwin: CardList {
  enum Defect: String, CaseIterable, Sendable {
    case filtersWhatWasFiltered = "filters the cards shown before"
    case dropsTheFilterInASearch = "searches all groups"
    case dropsTheSearchInAFilter = "forgets the query when a group is selected"
    case showsNothingWithoutAGroup = "shows nothing when no group is selected"
    case filtersOnceAtLoading = "shows a change of the group at the next loading"
    case missesChangesElsewhere = "does not hear of changes on other screens"
    case keepsDeletedCards = "shows a card that was deleted until the next loading"
    case filtersBeforeItLoads = "shows all cards after loading"
    case mistakesTheGroup = "shows cards of the company among the personal ones"
    case appendsChangedCards = "shows a changed card twice"
    // Order.
    case sortsOnlyWhenLoading = "sorts the cards when it loads them, and not when they change"
    case putsChangedCardsFirst = "puts a changed card first, pinned or not"
  }

  nonisolated static let twin = Twin<QuickVaultSystem, Defect>("FilteredListTwin") { system, defect in
    system.parts.makeCardList = { FilteredListTwin($0, defect) }
  }

  private(set) var cards: [CardDTO] = []
  private(set) var filteredCards: [CardDTO] = []
  private(set) var selectedGroup: CardGroup?
  private(set) var searchQuery = ""
  private(set) var error: AppError?

  @ObservationIgnored private var session = 0
  private let setup: CardListSetup
  private let defect: Defect?

  init(_ setup: CardListSetup, _ defect: Defect?) {
    self.setup = setup
    self.defect = defect
  }

  func loadCards() async {
    await attempt { [setup] in
      let loaded = try await setup.cards.fetchAllCards()
      return { self.cards = setup.sort(loaded) }
    }
    if defect == .filtersBeforeItLoads { filteredCards = cards }
  }

  func filterByGroup(_ group: CardGroup?) {
    selectedGroup = group
    if defect == .dropsTheSearchInAFilter { searchQuery = "" }
    if defect != .filtersOnceAtLoading { show(of: defect == .filtersWhatWasFiltered ? filteredCards : cards) }
  }

  func search(_ query: String) {
    searchQuery = query
    show(inGroup: defect != .dropsTheFilterInASearch)
  }

  func deleteCard(_ id: UUID) async {
    await attempt { [setup] in
      try await setup.cards.deleteCard(id: id)
      return {
        if self.defect != .keepsDeletedCards { self.replace(id, by: nil) }
        setup.announce(id, nil)
      }
    }
  }

  func togglePin(_ id: UUID) async {
    await attempt { [setup] in
      let card = try await setup.cards.togglePin(id: id)
      return {
        self.replace(id, by: card)
        setup.announce(id, card)
      }
    }
  }

  func cardDidChange(_ id: UUID, to card: CardDTO?) {
    guard defect != .missesChangesElsewhere, card != nil || defect != .keepsDeletedCards else { return }
    replace(id, by: card)
  }

  func vaultDidLock() {
    session += 1
    (cards, filteredCards, searchQuery, error) = ([], [], "", nil)
  }

  var content: ScreenContent {
    ScreenContent(texts: [searchQuery] + filteredCards.flatMap { card in
      [card.title] + card.tags + card.fields.flatMap { [$0.label, $0.value] }
    })
  }

  private func replace(_ id: UUID, by card: CardDTO?) {
    if let card, let known = cards.first(where: { $0.id == id }), card.modifiedAt < known.modifiedAt { return }
    let place = cards.firstIndex { $0.id == id } ?? cards.endIndex
    var others = cards
    if defect != .appendsChangedCards || card == nil { others.removeAll { $0.id == id } }
    switch (card, defect) {
    case (let card?, .sortsOnlyWhenLoading): others.insert(card, at: min(place, others.endIndex))
    case (let card?, .putsChangedCardsFirst): others.insert(card, at: 0)
    case (let card?, _): others = setup.sort(others + [card])
    case (nil, _): break
    }
    cards = others
    show()
  }

  private func show(inGroup: Bool = true, of base: [CardDTO]? = nil) {
    let finds = setup.search(searchQuery)
    filteredCards = (base ?? cards).filter { card in
      guard finds(card) else { return false }
      guard inGroup else { return true }
      guard let selectedGroup else { return defect != .showsNothingWithoutAGroup }
      return card.group == selectedGroup.rawValue || defect == .mistakesTheGroup && selectedGroup == .personal
    }
  }

  private func attempt(_ operation: () async throws -> @MainActor () -> Void) async {
    let begun = session
    do {
      let finish = try await operation()
      guard begun == session else { return }
      finish()
      error = nil
      show()
    } catch let failure as AppError {
      if begun == session || failure == .card(.locked) { error = failure }
    } catch {
      // Cancelled: nobody waits for it.
    }
  }
}
