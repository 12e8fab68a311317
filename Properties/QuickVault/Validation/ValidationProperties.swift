import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference
import StorageContract
import StorageFaults

/// What is refused.
public enum ValidationProperties: PropertyGroup {
  public static let all: [Property<QuickVaultSystem>] = [requiredFields]

  // Feature: quick-vault-ios, Property 39: Required Field Validation
  static let requiredFields = Requirement<QuickVaultSystem>(
    "QV-39", "Required Field Validation",
    says: """
      The app stores a card, new or updated, if the title and each field that the template or the card requires are not \
      blank. If one is blank (spaces of any kind included), or a field of the template is missing, the app refuses the \
      card, names the first such field and changes nothing. It also refuses an unknown group or type. If the store \
      refuses, nothing changes.
      """,
    covers: "21.1", of: "CardValidator, CardService", needs: [.storage],
    mustCatch: [.over(.keepsFirstWriteOnRollback)],
    CardServiceTwin.twin.faults(
      .looksAtUpdatesLate, .doesNotLookAtUpdates, .storesThenLooks, .takesAnyTitleInUpdates)
  ).holds(
    forAll: .brokenCard,
    requiring: [
      "the title is blank": 0.1, "a field is blank": 0.4, "a field is missing": 0.15, "several are broken": 0.2,
      "fields are missing of a card with fields of its own": 0.05,
      "blank, and required by the template alone": 0.06, "blank, and required by the card alone": 0.04,
      "a field of the card's own is blank": 0.08, "blank by more than spaces": 0.2, "an optional field is blank": 0.2,
    ]
  ) { broken, system, trial in
    broken.label(trial)
    try await UnlockedVault.use(system) { vault in try await broken.run(in: vault) }
  }
}

/// A valid card, and what is wrong with it then.
struct BrokenCard: Sendable, CounterexampleDescribable {
  let valid: CardDraft
  /// Nil: the title stays.
  let title: String?
  /// Of required fields, by place: blank texts, or nil for a field that is missing.
  let breaks: [(place: Int, value: String?)]

  var counterexampleDescription: String {
    let parts = (title.map { ["title \(describe($0))"] } ?? []) + breaks.map { place, value in
      "\(describe(valid.fields[place].label)) \(value.map { describe($0) } ?? "missing")"
    }
    return "\(describe(valid)); broken: \(parts.joined(separator: ", "))"
  }

  private var draft: CardDraft {
    var draft = valid
    draft.title = title ?? draft.title
    for (place, value) in breaks { if let value { draft.fields[place].value = value } }
    let missing = Set(breaks.filter { $0.value == nil }.map(\.place))
    draft.fields = draft.fields.indices.filter { !missing.contains($0) }.map { draft.fields[$0] }
    return draft
  }

  /// What is wrong, as the user is to be told: the title before the fields; of these the first on the screen that is blank,
  /// and then the first of the template that is missing.
  private var errors: [ValidationError] {
    if title != nil { return [.emptyTitle] }
    let blank = valid.fields.onScreen.first { field in breaks.contains { $0.place == field.place && $0.value != nil } }
    if let blank { return [.requiredFieldEmpty(label: blank.label)] }
    let template = SpecifiedField.of(valid.cardType)
    let missing = template.first { field in
      breaks.contains { [field.chinese, field.english].contains(valid.fields[$0.place].label) }
    }
    guard let missing else { return [] }
    // In the card's language, if what is left of it tells that.
    let languages = [CardTemplate.Language.chinese, .english].filter { language in
      let labels = template.map { $0.label(in: language) }
      return draft.fields.contains { labels.contains($0.label) }
    }
    return (languages.isEmpty ? [.chinese, .english] : languages).map { .requiredFieldEmpty(label: missing.label(in: $0)) }
  }

  @MainActor
  func run(in vault: UnlockedVault) async throws {
    var model = CardsModel()
    try expectCard("the valid card", try await vault.create(valid), is: model.create(valid))
    let whole = CardEdit(title: valid.title, group: valid.group, fields: valid.fields, tags: valid.tags)
    try expectCard("an update to it", try await vault.update(0, whole), is: try model.update(0, whole))

    try await expectRefused("a creation", errors, in: vault) { _ = try await vault.create(draft) }
    if !breaks.isEmpty, title == nil {
      try await expectRefused("an update of the fields", errors, in: vault) {
        _ = try await vault.update(0, CardEdit(fields: draft.fields))
      }
    }
    if let title {
      try await expectRefused("an update of the title", [.emptyTitle], in: vault) {
        _ = try await vault.update(0, CardEdit(title: title))
      }
    }
    for group in ["Family", "personal", ""] {
      var stranger = valid
      stranger.group = group
      try await expectRefused("a creation in the group \(describe(group))", [.unknownGroup(group)], in: vault) {
        _ = try await vault.create(stranger)
      }
      try await expectRefused("an update to the group \(describe(group))", [.unknownGroup(group)], in: vault) {
        _ = try await vault.update(0, CardEdit(group: group))
      }
    }
    for type in ["Passport", "address", ""] {
      try await expectRefused("a creation of the type \(describe(type))", [.unknownCardType(type)], in: vault) {
        _ = try await vault.app.cards.createCard(
          title: valid.title, group: valid.group, cardType: type, fields: [], tags: [])
      }
    }
    try await expectNothingWhenTheStoreRefuses(vault)
    try expectCards("the cards", try await vault.cardsByNumber(), are: model.cards)
  }

  @MainActor
  private func expectNothingWhenTheStoreRefuses(_ vault: UnlockedVault) async throws {
    for isUpdate in [false, true] {
      let before = try await StoredContents(vault.store)
      vault.faults.inject(StoreFault(.commit, .fails))
      do {
        _ = isUpdate ? try await vault.update(0, CardEdit(title: "b", tags: ["b"])) : try await vault.create(valid)
        try expect("the user is told that the store refuses", false)
      } catch AppError.database {
        // As it should be.
      }
      vault.faults.heal()
      try expect(
        "the store is as it was before \(isUpdate ? "an update" : "a creation") that it refused",
        try await StoredContents(vault.store) == before)
    }
  }

  @MainActor
  private func expectRefused(
    _ what: String, _ errors: [ValidationError], in vault: UnlockedVault, _ body: () async throws -> Void
  ) async throws {
    let before = try await StoredContents(vault.store)
    do {
      try await body()
      try expect("\(what) is refused", false)
    } catch let found as AppError {
      if errors.count == 1 { try expect("the error of \(what)", found, equals: .validation(errors[0])) }
      try expect(
        "the error of \(what), \(describe(found)), is one of \(describe(errors))",
        errors.contains { found == .validation($0) })
    }
    try expect("the store is as it was before \(what)", try await StoredContents(vault.store) == before)
  }

  /// The labels of the fields that the template requires, and of its other ones.
  static func labels(of type: CardType) -> (required: [String], optional: [String]) {
    let fields = SpecifiedField.of(type)
    func labels(_ isRequired: Bool) -> [String] {
      fields.filter { $0.isRequired == isRequired }.flatMap { [$0.chinese, $0.english] }
    }
    return (labels(true), labels(false))
  }

  func label(_ trial: Trial) {
    let template = SpecifiedField.of(valid.cardType).flatMap { [$0.chinese, $0.english] }
    let (demanding, optional) = Self.labels(of: valid.cardType)
    let blank = breaks.filter { $0.value != nil }.map { valid.fields[$0.place] }
    trial.label("blank, and required by the template alone", if: blank.contains { !$0.isRequired && demanding.contains($0.label) })
    trial.label("blank, and required by the card alone", if: blank.contains { $0.isRequired && optional.contains($0.label) })
    trial.label("the title is blank", if: title != nil)
    trial.label("a field is blank", if: breaks.contains { $0.value != nil })
    trial.label("a field is missing", if: breaks.contains { $0.value == nil })
    let left = draft.fields.map(\.label)
    trial.label(
      "fields are missing of a card with fields of its own",
      if: title == nil && blank.isEmpty && !breaks.isEmpty && left.contains { !template.contains($0) }
        && left.contains { template.contains($0) })
    trial.label("several are broken", if: breaks.count > 1)
    trial.label(
      "a field of the card's own is blank", if: breaks.contains { !template.contains(valid.fields[$0.place].label) })
    let blanks = breaks.compactMap(\.value) + (title.map { [$0] } ?? [])
    trial.label("blank by more than spaces", if: blanks.contains { $0.unicodeScalars.contains { $0 != " " } })
    trial.label("an optional field is blank", if: valid.fields.contains { !$0.isRequired && SpecifiedBlanks.isBlank($0.value) })
  }
}

extension Generator where Value == BrokenCard {
  static var brokenCard: Generator {
    Generator { source in
      var valid = try source(.card(of: [.address, .generalText, .invoice]))
      let template = SpecifiedField.of(valid.cardType).flatMap { [$0.chinese, $0.english] }
      // Fields of the card's own are few otherwise.
      if valid.fields.allSatisfy({ template.contains($0.label) }), try source(.bool) {
        valid.fields.append(
          DraftField(
            label: "微信", value: try source(.contentfulText), isRequired: true, displayOrder: Int16(valid.fields.count)))
      }
      let (demanding, optional) = BrokenCard.labels(of: valid.cardType)
      if try source(.int(in: 0...1)) == 1 {
        // What the card says of itself, and what the template says of it, may differ.
        for index in valid.fields.indices where (demanding + optional).contains(valid.fields[index].label) {
          valid.fields[index].isRequired = try source(.bool)
          if valid.fields[index].isRequired { valid.fields[index].value = try source(.filled(valid.fields[index].value)) }
        }
      }
      let required = valid.fields.indices.filter { valid.fields[$0].isRequired || demanding.contains(valid.fields[$0].label) }
      // Those that the template does not ask for are few otherwise.
      let own = required.filter { !demanding.contains(valid.fields[$0].label) }
      let isOfTitle = try source(.int(in: 0...3)) == 3
      let count = try source(.int(in: isOfTitle ? 0...1 : 1...3))
      var breaks: [(place: Int, value: String?)] = []
      let order = try source(.permutation(of: required))
      // A field that is missing is told of a card only if none is blank.
      let allMiss = try source(.int(in: 0...2)) == 2
      let places =
        if allMiss {
          order.filter { !own.contains($0) }
        } else {
          try source(.bool) ? own + order.filter { !own.contains($0) } : order
        }
      for place in places.prefix(count).sorted() {
        let mayMiss = demanding.contains(valid.fields[place].label)
        let isMissing = try mayMiss && (allMiss || source(.int(in: 0...2)) == 2)
        breaks.append((place, isMissing ? nil : try source(.blankText)))
      }
      return BrokenCard(valid: valid, title: isOfTitle ? try source(.blankText) : nil, breaks: breaks)
    }
  }
}

extension Generator where Value == String {
  /// The value; another if it is blank.
  fileprivate static func filled(_ value: String) -> Generator {
    SpecifiedBlanks.isBlank(value) ? .contentfulText : .constant(value)
  }
}
