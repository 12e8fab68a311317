import Foundation
import Observation

/// The list of cards with its filter and its search.
@MainActor
public protocol CardList: ScreenModel {
  /// All cards in the order of ``CardSorter``. Empty until they are loaded, and while the vault is locked.
  var cards: [CardDTO] { get }
  /// The cards of the selected group that the search finds, in the same order.
  var filteredCards: [CardDTO] { get }
  /// The group that the list shows. Nil shows all cards.
  var selectedGroup: CardGroup? { get }
  /// The text that the search looks for. A lock clears it.
  var searchQuery: String { get }
  /// The error of the last operation, or nil if it succeeded.
  var error: AppError? { get }

  /// Reads all cards again. After an error the list stays as it is.
  func loadCards() async
  /// Shows the cards of one group, or of all groups for nil.
  func filterByGroup(_ group: CardGroup?)
  /// Shows the cards that the query finds: see ``CardSearch``.
  func search(_ query: String)
  /// Deletes the card and takes it off the list.
  func deleteCard(_ id: UUID) async
  /// Pins the card, or unpins it, and sorts the list again.
  func togglePin(_ id: UUID) async
}

/// The parts that a list of cards uses.
public struct CardListSetup: Sendable {
  /// Reads, deletes and pins the cards.
  public var cards: any CardService
  /// The test for the cards that a query finds.
  public var search: @Sendable (_ query: String) -> CardSearch.Matches
  /// Orders the cards.
  public var sort: @Sendable ([CardDTO]) -> [CardDTO]
  /// Tells the other screens that a card was changed, or deleted if the card is nil.
  public var announce: @MainActor @Sendable (CardDTO.ID, CardDTO?) -> Void

  /// Creates a setup. By default it has the search and order of this module, and announces nothing.
  public init(
    cards: any CardService, search: @escaping @Sendable (_ query: String) -> CardSearch.Matches = { CardSearch($0).matches },
    sort: @escaping @Sendable ([CardDTO]) -> [CardDTO] = { CardSorter.sorted($0) },
    announce: @escaping @MainActor @Sendable (CardDTO.ID, CardDTO?) -> Void = { _, _ in }
  ) {
    self.cards = cards
    self.search = search
    self.sort = sort
    self.announce = announce
  }
}

/// A list of cards over the card service. Operations may overlap. If a card changes while the list is read, the model
/// reads it again. If the vault locks while the list is read, the model drops what it has read.
@MainActor
@Observable
public final class CardListViewModel: CardList {
  public private(set) var cards: [CardDTO] = []
  public private(set) var selectedGroup: CardGroup?
  public private(set) var searchQuery = ""
  public private(set) var error: AppError?

  @ObservationIgnored private var locks = 0
  @ObservationIgnored private var changes = 0
  /// The cards that were deleted since the last lock. No other card gets the id of one.
  @ObservationIgnored private var deleted: Set<UUID> = []
  private let setup: CardListSetup

  /// Starts empty, without a filter and without a search.
  public init(_ setup: CardListSetup) {
    self.setup = setup
  }

  public var filteredCards: [CardDTO] {
    let matches = setup.search(searchQuery)
    return cards.filter { card in
      (selectedGroup == nil || card.group == selectedGroup?.rawValue) && matches(card)
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

  /// Clears the search text with the cards, because it reveals something about the vault, too.
  public func vaultDidLock() {
    locks += 1
    deleted = []
    cards = []
    searchQuery = ""
    error = nil
  }

  public func cardDidChange(_ id: UUID, to card: CardDTO?) {
    changes += 1
    if card == nil { deleted.insert(id) }
    // If two changes overlap, the later one may arrive first.
    if card != nil, deleted.contains(id) { return }
    if let card, let known = cards.first(where: { $0.id == id }), known.modifiedAt > card.modifiedAt { return }
    cards = setup.sort(cards.filter { $0.id != id } + (card.map { [$0] } ?? []))
  }

  public var content: ScreenContent {
    ScreenContent(
      texts: [searchQuery] + filteredCards.flatMap { [$0.title] + $0.tags + $0.fields.flatMap { [$0.label, $0.value] } })
  }

  /// Runs an operation, and keeps its error in ``error``.
  /// - Parameter operation: returns a closure that shows the result. The closure is not called if the vault was locked
  ///   meanwhile.
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
      // Whoever cancelled the operation knows about it.
    }
  }
}
