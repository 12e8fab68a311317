import Foundation
import PlatformStandIns
import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

/// What stands on the clipboard when somebody has copied something.
public enum CopyProperties: PropertyGroup {
  public static let all: [Property<QuickVaultSystem>] = [wholeCard, oneField]

  // Feature: quick-vault-ios, Property 36: Copy Entire Card Format
  static let wholeCard = Requirement<QuickVaultSystem>(
    "QV-36", "Copy Entire Card Format",
    says: """
      If the user copies a card, all its fields go to the clipboard in one write: one line "label: value" each, in the \
      order of the screen, including empty values. A general text has no labels. If no value has a line end, the fields \
      can be read back from the lines. A copy from the card's screen has the shown values, also after an update.
      """,
    covers: "18.1", of: "CardFormatter, CopyService", needs: [.storage],
    mustCatch: [
      .losesOptionalFields, .ordersByLabel, .labelsGeneralTexts, .omitsEmptyLines, .copiesNothing, .putsTheTitleInFront,
    ],
    CardServiceTwin.twin.faults(.listsFieldsAsTheyCame)
  ).holds(
    forAll: .copiedCard,
    requiring: [
      "a general text": 0.15, "an address": 0.15, "an invoice": 0.15, "an empty value": 0.15, "fields in another order": 0.15,
      "values of one line": 0.15,
    ]
  ) { copied, system, trial in
    copied.label(trial)
    try await UnlockedVault.use(system) { vault in try await copied.expectCardCopied(in: vault) }
  }

  // Feature: quick-vault-ios, Property 37: Copy Individual Field
  static let oneField = Requirement<QuickVaultSystem>(
    "QV-37", "Copy Individual Field",
    says: """
      If the user copies a field, its value goes to the clipboard in one write, byte for byte: no label, nothing trimmed, \
      an empty value as an empty text. It is the current value of that field, also after an update that changed the \
      values and their order.
      """,
    covers: "18.2", of: "CopyService", needs: [.storage],
    mustCatch: [.copiesNothing]
  ).holds(
    forAll: .copiedCard,
    requiring: [
      "an empty value": 0.15, "a value of several lines": 0.15, "a value that is its label": 0.15, "blank at an end": 0.15,
      "fields in another order": 0.15, "another order after the update": 0.3,
    ]
  ) { copied, system, trial in
    copied.label(trial)
    try await UnlockedVault.use(system) { vault in try await copied.expectFieldsCopied(in: vault) }
  }
}

extension Fault<QuickVaultSystem> {
  static let copiesNothing = Fault("copiesNothing", "leaves the clipboard as it is") { system in
    let make = system.parts.makeCopy
    system.parts.makeCopy = { make(CopySetup(access: $0.access, clipboard: Clipboard(), format: $0.format)) }
  }
}

/// A card that is copied, updated, and copied again.
struct CopiedCard: Sendable, CounterexampleDescribable {
  let draft: CardDraft
  let updated: [DraftField]

  var counterexampleDescription: String { "\(describe(draft)), then \(describe(updated))" }

  @MainActor
  func expectCardCopied(in vault: UnlockedVault) async throws {
    var model = CardsModel()
    try expectCard("the new card", try await vault.create(draft), is: model.create(draft))
    try await expectTexts(draft.fields, in: vault)
    let edit = CardEdit(fields: updated)
    try expectCard("the updated card", try await vault.update(0, edit), is: try model.update(0, edit))
    try await expectTexts(updated, in: vault)
  }

  /// Of the service, and of the card's screen.
  @MainActor
  private func expectTexts(_ given: [DraftField], in vault: UnlockedVault) async throws {
    let card = try await vault.dto(0)
    let screen = vault.app.makeCardDetail(card)
    let fields = given.onScreen
    let lines = fields.map { draft.cardType == .generalText ? $0.value : "\($0.label): \($0.value)" }
    for way in ["the service", "the screen"] {
      let writes = vault.clipboard.writes
      if way == "the screen" { try screen.copyCard() } else { try vault.app.copy.copyCard(card) }
      let text = ExactText(lines.joined(separator: "\n"))
      try expect("the clipboard, copied by \(way)", vault.clipboard.text.map(ExactText.init), equals: text)
      try expect("how often it was written to", vault.clipboard.writes - writes, equals: 1)
      try expectFieldsGivenBack(fields, by: vault.clipboard.text ?? "")
    }
  }

  private func expectFieldsGivenBack(_ fields: [ExactField], by text: String) throws {
    guard draft.cardType != .generalText, !fields.contains(where: { ($0.label + $0.value).unicodeScalars.contains("\n") }) else { return }
    let pairs = text.utf8.split(separator: 10, omittingEmptySubsequences: false).map { line in
      let scalars = Array(String(decoding: line, as: UTF8.self).unicodeScalars)
      let colon = scalars.firstIndex(of: ":") ?? scalars.endIndex
      return [scalars[..<colon], scalars[min(colon + 2, scalars.endIndex)...]].map { ExactText(String(String.UnicodeScalarView($0))) }
    }
    try expect("the fields that the lines give back", pairs, equals: fields.map { [ExactText($0.label), ExactText($0.value)] })
  }

  @MainActor
  func expectFieldsCopied(in vault: UnlockedVault) async throws {
    var model = CardsModel()
    try expectCard("the new card", try await vault.create(draft), is: model.create(draft))
    try await expectValues(draft.fields, in: vault)
    let edit = CardEdit(fields: updated)
    try expectCard("the updated card", try await vault.update(0, edit), is: try model.update(0, edit))
    try await expectValues(updated, in: vault)
  }

  @MainActor
  private func expectValues(_ given: [DraftField], in vault: UnlockedVault) async throws {
    let card = try await vault.dto(0)
    let screen = vault.app.makeCardDetail(card)
    for (place, (field, expected)) in zip(card.fields, given.onScreen).enumerated() {
      let writes = vault.clipboard.writes
      if place.isMultiple(of: 2) { try screen.copyField(field) } else { try vault.app.copy.copyField(field) }
      try expect(
        "the clipboard after copying \(describe(expected.label))", vault.clipboard.text.map(ExactText.init),
        equals: ExactText(expected.value))
      try expect("how often it was written to", vault.clipboard.writes - writes, equals: 1)
    }
  }

  func label(_ trial: Trial) {
    let fields = draft.fields
    trial.label(draft.cardType == .generalText ? "a general text" : draft.cardType == .address ? "an address" : "an invoice")
    trial.label("an empty value", if: fields.contains { $0.value.isEmpty })
    trial.label("a value of several lines", if: fields.contains { $0.value.hasBytes(of: "\n") })
    trial.label("values of one line", if: !fields.contains { $0.value.hasBytes(of: "\n") })
    trial.label("a value that is its label", if: (fields + updated).contains { $0.value.isExactly($0.label) })
    trial.label("blank at an end", if: fields.contains { !SpecifiedBlanks.trimmed($0.value).isExactly($0.value) })
    trial.label("fields in another order", if: fields.onScreen.map(\.place) != Array(0..<fields.count))
    trial.label(
      "another order after the update", if: !fields.onScreen.map(\.label).isExactly(updated.onScreen.map(\.label)))
  }
}

extension Generator where Value == CopiedCard {
  static var copiedCard: Generator {
    Generator { source in
      let draft = try source(.card)
      // The same fields with other values, in another order.
      var updated = draft.fields
      let orders = try source(.permutation(of: Array(updated.indices)))
      for index in updated.indices {
        updated[index].displayOrder = Int16(orders[index])
        guard !["电话", "Phone", "税号", "Tax ID"].contains(updated[index].label) else { continue }
        updated[index].value = try source(
          .frequency((2, .constant(updated[index].value)), (2, .constant(updated[index].label)), (1, .contentfulText)))
      }
      return CopiedCard(draft: draft, updated: updated)
    }
  }
}
