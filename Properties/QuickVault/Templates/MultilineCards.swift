import Foundation
import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

/// Texts of several lines in a general text, in the notes of an address, and in its title.
struct MultilineCards: Sendable, CounterexampleDescribable {
  let text: String
  let other: String
  /// In a field that may stay empty: nothing but line ends, perhaps.
  let notes: String
  let title: String
  let address: [DraftField]

  var counterexampleDescription: String {
    "\(describe(text)), then \(describe(other)); notes \(describe(notes)), title \(describe(title))"
  }

  @MainActor
  func run(in vault: UnlockedVault) async throws {
    var model = CardsModel()
    let drafts = [
      CardDraft(title: title, group: "Personal", cardType: .generalText, fields: [content(text)]),
      CardDraft(title: title, group: "Company", cardType: .address, fields: addressFields(notes)),
    ]
    for draft in drafts {
      try expectCard("the new card", try await vault.create(draft), is: model.create(draft))
    }
    try expectCards("the cards, as fetched", try await vault.cardsByNumber(), are: model.cards)
    try await expectFound(text, card: 0, in: vault)
    try await expectCopied(text, card: 0, in: vault)

    for (card, edit) in [CardEdit(fields: [content(other)]), CardEdit(fields: addressFields(other))].enumerated() {
      try expectCard("the updated card", try await vault.update(card, edit), is: try model.update(card, edit))
    }
    try await vault.relaunch()
    try expectCards("the cards after a relaunch", try await vault.cardsByNumber(), are: model.cards)
    for card in 0...1 { try await expectFound(other, card: card, in: vault) }
    try await expectCopied(other, card: 0, in: vault)
    let lines = model.cards[1].fields.map { "\($0.label): \($0.value)" }.joined(separator: "\n")
    try await expectCopied(lines, card: 1, in: vault)
  }

  private func content(_ value: String) -> DraftField {
    DraftField(label: "Content", value: value, isRequired: true, displayOrder: 0)
  }

  private func addressFields(_ notes: String) -> [DraftField] {
    address.map { field in
      var field = field
      if ["备注", "Notes"].contains(field.label) { field.value = notes }
      return field
    }
  }

  @MainActor
  private func expectFound(_ text: String, card: Int, in vault: UnlockedVault) async throws {
    let found = try await vault.app.cards.searchCards(query: text)
    try expect("the search for \(describe(text)) finds card \(card)", found.contains { $0.id == vault.id(of: card) })
  }

  @MainActor
  private func expectCopied(_ text: String, card: Int, in vault: UnlockedVault) async throws {
    try vault.app.copy.copyCard(try await vault.dto(card))
    try expect("the clipboard", vault.clipboard.text.map(ExactText.init), equals: ExactText(text))
  }

  func label(_ trial: Trial) {
    let texts = [text, other, notes]
    trial.label("a CR LF", if: texts.contains { $0.hasBytes(of: "\r\n") })
    trial.label("a U+2028", if: texts.contains { $0.unicodeScalars.contains("\u{2028}") })
    trial.label("a NUL", if: texts.contains { $0.unicodeScalars.contains("\0") })
    trial.label("a newline in front", if: texts.contains { $0.utf8.first == 10 })
    trial.label("nothing but line ends", if: !notes.isEmpty && SpecifiedBlanks.isBlank(notes))
    trial.label("a title that ends in a newline", if: title.utf8.last == 10)
  }
}

extension Generator where Value == MultilineCards {
  static var multilineCards: Generator {
    let notes = Generator<String>.frequency(
      (3, .multilineText), (1, .text(.of("\n\r\u{2028}"), count: 0...3)))
    return Generator { source in
      let language = try source(.element(of: [CardTemplate.Language.chinese, .english]))
      let fields = SpecifiedField.of(.address).enumerated().map { place, field in
        DraftField(
          label: field.label(in: language), value: field.kind == .phone ? "13800138000" : "a", isRequired: field.isRequired,
          displayOrder: Int16(place))
      }
      return MultilineCards(
        text: try source(.multilineText), other: try source(.multilineText), notes: try source(notes),
        title: "a" + (try source(.element(of: ["", "\n", "\r\n", "\nb", "\u{2028}"]))), address: fields)
    }
  }
}

// What QV-12 must catch.
extension Fault<QuickVaultSystem> {
  static let foldsLineEnds = values("foldsLineEnds", "makes a line feed of every line end") {
    // A CR LF is one character.
    String($0.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
  }
  static let trimsValues = values("trimsValues", "trims values") { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
  static let dropsBlankLines = values("dropsBlankLines", "drops blank lines") { value in
    value.split(separator: "\n").joined(separator: "\n")
  }
  static let cutsAtNUL = values("cutsAtNUL", "ends a value at its first U+0000") { value in
    String(String.UnicodeScalarView(value.unicodeScalars.prefix { $0 != "\0" })) + (value.unicodeScalars.first == "\0" ? "a" : "")
  }
  static let keepsOneLine = values("keepsOneLine", "replaces line ends with spaces") {
    String(String.UnicodeScalarView($0.unicodeScalars.map { ["\n", "\r", "\u{2028}"].contains($0) ? " " : $0 }))
  }
  static let expandsTabs = values("expandsTabs", "replaces tabs with spaces") { $0.replacing("\t", with: "  ") }

  static let cutsAtNULInTheCipher = Fault("cutsAtNULInTheCipher", "hands a C string to the cipher") { system in
    system.parts.alterCrypto { crypto in
      AlteredCrypto(crypto, encrypt: { try crypto.encryptFile(Array($0.utf8.prefix { $0 != 0 }), for: $1) })
    }
  }

  static let copiesOneLine = Fault("copiesOneLine", "copies a card's first line") { system in
    let format = system.parts.format
    system.parts.format = { String(String.UnicodeScalarView(format($0).unicodeScalars.prefix { $0 != "\n" })) }
  }

  static let searchesLineByLine = Fault("searchesLineByLine", "looks for a query in each line separately") { system in
    let search = system.parts.search
    system.parts.search = { query in
      let matches = search(query)
      return { card in
        matches(card) && (!query.unicodeScalars.contains("\n") || card.title.hasBytes(of: query))
      }
    }
  }

  private static func values(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (String) -> String
  ) -> Fault {
    Fault(id, fact) { system in
      system.parts.alterCards { cards, _ in
        AlteredCards(cards, fieldsIn: { fields in
          fields.map { field in
            var field = field
            field.value = change(field.value)
            return field
          }
        })
      }
    }
  }
}
