import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

/// The list with its filter and its search, while cards change on it and elsewhere: QV-22.
enum CardListMachine {
  typealias ListCommand = Command<CardListModel, CardListDriver>

  static let machine = StateMachine(
    initially: Generator<CardsModel>.vault(of: 2...5, .smallCard).map { CardListModel(vault: $0) },
    commands: [filter, search, load, moveElsewhere, editElsewhere, createElsewhere, togglePin, delete, overlap, relock],
    closing: [load],
    invariants: [
      Invariant("the cards that are shown", model: \.shown, system: { try await $0.shown() }),
      Invariant("the group that is selected", model: \.group, system: { await $0.list.selectedGroup }),
    ]
  )
  .settingUp { app, model in try await app.begin(with: model.vault) }
  .withLongCases
  .withoutSwarm
  .labelling("a group with cards") { $0.group != nil && !$0.shown.isEmpty }
  .labelling("a group and a query") { $0.group != nil && !NaiveSearch($0.query).isForAll }
  .labelling("some match and some do not") { !$0.shown.isEmpty && $0.shown.count < $0.vault.cards.count }
  .showing { "\($0.group?.rawValue ?? "both groups"), \(describe($0.query)): \(describe($0.shown.compactMap(\.number)))" }

  static let filter = ListCommand("filterByGroup", weight: 4, with: .group) { model, group in
    model.group = group.map { CardGroup(rawValue: $0) ?? .personal }
  } system: { app, group in
    await app.list.filterByGroup(group.map { CardGroup(rawValue: $0) ?? .personal })
  }
  .labelled("back to both groups") { $0.before.group != nil && $0.after.group == nil }

  static let search = ListCommand(
    "search", weight: 3, with: .element(of: ["", "a", "b", "A", "家", " a ", "c", "Content"])
  ) { model, query in
    model.query = query
  } system: { app, query in
    await app.list.search(query)
  }

  static let load = ListCommand("load", weight: 2) { _ in
  } system: { app in
    await app.list.loadCards()
  }

  /// On the screen of the card.
  /// The vault is locked, and unlocked again: the list is empty until it is loaded, and the search forgotten.
  static let relock = ListCommand("relock") { model in
    model.query = ""
  } system: { app in
    try await app.relock()
  }
  .labelled("locked with a group") { $0.before.group != nil }

  static let moveElsewhere = ListCommand("moveElsewhere", weight: 3, with: \.move, requiring: { $0.vault.card($1.card) != nil }) {
    model, move in
    _ = try model.vault.update(move.card, move.edit)
  } system: { app, move in
    try await app.edit(move)
  }
  .labelled("a card changes its group") { step in
    guard let move = step.argument(CardUpdate.self) else { return false }
    return step.before.vault.card(move.card)?.group != step.after.vault.card(move.card)?.group
  }

  static let editElsewhere = ListCommand("editElsewhere", with: \.edit, requiring: { $0.vault.card($1.card) != nil }) {
    model, edit in
    _ = try model.vault.update(edit.card, edit.edit)
  } system: { app, edit in
    try await app.edit(edit)
  }

  /// The list is loaded when its screen comes back.
  static let createElsewhere = ListCommand("createElsewhere", with: .smallCard) { model, draft in
    _ = model.vault.create(draft)
  } system: { app, draft in
    try await app.vault.create(draft)
    await app.list.loadCards()
  }
  .labelled("a card is added elsewhere") { _ in true }

  static let togglePin = ListCommand("togglePin", weight: 2, with: \.vault.presentCard, when: { !$0.vault.cards.isEmpty }) {
    model, card in
    _ = try model.vault.togglePin(card)
  } system: { app, card in
    await app.list.togglePin(app.vault.id(of: card))
  }

  static let delete = ListCommand("delete", with: \.vault.presentCard, when: { !$0.vault.cards.isEmpty }) { model, card in
    try model.vault.delete(card)
  } system: { app, card in
    await app.list.deleteCard(app.vault.id(of: card))
  }
}

extension CardListMachine {
  /// On two screens, which answers reach in the other order.
  static let overlap = ListCommand(
    "overlap", weight: 3, with: { OverlappingChanges.generator(in: $0.vault) }, when: { !$0.vault.cards.isEmpty },
    requiring: { $0.vault.card($1.card) != nil }
  ) { model, changes in
    try changes.happen(in: &model.vault)
  } system: { app, changes in
    try await app.make(changes)
  }
  .labelled("the older of two changes is answered last") { $0.overlap.map { $0.first != nil && $0.second != .deletion } == true }
  .labelled("a change is answered after the deletion of its card") { $0.overlap.map { $0.first != nil && $0.second == .deletion } == true }
  .labelled("a card changes while the list is read") { $0.overlap.map { $0.first == nil } == true }
}

extension CommandStep<CardListModel> {
  fileprivate var overlap: OverlappingChanges? { argument(OverlappingChanges.self) }
}

struct CardListModel: Sendable, CounterexampleDescribable {
  var vault: CardsModel
  var group: CardGroup?
  var query = ""

  /// By number: in which order they stand, QV-33 to QV-35 say.
  var shown: [ExactCard] {
    let search = NaiveSearch(query)
    return vault.cards.filter { card in (group == nil || group?.rawValue == card.group) && card.isFound(by: search) }
  }

  var counterexampleDescription: String { describe(vault) }

  fileprivate var move: Generator<CardUpdate> {
    let vault = vault
    return Generator { source in
      CardUpdate(card: try source(vault.presentCard), edit: CardEdit(group: try source(.groupName)))
    }
  }

  fileprivate var edit: Generator<CardUpdate> {
    let vault = vault
    return Generator { source in
      CardUpdate(card: try source(vault.presentCard), edit: CardEdit(title: try source(.element(of: ["a", "b", "家", "c"]))))
    }
  }
}

extension Generator where Value == String? {
  fileprivate static var group: Generator { .element(of: [nil, "Personal", "Company"]) }
}

/// A list on the screen, over a vault.
struct CardListDriver: Sendable {
  let vault: UnlockedVault
  private(set) var list: any CardList
  /// What happens between a change or a reading of all cards and its answer.
  let interruption = Interruption()

  init(_ system: QuickVaultSystem) async throws {
    var system = system
    system.parts.alterCards { [interruption] cards, _ in
      AlteredCards(
        cards,
        fetchAllCards: {
          let read = try await cards.fetchAllCards()
          await interruption.pass()
          return read
        }, whenChanged: { await interruption.pass() })
    }
    vault = try await UnlockedVault(system)
    list = await vault.app.makeCardList()
  }

  func begin(with model: CardsModel) async throws {
    try await vault.begin(with: model)
    await list.loadCards()
  }

  /// With a new list, which is loaded.
  mutating func relaunch() async throws {
    try await vault.relaunch()
    list = await vault.app.makeCardList()
    await list.loadCards()
  }

  /// By number. - Throws: what the list says went wrong.
  func shown() async throws -> [ExactCard] {
    if let error = await list.error { throw error }
    return await MainActor.run { list.filteredCards.map(vault.exact) }.sorted { ($0.number ?? .max) < ($1.number ?? .max) }
  }

  /// Opens the card's screen, changes it there and saves it.
  func relock() async throws {
    await vault.lock()
    try expect("cards on the list of a locked vault", await list.cards.count, equals: 0)
    try await vault.unlock()
    await list.loadCards()
  }

  func edit(_ update: CardUpdate) async throws {
    let card = try await vault.dto(update.card)
    let screen = await vault.app.makeCardDetail(card)
    await MainActor.run {
      screen.isEditing = true
      if let title = update.edit.title { screen.card?.title = title }
      if let group = update.edit.group { screen.card?.group = group }
    }
    try await screen.saveCard()
  }
}
