import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

/// What somebody does with the cards of an unlocked vault: the commands that several machines share.
enum CardCommands {
  typealias CardCommand = Command<CardsModel, UnlockedVault>

  static let create = create(.card)
  static let createSmall = create(.smallCard)

  static func create(_ card: Generator<CardDraft>) -> CardCommand {
    CardCommand("create", weight: 2, with: card) { vault, draft in
      vault.create(draft)
    } system: { vault, draft in
      try await vault.create(draft)
    }
  }

  static let togglePin = CardCommand("togglePin", weight: 3, with: \.anyCard) { vault, card in
    try vault.togglePin(card)
  } system: { vault, card in
    try await vault.togglePin(card)
  }

  static let update = CardCommand("update", weight: 4, with: \.edit) { vault, update in
    try vault.update(update.card, update.edit)
  } system: { vault, update in
    try await vault.update(update.card, update.edit)
  }

  static let delete = CardCommand("delete", with: \.anyCard) { vault, card in
    try vault.delete(card)
  } system: { vault, card in
    try await vault.delete(card)
  }

  static let setClock = CardCommand("setClock", weight: 3, with: .clockStep) { vault, step in
    vault.now.microseconds += step
  } system: { vault, step in
    vault.clock.stepWallClock(by: .microseconds(step))
  }

  static let relaunch = CardCommand("relaunch") { _ in
  } system: { vault in
    try await vault.relaunch()
  }

  static let everyCard = Invariant<CardsModel, UnlockedVault>(
    "every card, as it is fetched", model: \.cards, system: { try await $0.cardsByNumber() })
}

/// An update of a card.
struct CardUpdate: Sendable, CounterexampleDescribable {
  let card: Int
  let edit: CardEdit

  var counterexampleDescription: String { "card \(card): \(describe(edit))" }
}

extension CardsModel {
  /// Of one part or several, of which some are what they are already; now and then of none.
  var edit: Generator<CardUpdate> {
    let model = self
    return Generator { source in
      let number = try source(model.anyCard)
      let card = model.card(number)
      let type = card.flatMap { CardType(rawValue: $0.cardType) } ?? .generalText
      var edit = CardEdit()
      let parts = try source(.int(in: 0...15))
      if parts & 1 != 0 { edit.title = try source(.frequency((1, .constant(card?.title ?? "a")), (2, .contentfulText))) }
      if parts & 2 != 0 { edit.tags = try source(.frequency((1, .constant(card?.tags ?? [])), (2, .tags))) }
      if parts & 4 != 0 { edit.group = try source(.groupName) }
      if parts & 8 != 0 { edit.fields = try source(.fields(of: type)) }
      return CardUpdate(card: number, edit: edit)
    }
  }
}

extension Generator<Int64> {
  /// In microseconds: on either side of a millisecond and of a second, back, or by days.
  static var clockStep: Generator {
    .element(of: [1_000, 1, 999, 1_001, 0, 500_000, 1_000_000, 86_400_000_000, -1, -1_000, -2_000_000, -3_600_000_000])
  }
}
