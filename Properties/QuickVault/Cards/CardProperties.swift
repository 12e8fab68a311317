import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference
import StorageFaults

/// Cards: made, changed, pinned, tagged and deleted.
public enum CardProperties: PropertyGroup {
  public static let all: [Property<QuickVaultSystem>] = [creation, updateTimes, deletion, pins, tags]

  // Feature: quick-vault-ios, Property 1: Card Creation Completeness
  static let creation = Requirement<QuickVaultSystem>(
    "QV-01", "Card Creation Completeness",
    says: """
      A new card holds exactly the data entered: title, group, type, tags, and each field with id, label, value and \
      position. It is unpinned, and both its creation and modification time are the clock's time. The vault encrypts \
      each value separately; equal values give different ciphertexts. No value can be read in the store or on its disk. \
      While the vault is locked, the app creates no card.
      """,
    covers: "1.1", "1.5", of: "CardService, CryptoService", needs: [.storage, .virtualTime],
    mustCatch: CardServiceTwin.twin.faults(
      .storesOptionalFieldsClear, .encodesWhatItShouldEncrypt, .keepsASearchIndex, .stampsCardsWhenTheyAreRead,
      .losesTheDisplayOrder, .listsFieldsAsTheyCame, .takesAnEqualTitleForTheSameCard, .losesFieldIDs,
      .pinsCompanyCards),
    [
      .usesOneNonce, .encryptsNothing, .keepsValuesInAFile, .over(.losesLastWriteOfABatch), .over(.normalizesText),
      .over(.endsValuesAtNUL), .over(.truncatesDates), CardServiceTwin.over(.scansInInsertionOrder),
    ]
  ).holds(
    forAll: .cardCreation,
    requiring: [
      "a secret of 20 bytes": 0.3, "a field that may stay empty is filled": 0.2, "fields in another order": 0.15,
      "more than ten fields": 0.03,
      "places that are not 0, 1, 2 …": 0.15, "a decomposed letter": 0.15, "a card of the company": 0.3,
    ]
  ) { creation, system, trial in
    creation.label(trial)
    try await UnlockedVault.use(system) { vault in try await creation.run(in: vault) }
  }

  // Feature: quick-vault-ios, Property 2: Card Update Timestamp
  static let updateTimes = Requirement<QuickVaultSystem>(
    "QV-02", "Card Update Timestamp",
    says: """
      An update of any part sets the card's modification time to the clock's time or, if the clock stands still or was \
      set back, to 1 ms after the last. An update to equal values counts too, as does a pin. An update that names no \
      part changes nothing. The creation time, other parts and other cards stay. All this survives a relaunch. While \
      the vault is locked, no card is changed, deleted or shown.
      """,
    covers: "1.2", of: "CardService", needs: [.storage, .virtualTime],
    mustCatch: CardServiceTwin.twin.faults(
      .stampsWithThePlainClock, .stampsToTheSecond, .forgetsTheTimeOfTags, .countsOnlyDifferences,
      .countsUpdatesOfNothing, .movesTheCreation, .doesNotCountPins, .forgetsTimesAtALaunch, .pinsBeforeItLooksAtTheLock,
      .deletesBeforeItLooksAtTheLock),
    [.over(.truncatesDates), .over(.servesStaleReads), .over(.losesUnflushedWrites)]
  ).holds(
    of: CardMachine.times, commands: 1...12,
    requiring: [
      "a change while the clock is behind": 0.15, "a change within a millisecond": 0.15, "an update of nothing": 0.05,
      "an update to what the card is": 0.05, "a relaunch after a change": 0.2,
      "attempts while locked": 0.2,
    ],
    making: { try await UnlockedVault($0) }, tearDown: { try await $0.end() })

  // Feature: quick-vault-ios, Property 3: Card Deletion Completeness
  static let deletion = Requirement<QuickVaultSystem>(
    "QV-03", "Card Deletion Completeness",
    says: """
      If the user deletes a card, the app deletes its fields, its attachments with contents and thumbnails, and its shared \
      files. No record refers to the card any more, also after a relaunch. Other cards stay as they are, even cards with \
      the same title. If the store refuses, nothing changes. A card that does not exist cannot be deleted.
      """,
    covers: "1.3", of: "CardService", needs: [.storage],
    mustCatch: CardServiceTwin.twin.faults(
      .leavesFields, .leavesContentsOfAttachments, .leavesAttachments, .leavesSharedFiles, .deletesByTitle,
      .deletesInTwoSteps, .deletesStrangersSilently, .deletesEveryAttachment),
    [.over(.keepsFirstWriteOnRollback), .over(.bringsDeletedRecordsBack), .over(.limitsScans)]
  ).holds(
    of: DeletionMachine.machine, commands: 1...12,
    requiring: [
      "deletes a card with attachments": 0.18, "deletes a card beside others": 0.3, "deletes one of two with a title": 0.15,
      "deletes what is being shared": 0.04, "the store refuses a deletion": 0.15, "deletes what is not there": 0.1,
      "more attachments than a small page": 0.05,
    ],
    making: { DeletionDriver(vault: try await UnlockedVault($0)) }, tearDown: { try await $0.vault.end() })

  // Feature: quick-vault-ios, Property 4: Pin Toggle Consistency
  static let pins = Requirement<QuickVaultSystem>(
    "QV-04", "Pin Toggle Consistency",
    says: """
      Each toggle inverts a card's pin. After an even number of toggles, the pin is as it was; after an odd number, it \
      is inverted, even with updates and relaunches in between. A toggle changes only the pin and the modification \
      time of this card, and no other card.
      """,
    covers: "1.6", of: "CardService.togglePin", needs: [.storage, .virtualTime],
    mustCatch: CardServiceTwin.twin.faults(
      .onlyPins, .togglesNothing, .togglesTheGroup, .unpinsOnUpdate, .forgetsPinsAtALaunch, .doesNotCountPins),
    [.togglesByTitle, .over(.servesStaleReads), .over(.losesUnflushedWrites)]
  ).holds(
    of: CardMachine.pins, commands: 1...12,
    requiring: [
      "toggles an odd number of times": 0.4, "toggles an even number of times": 0.3, "updates a pinned card": 0.15,
      "a relaunch with a pinned card": 0.15, "toggles beside others of the group": 0.3,
    ],
    making: { try await UnlockedVault($0) }, tearDown: { try await $0.end() })

  // Feature: quick-vault-ios, Property 5: Tag Storage and Retrieval
  static let tags = Requirement<QuickVaultSystem>(
    "QV-05", "Tag Storage and Retrieval",
    says: """
      A card keeps its tags byte for byte and in order, including duplicates, empty tags and any characters, after creation, \
      updates and a relaunch. An update that names no tags leaves them unchanged. An update with an empty list clears them.
      """,
    covers: "1.7", of: "CardService", needs: [.storage],
    mustCatch: CardServiceTwin.twin.faults(
      .joinsTagsByCommas, .sortsTags, .trimsTags, .lowercasesTags, .dropsEmptyTags, .composesTags,
      .clearsTagsThatAreNotNamed, .keepsTagsThatAreCleared, .refusesTheTwentiethTag),
    [
      CardServiceTwin.over(.normalizesText), CardServiceTwin.over(.dropsEmptyValues),
      CardServiceTwin.over(.endsValuesAtNUL), .over(.servesStaleReads),
    ]
  ).holds(
    of: CardMachine.tags, commands: 1...8,
    requiring: [
      "an empty tag": 0.3, "a tag twice": 0.15, "a tag with a comma": 0.2, "a tag with a NUL or a newline": 0.25,
      "a decomposed tag": 0.2, "twenty tags": 0.05, "tags are cleared": 0.1, "tags stay in an update": 0.1,
    ],
    making: { try await UnlockedVault($0) }, tearDown: { try await $0.end() })
}

// What QV-01 and QV-04 must catch besides.
extension Fault<QuickVaultSystem> {
  fileprivate static let usesOneNonce = Fault("usesOneNonce", "encrypts everything with one nonce") { system in
    system.parts.makeCrypto = changingSetup(of: system.parts.makeCrypto) { setup in
      setup.randomBytes = { [UInt8](repeating: 1, count: $0) }
    }
  }

  fileprivate static let encryptsNothing = Fault("encryptsNothing", "stores values as the bytes of their text") {
    $0.parts.alterCrypto { AlteredCrypto.clearText($0) }
  }

  fileprivate static let keepsValuesInAFile = Fault("keepsValuesInAFile", "leaves a draft of each new card in a file") { system in
    let launch = system.launch
    system.launch = { platform, parts in
      var parts = parts
      parts.alterCards { cards, _ in
        AlteredCards(cards, fieldsIn: { fields in
          platform.sandbox.writeFile(Array(fields.map(\.value).joined(separator: "\n").utf8), at: "tmp/draft")
          return fields
        })
      }
      return try await launch(platform, parts)
    }
  }

  fileprivate static let togglesByTitle = Fault("togglesByTitle", "turns the pins of all cards with the title") { system in
    system.parts.alterCards { cards, _ in
      AlteredCards(cards, togglePin: { id in
        let all = try await cards.fetchAllCards()
        let title = all.first { $0.id == id }?.title
        for other in all where other.title == title && other.id != id { _ = try await cards.togglePin(id: other.id) }
        return try await cards.togglePin(id: id)
      })
    }
  }
}
