import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

/// Cards that are created one after the other: what QV-01 looks at.
struct CardCreation: Sendable, CounterexampleDescribable {
  let drafts: [CardDraft]
  /// How the clock is set before each, in microseconds.
  let clockSteps: [Int64]

  var counterexampleDescription: String {
    zip(clockSteps, drafts).map { "the clock by \(describe(Stamp(microseconds: $0))), then \(describe($1))" }
      .joined(separator: "; ")
  }

  @MainActor
  func run(in vault: UnlockedVault) async throws {
    var model = CardsModel()
    for (draft, step) in zip(drafts, clockSteps) {
      model.now.microseconds += step
      vault.clock.stepWallClock(by: .microseconds(step))
      try expectCard("the new card", try await vault.create(draft), is: model.create(draft))
    }
    vault.clock.stepWallClock(by: .seconds(7))
    try expectCards("the cards, as fetched", try await vault.cardsByNumber(), are: model.cards)
    try await expectNoneWhileLocked(vault)
    try await expectEachValueForItself(vault)
    // The two that were made for that.
    try expectCards(
      "the cards beside two new ones", Array(try await vault.cardsByNumber().prefix(drafts.count)), are: model.cards)
    try await vault.relaunch()
    try expectCards(
      "the cards after a relaunch", Array(try await vault.cardsByNumber().prefix(drafts.count)), are: model.cards)
    try await expectNothingToRead(vault)
  }

  @MainActor
  private func expectNoneWhileLocked(_ vault: UnlockedVault) async throws {
    vault.lock()
    let before = try await StoredContents(vault.store)
    for draft in drafts {
      do {
        _ = try await vault.create(draft)
        try expect("no card is created while the vault is locked", false)
      } catch let error as AppError {
        try expect("the error of a creation while locked", error, equals: .card(.locked))
      }
    }
    try expect("the store is as it was", try await StoredContents(vault.store) == before)
    try await vault.unlock()
  }

  /// Two cards of equal contents are two cards, and what is stored for the values of one says nothing of the other.
  @MainActor
  private func expectEachValueForItself(_ vault: UnlockedVault) async throws {
    var draft = drafts[0]
    draft.tags = []
    let before = try await StoredContents(vault.store).records
    for _ in 1...2 { _ = try await vault.create(draft) }
    let after = try await StoredContents(vault.store)
    let known = Set(before.map { "\($0.collection)/\($0.key)" })
    let new = StoredContents(records: after.records.filter { !known.contains("\($0.collection)/\($0.key)") })
    try expect(
      "how many cards there are after two of equal contents", try await vault.cards().count, equals: drafts.count + 2)
    try expect("no twelve bytes are stored for two values, be they equal", !new.repeatsTwelveBytes)
  }

  @MainActor
  private func expectNothingToRead(_ vault: UnlockedVault) async throws {
    let secrets = drafts.secrets
    let contents = try await StoredContents(vault.store)
    try expect("a value that can be read in the store", contents.reading(secrets), equals: nil)
    let beside = vault.sandbox.preferences.values.flatMap { Array($0.utf8) } + vault.sandbox.files.values.flatMap { $0 }
    try expect("a value that can be read beside the store", beside.firstRevealed(of: secrets), equals: nil)
    let disk = try await vault.endedAtRest()
    try expect("a value that can be read on the disk", disk.firstRevealed(of: secrets), equals: nil)
  }

  func label(_ trial: Trial) {
    let fields = drafts.flatMap(\.fields)
    trial.label("a secret of 20 bytes", if: drafts.secrets.contains { $0.utf8.count >= 20 })
    trial.label("more than ten fields", if: drafts.contains { $0.fields.count > 10 })
    trial.label("a field that may stay empty is filled", if: fields.contains { !$0.isRequired && !$0.value.isEmpty })
    trial.label("fields in another order", if: drafts.contains { $0.fields.onScreen.map(\.place) != Array(0..<$0.fields.count) })
    trial.label(
      "places that are not 0, 1, 2 …",
      if: drafts.contains { $0.fields.onScreen.map(\.displayOrder) != (0..<$0.fields.count).map { Int16($0) } })
    let texts = drafts.flatMap { [$0.title] + $0.fields.map(\.label) }
    trial.label("a decomposed letter", if: texts.contains { !$0.isExactly($0.precomposedStringWithCanonicalMapping) })
    trial.label("a card of the company", if: drafts.contains { $0.group == "Company" })
  }
}

extension Generator where Value == CardCreation {
  static var cardCreation: Generator {
    Generator { source in
      let drafts = try source(.array(of: .card, count: 1...3))
      return CardCreation(drafts: drafts, clockSteps: try source(.array(of: .clockStep, count: drafts.count)))
    }
  }
}
