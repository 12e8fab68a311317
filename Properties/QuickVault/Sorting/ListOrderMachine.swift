import Foundation
import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

/// The order of the cards on the screen and in the vault, while they are updated and pinned: QV-34 and QV-35.
enum ListOrderMachine {
  typealias OrderCommand = Command<ListOrderModel, CardListDriver>

  static let pinned = machine(ofPinned: true)
  static let unpinned = machine(ofPinned: false)

  private static func machine(ofPinned isPinned: Bool) -> StateMachine<ListOrderModel, CardListDriver> {
    let name = isPinned ? "pinned" : "unpinned"
    return StateMachine(
      initially: Generator<CardsModel>.vault(of: 3...6, .smallCard).map { ListOrderModel(vault: $0, isOfPinned: isPinned) },
      commands: [update, togglePin, setClock, load], closing: [relaunch],
      invariants: [
        Invariant("the \(name) cards on the screen") { model, app in
          try await model.expectBlock(await app.list.filteredCards, in: app.vault)
          return true
        },
        Invariant("the \(name) cards as fetched") { model, app in
          try await model.expectBlock(try await app.vault.app.cards.fetchAllCards(), in: app.vault)
          return true
        },
      ]
    )
    .settingUp { app, model in
      try await app.begin(with: model.vault)
      for card in model.toBePinned { await app.list.togglePin(app.vault.id(of: card)) }
    }
    .withLongCases
    .withoutSwarm
    .labelling("three \(name)") { $0.block.count >= 3 }
    .labelling("equal times among them") { model in
      Set(model.block.map(\.modified.microseconds)).count < model.block.count
    }
    .showing { describe($0.block) }
  }

  static let update = OrderCommand("update", weight: 5, with: \.edit) { model, update in
    _ = try model.vault.update(update.card, update.edit)
  } system: { app, update in
    try await app.edit(update)
  }
  .labelled("one of them is updated and leads") { $0.leads(moved: $0.argument(CardUpdate.self)?.card) == true }
  .labelled("one of them is updated and does not lead") { $0.leads(moved: $0.argument(CardUpdate.self)?.card) == false }

  static let togglePin = OrderCommand("togglePin", weight: 2, with: \.vault.presentCard) { model, card in
    _ = try model.vault.togglePin(card)
  } system: { app, card in
    await app.list.togglePin(app.vault.id(of: card))
  }
  .labelled("one is unpinned and leads") { step in
    guard let card = step.argument(Int.self), step.before.vault.card(card)?.isPinned == true else { return false }
    return step.leads(moved: card) == true
  }

  static let setClock = OrderCommand("setClock", weight: 3, with: .clockStep) { model, step in
    model.vault.now.microseconds += step
  } system: { app, step in
    app.vault.clock.stepWallClock(by: .microseconds(step))
  }

  static let load = OrderCommand("load") { _ in
  } system: { app in
    await app.list.loadCards()
  }

  static let relaunch = OrderCommand("relaunch") { _ in
  } system: { app in
    try await app.relaunch()
  }
}

/// Cards that are in the vault, and of which the pinned or the other ones are looked at.
struct ListOrderModel: Sendable, CounterexampleDescribable {
  var vault: CardsModel
  let isOfPinned: Bool
  /// Turned when the case begins, so that there are some of both.
  let toBePinned: [Int]

  init(vault: CardsModel, isOfPinned: Bool) {
    (self.vault, self.isOfPinned) = (vault, isOfPinned)
    let count = vault.cards.count
    toBePinned = isOfPinned ? Array(0..<max(0, count - 1)) : [0]
    for card in toBePinned { _ = try? self.vault.togglePin(card) }
  }

  /// Those that are looked at, the latest first.
  var block: [PlacedCard] {
    vault.cards.filter { $0.isPinned == isOfPinned }.map(PlacedCard.init).sorted { ($0.modified, $0.created) > ($1.modified, $1.created) }
  }

  /// They have the times that they should have, and stand in the order of these, to the last bit.
  @MainActor
  func expectBlock(_ cards: [CardDTO], in vault: UnlockedVault) throws {
    let found = cards.filter { $0.isPinned == isOfPinned }
    func placed(_ cards: [CardDTO]) -> [PlacedCard] { cards.map { PlacedCard(vault.exact($0)) } }
    func byNumber(_ cards: [PlacedCard]) -> [PlacedCard] { cards.sorted { ($0.number ?? -1) < ($1.number ?? -1) } }
    try expect("these, by number", byNumber(placed(found)), equals: byNumber(block))
    try expect("in their order", placed(found), equals: placed(CardListing.inOrder(found)))
  }

  var counterexampleDescription: String { describe(vault) }

  fileprivate var edit: Generator<CardUpdate> {
    let vault = vault
    return Generator { source in
      let title = try source(.element(of: ["a", "b", "c"]))
      return CardUpdate(card: try source(vault.presentCard), edit: CardEdit(title: title))
    }
  }
}

/// What the order goes by.
struct PlacedCard: Sendable, Equatable, CounterexampleDescribable {
  let number: Int?
  let modified: Stamp
  let created: Stamp

  init(_ card: ExactCard) {
    (number, modified, created) = (card.number, card.modified, card.created)
  }

  var counterexampleDescription: String { "card \(number ?? -1) of \(describe(modified))" }
}

extension CommandStep<ListOrderModel> {
  /// Whether the card is the first of those that are looked at, of which there are others; nil if it is not among them.
  fileprivate func leads(moved card: Int?) -> Bool? {
    let block = after.block
    guard let card, block.count > 1, block.contains(where: { $0.number == card }) else { return nil }
    return block[0].number == card
  }
}
