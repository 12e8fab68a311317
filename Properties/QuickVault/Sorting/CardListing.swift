import Foundation
import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference
import Synchronization

/// Cards to be listed, of which many have equal times.
struct CardListing: Sendable, CounterexampleDescribable {
  let cards: [CardDTO]
  let shuffled: [CardDTO]
  /// Places in ``cards`` of those that are toggled on the screen, one after the other, and the seconds at which that is.
  let toggles: [(place: Int, second: Int)]

  var counterexampleDescription: String {
    let turns = toggles.map { "toggles \($0.place) at \($0.second) s" }.joined(separator: ", ")
    return "[" + cards.map(Self.text).joined(separator: ", ") + "]" + (turns.isEmpty ? "" : ", then \(turns)")
  }

  private static func text(_ card: CardDTO) -> String {
    "\(card.title)\(card.isPinned ? " pinned" : "") modified \(describe(Stamp(card.modifiedAt))) "
      + "created \(describe(Stamp(card.createdAt))) id \(card.id.uuidString.prefix(8))"
  }

  func expectSorted(by sort: @Sendable ([CardDTO]) -> [CardDTO]) throws {
    let sorted = sort(cards)
    try expect("the order", sorted.map(Self.text), equals: Self.inOrder(cards).map(Self.text))
    try expect("the order, of other input", sort(shuffled).map(Self.text), equals: sorted.map(Self.text))
    try expect("the order, sorted again", sort(sorted).map(Self.text), equals: sorted.map(Self.text))
  }

  /// A list on the screen over a service that has these cards, in the order that every service gives.
  @MainActor
  func expectSortedOnTheScreen(of system: QuickVaultSystem) async throws {
    let service = ListedCards(cards, sort: system.parts.sort)
    let list = system.parts.makeCardList(CardListSetup(cards: service, search: system.parts.search, sort: system.parts.sort))
    await list.loadCards()
    try expect("the list", list.cards.map(Self.text), equals: Self.inOrder(service.all).map(Self.text))
    for (place, second) in toggles {
      service.second = second
      await list.togglePin(cards[place].id)
      let expected = Self.inOrder(service.all).map(Self.text)
      try expect("the list after a toggle of \(cards[place].title)", list.cards.map(Self.text), equals: expected)
      try expect("what it shows then", list.filteredCards.map(Self.text), equals: expected)
    }
  }

  /// The first is the one that no other precedes, and so on: a selection sort.
  static func inOrder(_ cards: [CardDTO]) -> [CardDTO] {
    var (left, result) = (cards, [CardDTO]())
    while !left.isEmpty {
      let first = left.indices.first { place in
        left.indices.allSatisfy { $0 == place || !precedes(left[$0], left[place]) }
      }
      result.append(left.remove(at: first ?? left.startIndex))
    }
    return result
  }

  private static func precedes(_ a: CardDTO, _ b: CardDTO) -> Bool {
    if a.isPinned != b.isPinned { return a.isPinned }
    let (x, y) = (a.modifiedAt.timeIntervalSinceReferenceDate, b.modifiedAt.timeIntervalSinceReferenceDate)
    if x != y { return x > y }
    let (v, w) = (a.createdAt.timeIntervalSinceReferenceDate, b.createdAt.timeIntervalSinceReferenceDate)
    return v == w ? a.id.uuidString < b.id.uuidString : v > w
  }

  func label(_ trial: Trial) {
    let pinned = cards.filter(\.isPinned).count
    trial.label("all pinned", if: pinned == cards.count && pinned > 1)
    trial.label("none pinned", if: pinned == 0)
    trial.label("some pinned", if: pinned > 0 && pinned < cards.count)
    trial.label("equal modifications", if: Set(cards.map(\.modifiedAt)).count < cards.count)
    trial.label(
      "equal but for the id",
      if: Set(cards.map { ["\($0.isPinned)", describe(Stamp($0.modifiedAt)), describe(Stamp($0.createdAt))] }).count < cards.count)
    trial.label("a toggle on the screen", if: !toggles.isEmpty)
  }
}

/// A service that has cards, and does nothing but turn their pins.
final class ListedCards: CardService {
  private struct State {
    var cards: [CardDTO]
    var second = 0
  }

  private let state: Mutex<State>
  private let sort: @Sendable ([CardDTO]) -> [CardDTO]

  init(_ cards: [CardDTO], sort: @escaping @Sendable ([CardDTO]) -> [CardDTO]) {
    state = Mutex(State(cards: cards))
    self.sort = sort
  }

  var all: [CardDTO] { state.withLock { $0.cards } }

  /// At which a toggle counts.
  var second: Int {
    get { state.withLock { $0.second } }
    set { state.withLock { $0.second = newValue } }
  }

  func fetchAllCards() async throws -> [CardDTO] { sort(all) }
  func searchCards(query: String) async throws -> [CardDTO] { sort(all.filter(CardSearch(query).matches)) }

  func togglePin(id: UUID) async throws -> CardDTO {
    try state.withLock { state in
      guard let index = state.cards.firstIndex(where: { $0.id == id }) else { throw AppError.card(.notFound) }
      state.cards[index].isPinned.toggle()
      state.cards[index].modifiedAt = Date(timeIntervalSinceReferenceDate: Double(state.second))
      return state.cards[index]
    }
  }

  func createCard(
    title: String, group: String, cardType: String, fields: [CardFieldDTO], tags: [String]
  ) async throws -> CardDTO { throw AppError.card(.locked) }
  func updateCard(
    id: UUID, title: String?, group: String?, fields: [CardFieldDTO]?, tags: [String]?
  ) async throws -> CardDTO { throw AppError.card(.locked) }
  func deleteCard(id: UUID) async throws { throw AppError.card(.locked) }
}

extension Generator where Value == CardListing {
  static var cardListings: Generator {
    Generator { source in
      let count = try source(.frequency((1, .int(in: 0...3)), (3, .int(in: 2...8))))
      let pins = try source(.frequency((4, .constant(2)), (1, .constant(0)), (1, .constant(1))))
      let ids = IDSource()
      // From the first second of the toggles on, and before it.
      let second = Generator<Int>.element(of: [0, 0, 1, 2])
      var cards: [CardDTO] = []
      for place in 0..<count {
        let isPinned = pins == 2 ? try source(.bool) : pins == 1
        let fraction = try source(.element(of: [0, 0.001, 0.5]))
        let modified = Double(try source(second)) + fraction
        cards.append(
          CardDTO(
            id: ids.next(), title: "\(try source(.element(of: ["a", "b"])))\(place)", group: "Personal", cardType: "GeneralText",
            fields: [], isPinned: isPinned, tags: [], createdAt: Date(timeIntervalSinceReferenceDate: Double(try source(second))),
            modifiedAt: Date(timeIntervalSinceReferenceDate: modified)))
      }
      var toggles: [(place: Int, second: Int)] = []
      if !cards.isEmpty {
        // Each later than all before: a toggle moves the modification on.
        for turn in 0..<(try source(.int(in: 0...3))) {
          toggles.append((try source(.int(in: 0...cards.count - 1)), 3 + turn))
        }
      }
      return CardListing(cards: cards, shuffled: try source(.permutation(of: cards)), toggles: toggles)
    }
  }
}
