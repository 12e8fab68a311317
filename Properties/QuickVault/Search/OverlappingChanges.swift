import PropertyTesting
import QuickVaultReference
import StorageContract

/// Two changes of one card on two screens. The vault makes the second after the first, and answers it before.
struct OverlappingChanges: Sendable, CounterexampleDescribable {
  enum Change: Sendable, Equatable { case pin, title(String), group(String), deletion }

  let card: Int
  /// Nil: nothing changes, but the list reads its cards.
  let first: Change?
  let second: Change

  var counterexampleDescription: String {
    "\(first.map { "\(describe($0)) of card \(card)" } ?? "a load"), and before it is answered \(describe(second)) of card \(card)"
  }
}

extension OverlappingChanges {
  /// Both screens were opened before, and whoever saves the card saves all of it.
  /// - Returns: what the user sees on the screens of the card then; nil if it is deleted.
  func happen(in vault: inout CardsModel) throws -> ExactCard? {
    let opened = vault.card(card)
    for change in [first, second].compactMap(\.self) {
      switch change {
      case .pin: _ = try vault.togglePin(card)
      case .title(let title): _ = try vault.update(card, CardEdit(title: title, group: opened?.group))
      case .group(let group): _ = try vault.update(card, CardEdit(title: opened?.title, group: group))
      case .deletion: try vault.delete(card)
      }
    }
    return vault.card(card)
  }

  static func generator(in vault: CardsModel) -> Generator<OverlappingChanges> {
    let change = Generator<Change>.frequency(
      (2, .constant(.pin)), (2, .element(of: ["a", "b", "家"].map { .title($0) })),
      (1, .element(of: ["Personal", "Company"].map { .group($0) })))
    let first = Generator<Change?>.frequency((3, change.map { Optional($0) }), (1, .constant(nil)))
    return .build(
      OverlappingChanges.init, from: vault.presentCard, first, .frequency((3, change), (1, .constant(.deletion))))
  }
}

extension CardListDriver {
  /// - Returns: the card as a screen shows it on which nobody edits; nil if it shows none.
  @MainActor
  func make(_ changes: OverlappingChanges) async throws -> ExactCard? {
    let (watching, editing) = (try await screen(of: changes.card), try await screen(of: changes.card))
    let failure = Remembered<(any Error)?>(nil)
    interruption.isToCome(atCall: 0) {
      do { try await make(changes.second, of: changes.card, on: watching) } catch { failure.set(error) }
    }
    if let first = changes.first { try await make(first, of: changes.card, on: editing) } else { await list.loadCards() }
    interruption.isOver()
    if let error = failure.now { throw error }
    let (watched, edited) = (watching.card.map(vault.exact), editing.card.map(vault.exact))
    try expect("the card on the screen that changed it first", edited, equals: watched)
    return watched
  }

  @MainActor
  private func make(_ change: OverlappingChanges.Change, of card: Int, on screen: any CardDetail) async throws {
    switch change {
    case .pin: await list.togglePin(vault.id(of: card))
    case .deletion: await list.deleteCard(vault.id(of: card))
    case .title(let title):
      screen.isEditing = true
      screen.card?.title = title
      try await screen.saveCard()
    case .group(let group):
      screen.isEditing = true
      screen.card?.group = group
      try await screen.saveCard()
    }
    if let error = list.error { throw error }
  }

  @MainActor
  private func screen(of card: Int) async throws -> any CardDetail { vault.app.makeCardDetail(try await vault.dto(card)) }
}
