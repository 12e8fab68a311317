import Foundation
import Observation

/// The list of cards with its filter and its search.
@MainActor
public protocol CardList: ScreenModel {
  /// In the order of ``CardSorter``; empty while the vault is locked.
  var cards: [CardDTO] { get }
  /// Those of the group that the search finds, in the same order.
  var filteredCards: [CardDTO] { get }
  /// Nil for all.
  var selectedGroup: CardGroup? { get }
  var searchQuery: String { get }
  /// Of the last operation; nil if it succeeded.
  var error: AppError? { get }

  func loadCards() async
  func filterByGroup(_ group: CardGroup?)
  func search(_ query: String)
  func deleteCard(_ id: UUID) async
  func togglePin(_ id: UUID) async
}

/// What a list works with.
public struct CardListSetup: Sendable {
  public var cards: any CardService
  public var sort: @Sendable ([CardDTO]) -> [CardDTO]
  /// Tells the other screens that a card was changed, or deleted.
  public var announce: @MainActor @Sendable (CardDTO.ID, CardDTO?) -> Void

  public init(
    cards: any CardService, sort: @escaping @Sendable ([CardDTO]) -> [CardDTO] = { CardSorter.sorted($0) },
    announce: @escaping @MainActor @Sendable (CardDTO.ID, CardDTO?) -> Void = { _, _ in }
  ) {
    self.cards = cards
    self.sort = sort
    self.announce = announce
  }
}

/// Operations may overlap: a list that was read before a card changed is read again, and one that was read before the vault
/// was locked is thrown away.
@MainActor
@Observable
public final class CardListViewModel: CardList {
  public private(set) var cards: [CardDTO] = []
  public private(set) var selectedGroup: CardGroup?
  public private(set) var searchQuery = ""
  public private(set) var error: AppError?

  @ObservationIgnored private var locks = 0
  @ObservationIgnored private var changes = 0
  private let setup: CardListSetup

  public init(_ setup: CardListSetup) {
    self.setup = setup
  }

  public var filteredCards: [CardDTO] {
    let search = CardSearch(searchQuery)
    return cards.filter { card in
      (selectedGroup == nil || card.group == selectedGroup?.rawValue) && search.matches(card)
    }
  }

  public func loadCards() async {
    await run { [setup] in
      var fetched: [CardDTO]
      var changesBefore: Int
      repeat {
        changesBefore = self.changes
        fetched = try await setup.cards.fetchAllCards()
      } while changesBefore != self.changes
      return { self.cards = setup.sort(fetched) }
    }
  }

  public func filterByGroup(_ group: CardGroup?) { selectedGroup = group }

  public func search(_ query: String) { searchQuery = query }

  public func deleteCard(_ id: UUID) async {
    await run { [setup] in
      try await setup.cards.deleteCard(id: id)
      return {
        self.cardDidChange(id, to: nil)
        setup.announce(id, nil)
      }
    }
  }

  public func togglePin(_ id: UUID) async {
    await run { [setup] in
      let card = try await setup.cards.togglePin(id: id)
      return {
        self.cardDidChange(id, to: card)
        setup.announce(id, card)
      }
    }
  }

  /// What the user searched for tells of the vault too.
  public func vaultDidLock() {
    locks += 1
    cards = []
    searchQuery = ""
    error = nil
  }

  public func cardDidChange(_ id: UUID, to card: CardDTO?) {
    changes += 1
    // Of two changes at once the later one may be told first.
    if let card, let known = cards.first(where: { $0.id == id }), known.modifiedAt > card.modifiedAt { return }
    cards = setup.sort(cards.filter { $0.id != id } + (card.map { [$0] } ?? []))
  }

  public var content: ScreenContent {
    ScreenContent(
      texts: [searchQuery] + filteredCards.flatMap { [$0.title] + $0.tags + $0.fields.flatMap { [$0.label, $0.value] } })
  }

  /// - Parameter operation: gives what is to be shown of it, unless the vault was locked meanwhile.
  private func run(_ operation: () async throws -> @MainActor () -> Void) async {
    let locksBefore = locks
    do {
      let show = try await operation()
      guard locksBefore == locks else { return }
      show()
      error = nil
    } catch let failure as AppError {
      if locksBefore == locks || failure == .card(.locked) { error = failure }
    } catch {
      // Who cancelled it knows.
    }
  }
}
