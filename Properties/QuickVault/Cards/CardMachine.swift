import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

/// The lives of cards: QV-02, QV-04 and QV-05, each with the commands that it is about.
enum CardMachine {
  typealias CardCommand = CardCommands.CardCommand

  static let times = StateMachine(
    initially: .vault(of: 1...3),
    commands: [
      CardCommands.createSmall, updateUnderTheClock, CardCommands.togglePin, CardCommands.setClock,
      relaunchAfterAChange, attemptsWhileLocked,
    ],
    closing: [CardCommands.relaunch], invariants: [CardCommands.everyCard]
  )
  .settingUp { vault, model in try await vault.begin(with: model) }
  .withLongCases
  .withoutSwarm
  .showing { "\($0.cards.count) cards at \(describe($0.now))" }

  static let pins = StateMachine(
    initially: .vault(of: 1...3),
    commands: [CardCommands.createSmall, togglePins, updateBesidePins, relaunchWithPins, CardCommands.setClock],
    closing: [CardCommands.relaunch], invariants: [CardCommands.everyCard]
  )
  .settingUp { vault, model in try await vault.begin(with: model) }
  .withLongCases
  .withoutSwarm
  .showing { "pinned \(describe($0.cards.filter(\.isPinned).compactMap(\.number))) of \($0.cards.count)" }

  static let tags = StateMachine(
    initially: .vault(of: 0...2, .taggedCard),
    commands: [createTagged, retag, updateBesideTags, CardCommands.togglePin, CardCommands.relaunch],
    closing: [CardCommands.relaunch], invariants: [CardCommands.everyCard]
  )
  .settingUp { vault, model in try await vault.begin(with: model) }
  .withLongCases
  .withoutSwarm
  .labelling("an empty tag") { $0.hasTag { $0.isEmpty } }
  .labelling("a tag with a comma") { $0.hasTag { $0.hasBytes(of: ",") } }
  .labelling("a tag with a NUL or a newline") { $0.hasTag { $0.unicodeScalars.contains { $0 == "\0" || $0 == "\n" } } }
  .labelling("a decomposed tag") { $0.hasTag { !$0.isExactly($0.precomposedStringWithCanonicalMapping) } }
  .labelling("a tag twice") { $0.cards.contains { Set($0.tags).count < $0.tags.count } }
  .labelling("twenty tags") { $0.cards.contains { $0.tags.count == 20 } }
  .showing { "tags \(describe($0.cards.map(\.tags)))" }

  private static let updateUnderTheClock = CardCommands.update
    .labelled("an update of nothing") { step in
      step.argument(CardUpdate.self).map { $0.edit.isEmpty && step.before.card($0.card) != nil } ?? false
    }
    .labelled("an update to what the card is") { step in
      guard let update = step.argument(CardUpdate.self), !update.edit.isEmpty, var card = step.before.card(update.card)
      else { return false }
      update.edit.applied(to: &card)
      return card == step.before.card(update.card)
    }
    .labelled("a change while the clock is behind") { step in
      step.argument(CardUpdate.self).flatMap { step.before.card($0.card) }.map { step.before.now < $0.modified } ?? false
    }
    .labelled("a change within a millisecond") { step in
      step.argument(CardUpdate.self).flatMap { step.before.card($0.card) }.map {
        0..<1_000 ~= step.before.now.microseconds - $0.modified.microseconds
      } ?? false
    }

  private static let relaunchAfterAChange = CardCommands.relaunch
    .labelled("a relaunch after a change") { $0.before.cards.contains { $0.modified != $0.created } }

  private static let attemptsWhileLocked = CardCommand("attemptsWhileLocked", with: \.presentCard, when: { !$0.cards.isEmpty }) {
    _, _ in
    LockedAttempt.allCases.map { "\($0): card(locked)" }
  } system: { vault, card in
    try await vault.attemptsWhileLocked(on: card)
  }
  .labelled("attempts while locked") { _ in true }

  /// So many times in a row.
  private static let togglePins = CardCommand("togglePins", weight: 4, with: \.pinTurns) { vault, turns in
    var card = try vault.togglePin(turns.card)
    for _ in 1..<turns.count { card = try vault.togglePin(turns.card) }
    return card
  } system: { vault, turns in
    var card = try await vault.togglePin(turns.card)
    for _ in 1..<turns.count { card = try await vault.togglePin(turns.card) }
    return card
  }
  .labelled("toggles an odd number of times") { $0.argument(PinTurns.self)?.isOdd(in: $0.before) == true }
  .labelled("toggles an even number of times") { $0.argument(PinTurns.self)?.isOdd(in: $0.before) == false }
  .labelled("toggles beside others of the group") { step in
    guard let card = step.argument(PinTurns.self).flatMap({ step.before.card($0.card) }) else { return false }
    return step.before.cards.contains { $0.number != card.number && $0.group == card.group }
  }

  private static let updateBesidePins = CardCommands.update
    .labelled("updates a pinned card") { step in
      step.argument(CardUpdate.self).flatMap { step.before.card($0.card) }?.isPinned ?? false
    }

  private static let relaunchWithPins = CardCommands.relaunch.weighing(3)
    .labelled("a relaunch with a pinned card") { $0.before.cards.contains(where: \.isPinned) }

  private static let createTagged = CardCommands.create(.taggedCard)

  private static let retag = CardCommand("retag", weight: 4, with: \.retagging) { vault, update in
    try vault.update(update.card, update.edit)
  } system: { vault, update in
    try await vault.update(update.card, update.edit)
  }
  .labelled("tags are cleared") { step in
    step.argument(CardUpdate.self).map { step.before.card($0.card)?.tags.isEmpty == false && $0.edit.tags == [] } ?? false
  }

  private static let updateBesideTags = CardCommands.update
    .labelled("tags stay in an update") { step in
      step.argument(CardUpdate.self).map {
        step.before.card($0.card)?.tags.isEmpty == false && $0.edit.tags == nil && !$0.edit.isEmpty
      } ?? false
    }
}

/// A card that is toggled so often.
struct PinTurns: Sendable, CounterexampleDescribable {
  let card: Int
  let count: Int

  func isOdd(in vault: CardsModel) -> Bool? { vault.card(card) == nil ? nil : count % 2 == 1 }

  var counterexampleDescription: String { "card \(card), \(count) times" }
}

extension CardsModel {
  fileprivate var pinTurns: Generator<PinTurns> {
    let model = self
    return Generator { source in
      PinTurns(card: try source(model.anyCard), count: try source(.element(of: [1, 2, 3, 4])))
    }
  }

  fileprivate var retagging: Generator<CardUpdate> {
    let model = self
    return Generator { source in
      CardUpdate(card: try source(model.anyCard), edit: CardEdit(tags: try source(.tags)))
    }
  }

  fileprivate func hasTag(_ matches: (String) -> Bool) -> Bool { cards.contains { $0.tags.contains(where: matches) } }
}

extension Generator where Value == CardDraft {
  fileprivate static var taggedCard: Generator {
    Generator { source in
      var card = try source(.smallCard)
      card.tags = try source(.tags)
      return card
    }
  }
}
