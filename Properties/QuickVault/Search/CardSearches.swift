import Foundation
import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

/// Cards, and what is searched for among them.
struct CardSearches: Sendable, CounterexampleDescribable {
  let drafts: [CardDraft]
  let queries: [String]
  /// What becomes of the first card before the queries are asked again.
  let edit: CardEdit

  var counterexampleDescription: String {
    "\(describe(queries)) among \(describe(drafts)), then the first with \(describe(edit))"
  }

  @MainActor
  func run(in vault: UnlockedVault, _ trial: Trial) async throws {
    var model = CardsModel()
    for draft in drafts {
      model.now.microseconds += 1_000_000
      vault.clock.advance(by: .seconds(1))
      try expectCard("the new card", try await vault.create(draft), is: model.create(draft))
    }
    for query in queries { try await expectFound(query, in: model.cards, vault, trial) }
    let before = model.cards
    model.now.microseconds += 1_000_000
    vault.clock.advance(by: .seconds(1))
    try expectCard("the updated card", try await vault.update(0, edit), is: try model.update(0, edit))
    for query in queries {
      let found = try await expectFound(query, in: model.cards, vault, trial)
      trial.label(
        "found after an update", if: found.contains(0) && !before[0].isFound(by: NaiveSearch(query)))
    }
    vault.lock()
    for query in queries {
      do {
        _ = try await vault.app.cards.searchCards(query: query)
        try expect("no search while the vault is locked", false)
      } catch let error as AppError {
        try expect("the error of a search while locked", error, equals: .card(.locked))
      }
    }
  }

  @MainActor @discardableResult
  private func expectFound(
    _ query: String, in cards: [ExactCard], _ vault: UnlockedVault, _ trial: Trial
  ) async throws -> [Int] {
    let search = NaiveSearch(query)
    let expected = cards.filter { $0.isFound(by: search) }
    // None is pinned, and no two have one time: the latest first.
    let ordered = expected.sorted { $0.modified > $1.modified }
    let found = try await vault.app.cards.searchCards(query: query).map(vault.exact)
    try expect(
      "the numbers of the cards that \(describe(query)) finds", found.map(\.number), equals: ordered.map(\.number))
    try expectCards("what \(describe(query)) finds", found, are: ordered)
    label(query, search, cards, expected, trial)
    return expected.compactMap(\.number)
  }

  private func label(
    _ query: String, _ search: NaiveSearch, _ cards: [ExactCard], _ found: [ExactCard], _ trial: Trial
  ) {
    guard !search.isForAll else { return trial.label("a blank query") }
    trial.label("found", if: !found.isEmpty)
    trial.label("not found", if: found.count < cards.count)
    trial.label("two cards found", if: found.count > 1)
    trial.label("found in a title", if: found.contains { search.isIn($0.title) })
    trial.label("found in a value", if: found.contains { $0.fields.contains { search.isIn($0.value) } })
    trial.label("found in a tag", if: found.contains { $0.tags.contains(where: search.isIn) })
    let trimmed = SpecifiedBlanks.trimmed(query)
    trial.label("blank around the query", if: !trimmed.isExactly(query))
    trial.label("found in another case", if: found.contains { card in !card.texts.contains { $0.hasBytes(of: trimmed) } })
    trial.label(
      "found in a label alone", if: cards.contains { card in !found.contains(card) && card.fields.contains { search.isIn($0.label) } })
  }
}

/// Every text against the query, place by place, character by character.
struct NaiveSearch {
  private let query: [Character]

  init(_ query: String) {
    self.query = SpecifiedBlanks.trimmed(query).lowercased().map { $0 }
  }

  var isForAll: Bool { query.isEmpty }

  func isIn(_ text: String) -> Bool {
    let text = text.lowercased().map { $0 }
    if query.isEmpty { return true }
    for start in text.indices {
      var place = 0
      while place < query.count, start + place < text.count, text[start + place] == query[place] { place += 1 }
      if place == query.count { return true }
    }
    return false
  }
}

extension ExactCard {
  /// What is searched.
  var texts: [String] { [title] + fields.map(\.value) + tags }

  func isFound(by search: NaiveSearch) -> Bool { search.isForAll || texts.contains(where: search.isIn) }
}

extension Generator where Value == CardSearches {
  static var cardSearches: Generator {
    Generator { source in
      let cards = Generator<[CardDraft]>.frequency(
        (1, .array(of: .searchableCard, count: 1...2)), (3, .array(of: .searchableCard, count: 2...6)),
        (1, .array(of: .searchableCard, count: 17...20)))
      let drafts = try source(cards)
      return CardSearches(
        drafts: drafts, queries: try source(.array(of: .query(for: drafts), count: 1...5)),
        edit: CardEdit(title: try source(.contentfulText), tags: try source(.tags)))
    }
  }
}

extension Generator where Value == CardDraft {
  /// Of any type; most are small.
  fileprivate static var searchableCard: Generator {
    Generator { source in
      if try source(.int(in: 0...3)) == 3 { return try source(.card) }
      var card = try source(.smallCard)
      card.title = try source(.contentfulText)
      card.tags = try source(.tags)
      card.fields[0].value = try source(.contentfulText)
      if try source(.bool) {
        card.fields.append(
          DraftField(label: "WeChat", value: try source(.contentfulText), isRequired: false, displayOrder: 1))
      }
      return card
    }
  }
}

extension Generator where Value == String {
  /// Parts of what the cards say, mostly; in another case, with a change, with blanks around them. Also labels, what stands on
  /// either side of the end of a text, and nothing.
  fileprivate static func query(for drafts: [CardDraft]) -> Generator {
    let texts = drafts.flatMap { [$0.title] + $0.fields.map(\.value) + $0.tags }.filter { !$0.isEmpty }
    let joints = drafts.flatMap { draft in
      let texts = [draft.title] + draft.fields.map(\.value)
      return Swift.zip(texts, texts.dropFirst()).map { Joint(pair: ($0, $1)) }
    }
    return Generator { source in
      let kind = try source(.frequency(
        (5, .constant(QueryKind.part)), (5, .constant(.otherCase)), (2, .constant(.padded)), (2, .constant(.nearMiss)),
        (2, .constant(.label)), (3, .constant(.joint)), (1, .constant(.blank)), (1, .constant(.scalar)),
        (1, .constant(.stranger))))
      func part() throws -> String {
        let characters = Array(try source(.element(of: texts)))
        let start = try source(.int(in: 0...characters.count - 1))
        let end = try source(.int(in: start...characters.count - 1))
        return String(characters[start...end])
      }
      switch kind {
      case .part: return try part()
      case .otherCase: return try source(.bool) ? try part().uppercased() : try part().lowercased()
      case .padded: return (try source(.element(of: [" ", "\n", "\u{3000}"]))) + (try part()) + (try source(.element(of: [" ", "", "\u{200B}"])))
      case .nearMiss: return try part() + (try source(.element(of: ["z", "\u{301}", "人", " z"])))
      case .label: return try source(.element(of: drafts.flatMap { $0.fields.map(\.label) }))
      case .joint:
        let (left, right) = try source(.element(of: joints)).pair
        return String(left.suffix(2)) + (try source(.element(of: ["", " ", "\n"]))) + String(right.prefix(2))
      case .blank: return try source(.blankText)
      case .scalar:
        let scalars = try source(.element(of: texts)).unicodeScalars.map { String($0) }
        return try source(.element(of: scalars))
      case .stranger: return try source(.contentfulText)
      }
    }
  }
}

private enum QueryKind: Sendable { case part, otherCase, padded, nearMiss, label, joint, blank, scalar, stranger }

/// Two texts of a card that follow each other.
private struct Joint: Sendable {
  let pair: (String, String)
}
