import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

/// What is in an unlocked vault, and what the device's clock shows.
struct CardsModel: Sendable {
  /// The wall clock, which may be set.
  var now = Stamp(microseconds: 0)
  /// In the order in which they were created.
  private(set) var cards: [ExactCard] = []
  /// How many were created: the number of the next.
  private(set) var created = 0
  /// What was there when the case began.
  private(set) var beginning: [CardDraft] = []
  /// How long after the one before each of these was created, in microseconds.
  private(set) var gap: Int64 = 0

  init(_ beginning: [CardDraft] = [], gap: Int64 = 0) {
    (self.beginning, self.gap) = (beginning, gap)
    for draft in beginning {
      now.microseconds += gap
      _ = create(draft)
    }
  }

  /// Numbers of cards; now and then of one that was deleted, or never was.
  var anyCard: Generator<Int> {
    let present = cards.compactMap(\.number)
    let all = Generator<Int>.int(in: 0...max(0, created))
    return present.isEmpty ? all : .frequency((6, .element(of: present)), (1, all))
  }

  var presentCard: Generator<Int> { .element(of: cards.compactMap(\.number)) }

  func card(_ number: Int) -> ExactCard? { cards.first { $0.number == number } }

  mutating func create(_ draft: CardDraft) -> ExactCard {
    let card = ExactCard(
      number: created, title: draft.title, group: draft.group, cardType: draft.cardType.rawValue,
      fields: draft.fields.onScreen, isPinned: false, tags: draft.tags, created: now, modified: now)
    cards.append(card)
    created += 1
    return card
  }

  mutating func update(_ number: Int, _ edit: CardEdit) throws -> ExactCard {
    try change(number, counts: !edit.isEmpty) { edit.applied(to: &$0) }
  }

  mutating func togglePin(_ number: Int) throws -> ExactCard {
    try change(number, counts: true) { $0.isPinned = !$0.isPinned }
  }

  mutating func delete(_ number: Int) throws {
    guard let index = cards.firstIndex(where: { $0.number == number }) else { throw AppError.card(.notFound) }
    cards.remove(at: index)
  }

  /// A change is at the clock's time, or a millisecond after the one before it if that is later.
  private mutating func change(
    _ number: Int, counts: Bool, _ edit: (inout ExactCard) -> Void
  ) throws -> ExactCard {
    guard let index = cards.firstIndex(where: { $0.number == number }) else { throw AppError.card(.notFound) }
    edit(&cards[index])
    if counts {
      cards[index].modified = max(now, Stamp(microseconds: cards[index].modified.microseconds + 1_000))
    }
    return cards[index]
  }
}

extension CardsModel: CounterexampleDescribable {
  var counterexampleDescription: String { "\(describe(cards)) at \(describe(now))" }
}

extension Generator where Value == CardsModel {
  /// A vault with so many cards.
  static func vault(of cards: ClosedRange<Int>, _ card: Generator<CardDraft> = .smallCard) -> Generator {
    Generator { source in
      let drafts = try source(.array(of: card, count: cards))
      return CardsModel(drafts, gap: try source(.element(of: [0, 0, 1_000, 700_000])))
    }
  }
}
