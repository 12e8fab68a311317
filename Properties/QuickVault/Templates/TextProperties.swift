import Foundation
import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

/// Cards as texts: addresses and invoices with their labels, general texts without.
enum TextProperties {
  // Feature: quick-vault-ios, Property 7: Address Format Contains Labels
  static let addressLabels = Requirement<QuickVaultSystem>(
    "QV-07", "Address Format Contains Labels",
    says: """
      An address as text has one line "label: value" for each field, in the order of the screen (by display order, then \
      by label) and in the card's own language. An empty value has its line too. Values appear unchanged.
      """,
    covers: "2.3", of: "CardFormatter",
    mustCatch: [
      .omitsEmptyLines, .ordersByLabel, .ordersAsGiven, .writesValuesAlone, .omitsLabelsThatAreSaid, .joinsByCommas,
      .writesFullWidthColons, .trimsCopiedValues, .endsWithANewline,
    ]
  ).holds(forAll: .cardAsText(.address), requiring: CardAsText.shares) { card, system, trial in
    card.label(trial)
    try card.expectText(system.parts.format(card.dto))
  }

  // Feature: quick-vault-ios, Property 10: Invoice Format Contains Labels
  static let invoiceLabels = Requirement<QuickVaultSystem>(
    "QV-10", "Invoice Format Contains Labels",
    says: """
      An invoice as text has one line "label: value" for each field, in the order of the screen (by display order, then \
      by label) and in the card's own language. Empty notes have their line too. Values appear unchanged; the bank \
      account and the tax ID appear in full.
      """,
    covers: "3.3", of: "CardFormatter",
    mustCatch: [
      .omitsEmptyLines, .ordersByLabel, .ordersAsGiven, .writesTaxIDsAlone, .masksBankAccounts, .labelsInEnglish,
      .omitsLabelsThatAreSaid, .putsTheTitleInFront,
    ]
  ).holds(forAll: .cardAsText(.invoice), requiring: CardAsText.shares) { card, system, trial in
    card.label(trial)
    try card.expectText(system.parts.format(card.dto))
  }

  // Feature: quick-vault-ios, Property 13: General Text Copy Direct
  static let generalText = Requirement<QuickVaultSystem>(
    "QV-13", "General Text Copy Direct",
    says: """
      If the user copies a general text, the clipboard gets exactly this text, byte for byte: no label, no title, no tags, \
      nothing added and nothing trimmed. This includes empty lines and texts that look like "label: value".
      """,
    covers: "4.3", of: "CardFormatter, CopyService", needs: [.storage],
    mustCatch: [
      .labelsGeneralTexts, .endsWithANewline, .trimsCopiedValues, .putsTheTitleInFront, .putsTagsBehind,
      .takesTheLabelOffTexts, .composesCopies,
    ]
  ).holds(
    forAll: .generalTextCard,
    requiring: [
      "an empty line": 0.02, "the text begins with its label": 0.08, "blank at an end": 0.1, "a decomposed letter": 0.05,
      "tags": 0.3,
    ]
  ) { draft, system, trial in
    let text = draft.fields[0].value
    trial.label("an empty line", if: text.hasBytes(of: "\n\n"))
    trial.label("the text begins with its label", if: text.hasPrefix(draft.fields[0].label))
    trial.label("blank at an end", if: !SpecifiedBlanks.trimmed(text).isExactly(text))
    trial.label("a decomposed letter", if: !text.isExactly(text.precomposedStringWithCanonicalMapping))
    trial.label("tags", if: !draft.tags.isEmpty)
    try await UnlockedVault.use(system) { vault in
      try await vault.create(draft)
      let card = try await vault.dto(0)
      try vault.app.copy.copyCard(card)
      try expect("the clipboard", vault.clipboard.text.map(ExactText.init), equals: ExactText(text))
      try expect("how often something was copied", vault.clipboard.writes, equals: 1)
    }
  }
}

/// A card that was never stored, to be made a text of.
struct CardAsText: Sendable, CounterexampleDescribable {
  let draft: CardDraft

  var counterexampleDescription: String { describe(draft) }

  var dto: CardDTO {
    let ids = IDSource()
    return CardDTO(
      id: ids.next(), title: draft.title, group: draft.group, cardType: draft.cardType.rawValue,
      fields: draft.fields.map { $0.dto(ids.next()) }, isPinned: false, tags: draft.tags, createdAt: .distantPast,
      modifiedAt: .distantPast)
  }

  /// The whole text; and, for a report that says more, that the labels begin lines.
  func expectText(_ text: String) throws {
    let fields = draft.fields.onScreen
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    if fields.allSatisfy({ !($0.label + $0.value).hasBytes(of: "\n") }) {
      try expect("how many lines there are", lines.count, equals: fields.count)
      for (line, field) in zip(lines, fields) {
        try expect("the line \(describe(line)) begins with \(describe(field.label + ": "))", line.isBeginning(with: field.label + ": "))
      }
    }
    let expected = fields.map { "\($0.label): \($0.value)" }.joined(separator: "\n")
    try expect("the text", ExactText(text), equals: ExactText(expected))
  }

  static let shares = [
    "a value holds a label": 0.2, "values free of labels": 0.2, "fields in another order": 0.15, "an empty value": 0.1,
    "a value of several lines": 0.15, "labels in Chinese": 0.25, "labels in English": 0.25,
  ]

  func label(_ trial: Trial) {
    let (fields, labels) = (draft.fields, draft.fields.map(\.label))
    let holdsLabel = fields.contains { field in labels.contains { field.value.hasBytes(of: $0) } }
    trial.label(holdsLabel ? "a value holds a label" : "values free of labels")
    trial.label("fields in another order", if: fields.onScreen.map(\.place) != Array(0..<fields.count))
    trial.label("an empty value", if: fields.contains { $0.value.isEmpty })
    trial.label("a value of several lines", if: fields.contains { $0.value.hasBytes(of: "\n") })
    trial.label(labels.contains { ["电话"].contains($0) } ? "labels in Chinese" : "labels in English")
  }
}

extension String {
  fileprivate func isBeginning(with start: String) -> Bool { Array(utf8).starts(with: Array(start.utf8)) }
}

extension Generator where Value == CardAsText {
  /// In half of the cases some value says the label of another field.
  static func cardAsText(_ type: CardType) -> Generator {
    Generator { source in
      var draft = try source(.card(of: [type]))
      if try source(.bool) {
        let labels = draft.fields.map(\.label)
        let place = try source(.int(in: 0...draft.fields.count - 1))
        let label = try source(.element(of: labels))
        draft.fields[place].value = try source(.element(of: ["\(label): x", "x \(label)", "\(label)", "x\n\(label): y"]))
      }
      return CardAsText(draft: draft)
    }
  }
}

extension Generator where Value == CardDraft {
  static var generalTextCard: Generator {
    let text = Generator<String>.frequency(
      (3, .contentfulText), (2, .multilineText),
      (2, .element(of: ["a\n\nb", "a\n", "\n\na", "Title: a", "e\u{301}", "caf\u{65}\u{301}", "\u{212B}", " a "])))
    return Generator { source in
      let label = try source(.element(of: ["Content", "内容"]))
      let labelled = Generator<String>.element(of: [label, "\(label): a", "\(label)\n"])
      let text = Generator<String>.frequency((4, text), (1, labelled))
      return CardDraft(
        title: try source(.contentfulText), group: "Personal", cardType: .generalText,
        fields: [DraftField(label: label, value: try source(text), isRequired: true, displayOrder: 0)],
        tags: try source(.tags))
    }
  }
}
