import Foundation
import PropertyTesting
import QuickVaultReference
import StorageContract
import StorageFaults

/// A second service for cards: it loads a card as a whole, changes it, and stores it as a whole, each tag in a field of its
/// own and the fields of the card by their rank on the screen.
struct CardServiceTwin: CardService {
  enum Defect: String, CaseIterable, Sendable {
    // What is created.
    case storesOptionalFieldsClear = "stores fields that may stay empty in the clear"
    case encodesWhatItShouldEncrypt = "stores values in base64 instead of encrypting them"
    case keepsASearchIndex = "keeps all values in a search index that is not encrypted"
    case stampsCardsWhenTheyAreRead = "gives a card its reading time as its creation time"
    case losesTheDisplayOrder = "renumbers the fields from 0"
    case listsFieldsAsTheyCame = "lists the fields in the order in which they were given"
    case takesAnEqualTitleForTheSameCard = "replaces a card with the same title"
    case losesFieldIDs = "gives fields new ids"
    case pinsCompanyCards = "pins new cards of the company"
    // Times.
    case stampsWithThePlainClock = "stamps with the clock's time, whatever the previous modification was"
    case stampsToTheSecond = "drops the fraction of the second of a modification"
    case forgetsTheTimeOfTags = "does not count a change of only the tags"
    case countsOnlyDifferences = "does not count an update to equal values"
    case countsUpdatesOfNothing = "counts an update of nothing"
    case movesTheCreation = "moves the creation to the modification"
    case doesNotCountPins = "does not count a pin as a modification"
    case forgetsTimesAtALaunch = "keeps the times of changes in memory"
    // The lock.
    case pinsBeforeItLooksAtTheLock = "turns a pin, then says that the vault is locked"
    case deletesBeforeItLooksAtTheLock = "deletes a card, then says that the vault is locked"
    // Deletion.
    case leavesFields = "leaves the fields of a deleted card"
    case leavesContentsOfAttachments = "leaves the contents of a deleted card's attachments"
    case leavesAttachments = "leaves the attachments of a deleted card"
    case leavesSharedFiles = "leaves the shared files of a deleted card"
    case deletesByTitle = "deletes all cards with the title"
    case deletesInTwoSteps = "deletes the card in one transaction and its contents in another"
    case deletesStrangersSilently = "says that it has deleted a card that is not there"
    case deletesEveryAttachment = "deletes the attachments of all cards"
    // Pins.
    case onlyPins = "pins a card that is to be unpinned"
    case togglesNothing = "leaves the pin as it is"
    case togglesTheGroup = "turns the pins of all cards of the group"
    case unpinsOnUpdate = "unpins a card that is updated"
    case forgetsPinsAtALaunch = "keeps pins in memory"
    // Tags.
    case joinsTagsByCommas = "joins the tags by commas"
    case sortsTags = "keeps tags as a set"
    case trimsTags = "trims tags"
    case lowercasesTags = "stores tags in small letters"
    case dropsEmptyTags = "drops empty tags"
    case composesTags = "stores tags in composed normal form"
    case clearsTagsThatAreNotNamed = "clears the tags in an update that names none"
    case keepsTagsThatAreCleared = "treats an empty list of tags as tags not named"
    case refusesTheTwentiethTag = "keeps at most nineteen tags"
    // Fields.
    case dropsEmptyFields = "stores no fields with nothing in them"
    case storesASpaceForNothing = "stores a space for an empty value"
    case insertsNotes = "writes a default note if there is none"
    // Validation.
    case looksAtUpdatesLate = "stores an update before it looks at its fields"
    case doesNotLookAtUpdates = "takes any update"
    case storesThenLooks = "stores a card, then looks at its fields"
    case takesAnyTitleInUpdates = "takes a blank title in an update"
  }

  static let twin = Twin<QuickVaultSystem, Defect>("CardServiceTwin") { system, defect in
    system.parts.makeCards = { CardServiceTwin($0, defect) }
  }

  /// The twin without a defect over a backend with one, for what would not harm the reference.
  static func over(_ defect: BackendDefect) -> Fault<QuickVaultSystem> {
    Fault("\(defect.name)OfTheTwin", "stores each tag and rank separately, over a backend that \(defect.fact) (\(defect.id))") {
      twin.sound.install(&$0)
      defect.put(under: &$0.openStore, &$0.rawBytes)
    }
  }

  let setup: CardSetup
  let defect: Defect?
  /// For defects that forget at a launch.
  private let memory = Remembered<[UUID: TwinCard]>([:])

  init(_ setup: CardSetup, _ defect: Defect?) {
    self.setup = setup
    self.defect = defect
  }

  func createCard(
    title: String, group: String, cardType: String, fields: [CardFieldDTO], tags: [String]
  ) async throws -> CardDTO {
    try await entering { session in
      try setup.validator.validate(title: title)
      let now = setup.time.date()
      var card = TwinCard(
        id: setup.makeID(), title: title, group: try setup.validator.group(group),
        type: try setup.validator.cardType(cardType), isPinned: defect == .pinsCompanyCards && group == "Company",
        tags: kept(tags), created: now, modified: now, fields: fields)
      if defect == .takesAnEqualTitleForTheSameCard,
        let other = try await setup.store.read({ try all(in: $0) }).first(where: { $0.title == title })
      {
        card.id = other.id
      }
      let new = card
      if defect == .storesThenLooks {
        try await setup.store.write { try put(new, in: $0) }
        try setup.validator.validate(fields, of: new.type)
      } else {
        try setup.validator.validate(fields, of: new.type)
        try await setup.store.write { transaction in
          try put(new, in: transaction)
          try session.demandCurrent()
        }
      }
      return shown(inOrder(new))
    }
  }

  func updateCard(
    id: UUID, title: String?, group: String?, fields: [CardFieldDTO]?, tags: [String]?
  ) async throws -> CardDTO {
    try await changing(id) { card in
      let before = card
      if let title {
        if defect != .takesAnyTitleInUpdates { try setup.validator.validate(title: title) }
        card.title = title
      }
      if let group { card.group = try setup.validator.group(group) }
      if let fields {
        if defect != .doesNotLookAtUpdates { try setup.validator.validate(fields, of: card.type) }
        card.fields = fields
      }
      switch (tags, defect) {
      case (nil, .clearsTagsThatAreNotNamed): card.tags = []
      case (let tags?, .keepsTagsThatAreCleared) where tags.isEmpty: break
      case (let tags?, _): card.tags = kept(tags)
      case (nil, _): break
      }
      if defect == .unpinsOnUpdate { card.isPinned = false }
      if defect == .forgetsTheTimeOfTags, title == nil, group == nil, fields == nil { return false }
      if defect == .countsOnlyDifferences, card == before { return false }
      return title != nil || group != nil || fields != nil || tags != nil || defect == .countsUpdatesOfNothing
    }
  }

  func togglePin(id: UUID) async throws -> CardDTO {
    if defect == .pinsBeforeItLooksAtTheLock, await isLocked {
      try await setup.store.write { transaction in
        guard var record = try transaction.get(id.uuidString, in: Card.collection)?.fields,
          case .bool(let isPinned)? = record["pinned"]
        else { return }
        record["pinned"] = .bool(!isPinned)
        try transaction.put(record, at: id.uuidString, in: Card.collection)
      }
    }
    return try await changing(id) { card in
      switch defect {
      case .onlyPins: card.isPinned = true
      case .togglesNothing: break
      default: card.isPinned = !card.isPinned
      }
      return defect != .doesNotCountPins
    }
  }

  func fetchAllCards() async throws -> [CardDTO] {
    try await entering { session in
      let cards = try await setup.store.read { try all(in: $0) }
      try session.demandCurrent()
      return setup.sort(cards.map(shown))
    }
  }

  func searchCards(query: String) async throws -> [CardDTO] { try await fetchAllCards().filter(setup.search(query)) }

  /// - Parameter edit: says whether the change counts.
  private func changing(_ id: UUID, _ edit: @Sendable (inout TwinCard) throws -> Bool) async throws -> CardDTO {
    try await entering { session in
      let now = setup.time.date()
      return try await setup.store.write { transaction in
        guard let stored = try card(id, in: transaction) else { throw AppError.card(.notFound) }
        var changed = stored
        let counts: Bool
        do {
          counts = try edit(&changed)
        } catch where defect == .looksAtUpdatesLate {
          return shown(inOrder(changed))
        }
        if counts { changed.modified = stamp(now, after: stored.modified) }
        if defect == .movesTheCreation { changed.created = changed.modified }
        var kept = changed
        if defect == .forgetsTimesAtALaunch { kept.modified = stored.modified }
        if defect == .forgetsPinsAtALaunch { kept.isPinned = stored.isPinned }
        try remove(id, from: transaction)
        try put(kept, in: transaction)
        if defect == .togglesTheGroup, stored.isPinned != changed.isPinned {
          for var other in try all(in: transaction) where other.group == stored.group && other.id != id {
            other.isPinned = !other.isPinned
            try put(other, in: transaction)
          }
        }
        try session.demandCurrent()
        let result = changed
        memory.withValue { $0[id] = result }
        return shown(inOrder(changed))
      }
    }
  }

  private func stamp(_ now: Date, after previous: Date) -> Date {
    switch defect {
    case .stampsWithThePlainClock: now
    case .stampsToTheSecond:
      Date(timeIntervalSinceReferenceDate: max(now, previous.addingTimeInterval(0.001)).timeIntervalSinceReferenceDate.rounded(.down))
    default: now.timeIntervalSince(previous) < 0.001 ? previous.addingTimeInterval(0.001) : now
    }
  }

  private func kept(_ tags: [String]) -> [String] {
    switch defect {
    case .joinsTagsByCommas:
      tags.isEmpty ? [] : tags.joined(separator: ",").split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
    case .sortsTags: Set(tags).sorted()
    case .trimsTags: tags.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
    case .lowercasesTags: tags.map { $0.lowercased() }
    case .dropsEmptyTags: tags.filter { !$0.isEmpty }
    case .composesTags: tags.map(\.precomposedStringWithCanonicalMapping)
    case .refusesTheTwentiethTag: Array(tags.prefix(19))
    default: tags
    }
  }

  /// The card with its fields ranked, as they come from the store.
  private func inOrder(_ card: TwinCard) -> TwinCard {
    var card = card
    if defect != .listsFieldsAsTheyCame { card.fields = ranked(card.fields) }
    return card
  }

  private func shown(_ card: TwinCard) -> CardDTO {
    var card = card
    if let known = memory.now[card.id] {
      if defect == .forgetsTimesAtALaunch { card.modified = known.modified }
      if defect == .forgetsPinsAtALaunch { card.isPinned = known.isPinned }
    }
    return CardDTO(
      id: card.id, title: card.title, group: card.group.rawValue, cardType: card.type.rawValue,
      fields: card.fields, isPinned: card.isPinned,
      tags: card.tags, createdAt: defect == .stampsCardsWhenTheyAreRead ? setup.time.date() : card.created,
      modifiedAt: card.modified)
  }

  var isLocked: Bool {
    get async {
      do {
        _ = try await setup.access.begin()
        return false
      } catch {
        return true
      }
    }
  }

  func entering<Result>(_ body: (VaultSession) async throws -> Result) async throws -> Result {
    do {
      return try await body(try await setup.access.begin())
    } catch let cancellation as CancellationError {
      throw cancellation
    } catch AuthenticationError.locked {
      throw AppError.card(.locked)
    } catch {
      throw AppError(error)
    }
  }
}
