import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

/// What holds of a template that was filled in.
struct TemplateClaims: Sendable {
  private let template: FilledTemplate
  private var draft: CardDraft { template.draft }

  init(_ template: FilledTemplate) {
    self.template = template
  }

  @MainActor
  func run(in vault: UnlockedVault) async throws {
    try expectOffered(by: vault.app)
    var model = CardsModel()
    try expectCard("the card, as created", try await vault.create(draft), is: model.create(draft))
    try expectCards("the cards, as fetched", try await vault.cardsByNumber(), are: model.cards)

    let broken = [template.draft(with: template.blank.label, template.blank.value), template.draft(without: template.blank.label)]
    for card in broken {
      try await expectRefused(card, .requiredFieldEmpty(label: template.blank.label), in: vault)
    }
    try await expectRefused(
      template.draft(with: template.wrong.label, template.wrong.value),
      template.wrong.kind == .phone ? .invalidPhone : .invalidTaxID, in: vault)

    // What may stay empty may be emptied, and left out.
    for label in template.optionals.keys.sorted() {
      for card in [template.draft(with: label, ""), template.draft(without: label)] {
        let edit = CardEdit(fields: card.fields)
        try expectCard(
          "the card, updated to one with no \(label)", try await vault.update(0, edit), is: try model.update(0, edit))
        try expectCards("the cards, as fetched after that", try await vault.cardsByNumber(), are: model.cards)
      }
    }
    try await vault.relaunch()
    try expectCards("the cards after a relaunch", try await vault.cardsByNumber(), are: model.cards)
  }

  @MainActor
  private func expectOffered(by app: VaultApp) throws {
    let offered = app.blankFields(of: draft.cardType, in: template.language)
    let expected = SpecifiedField.of(draft.cardType).enumerated().map { place, field in
      DraftField(
        label: field.label(in: template.language), value: "", isRequired: field.isRequired, displayOrder: Int16(place))
    }
    try expect(
      "the fields of a new card",
      offered.map { DraftField(label: $0.label, value: $0.value, isRequired: $0.isRequired, displayOrder: $0.displayOrder) },
      equals: expected)
    try expect("how many ids they have", Set(offered.map(\.id)).count, equals: offered.count)
  }

  @MainActor
  private func expectRefused(
    _ broken: CardDraft, _ error: ValidationError, in vault: UnlockedVault
  ) async throws {
    let before = try await StoredContents(vault.store)
    for isUpdate in [false, true] {
      let what = "\(isUpdate ? "an update" : "a creation") with \(describe(broken.fields))"
      do {
        if isUpdate {
          _ = try await vault.update(0, CardEdit(fields: broken.fields))
        } else {
          _ = try await vault.create(broken)
        }
        try expect("\(what) is refused", false)
      } catch let found as AppError {
        try expect("the error of \(what)", found, equals: .validation(error))
      }
      try expect("the store is as it was before \(what)", try await StoredContents(vault.store) == before)
    }
  }
}

extension FilledTemplate {
  func label(_ trial: Trial) {
    for kind in Set(optionals.values) { trial.label("an optional field is \(kind.rawValue)") }
    trial.label("all of them are absent or empty", if: optionals.values.allSatisfy { $0 == .absent || $0 == .empty })
  }
}

// What QV-06 and QV-09 must catch.
extension Fault<QuickVaultSystem> {
  static let requiresPostalCodes = template("requiresPostalCodes", "requires a postal code") { $0.requiring("Postal Code") }
  static let requiresNotes = template("requiresNotes", "requires notes") { $0.requiring("Notes") }
  static let requiresNoProvince = template("requiresNoProvince", "lets the province stay empty") { $0.requiring("Province", false) }
  static let requiresNoBankAccount = template("requiresNoBankAccount", "lets the bank account stay empty") {
    $0.requiring("Bank Account", false)
  }
  static let offersNoNotes = template("offersNoNotes", "has no notes in its templates") { template in
    CardTemplate(cardType: template.cardType, fields: template.fields.filter { $0.english != "Notes" })
  }
  static let offersOneLanguage = template("offersOneLanguage", "labels the fields of a new card only in Chinese") { template in
    CardTemplate(
      cardType: template.cardType,
      fields: template.fields.map { .init($0.chinese, $0.chinese, isRequired: $0.isRequired, kind: $0.kind) })
  }

  static let takesAnyPhoneNumber = Fault("takesAnyPhoneNumber", "stores any phone number") {
    $0.parts.isPhoneNumber = { _ in true }
  }
  static let takesAnyTaxID = Fault("takesAnyTaxID", "stores any tax ID") { $0.parts.isTaxID = { _ in true } }

  static let trimsOptionalValues = Fault("trimsOptionalValues", "trims the values of optional fields") {
    $0.parts.alterCards { cards, _ in
      AlteredCards(cards, fieldsIn: { fields in
        fields.map { field in
          var field = field
          if !field.isRequired { field.value = BlankText.trimmed(field.value) }
          return field
        }
      })
    }
  }

  private static func template(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (CardTemplate) -> CardTemplate
  ) -> Fault {
    Fault(id, fact) { system in
      let template = system.parts.template
      system.parts.template = { change(template($0)) }
    }
  }
}

extension CardTemplate {
  fileprivate func requiring(_ label: String, _ isRequired: Bool = true) -> CardTemplate {
    CardTemplate(
      cardType: cardType,
      fields: fields.map {
        $0.english == label ? .init($0.chinese, $0.english, isRequired: isRequired, kind: $0.kind) : $0
      })
  }
}
